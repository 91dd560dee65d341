package dev.conclave.activities.planning.degraded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.planning.check.PlanChecks;
import dev.conclave.activities.planning.check.PlanFacts;
import dev.conclave.activities.planning.check.PlanPaths;
import dev.conclave.activities.planning.check.Trees;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.planning.Plan;
import dev.conclave.workflows.planning.PlanFile;
import dev.conclave.workflows.planning.PlanTask;
import dev.conclave.workflows.planning.PlanTerms;
import dev.conclave.workflows.wire.WireMapper;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class DegradedPlanTest {
  private static final PlanTerms MINIMAL = new PlanTerms(List.of("minimal-changes"), Scope.UNSAID);

  private static final PlanFacts TREE =
      Trees.of(Map.of("src/api/Filter.java", 80, "src/api/Routes.java", 200, "docs/限流.md", 3));

  private static Solution solution(
      Level effort, List<CodeLocation> files, List<SolutionTask> tasks, List<String> words) {
    String first = words.isEmpty() ? "" : words.get(0);
    return new Solution(
        first,
        first,
        List.of("gemini"),
        Optional.of(0.8),
        effort,
        Level.LOW,
        false,
        "not assessed",
        "not assessed",
        first,
        words,
        words,
        files,
        new ImplementationPlan(first, tasks, "T1 → T2", List.of()),
        new Solution.Dependencies(List.of(), List.of()),
        words,
        90,
        1,
        2,
        "S1",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  @Provide
  Arbitrary<Solution> solutions() {
    Arbitrary<String> words =
        Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(40),
            Arbitraries.of(
                "works correctly",
                "Add a filter",
                "限流 正常工作",
                "good\nperformance",
                "x".repeat(900)));
    Arbitrary<String> paths =
        Arbitraries.oneOf(
            Arbitraries.of(
                "src/api/Filter.java",
                "./src/api/Routes.java",
                "src/api",
                "src/api/New.java",
                "docs/限流.md",
                "with space/a b.txt",
                "../out",
                "/etc/passwd",
                "src\\api\\Filter.java",
                "",
                "."),
            Arbitraries.strings().ofMaxLength(12));
    Arbitrary<CodeLocation> files =
        Combinators.combine(paths, Arbitraries.integers().between(-1, 300), words)
            .as(CodeLocation::new);
    Arbitrary<String> ids = Arbitraries.of("T1", "T2", "T3", "T4", "", "T9");
    Arbitrary<SolutionTask> tasks =
        Combinators.combine(ids, words, ids.list().ofMaxSize(3), paths.list().ofMaxSize(3), words)
            .as(SolutionTask::new);
    return Combinators.combine(
            Arbitraries.of(Level.class),
            files.list().ofMaxSize(12),
            tasks.list().ofMaxSize(10),
            words.list().ofMaxSize(3))
        .as(DegradedPlanTest::solution);
  }

  @Property
  void it_passes_the_checks_of_every_plan(@ForAll("solutions") Solution solution) {
    Optional<Plan> plan = DegradedPlan.of("Limit requests", solution, MINIMAL, TREE);
    plan.ifPresent(
        made -> {
          assertThat(PlanChecks.check(made, MINIMAL, TREE)).isEmpty();
          assertThat(made.degraded()).isTrue();
          assertThat(made.tasks()).allMatch(task -> task.description().contains("minimal-changes"));
        });
    boolean nothing =
        solution.implementationPlan().tasks().isEmpty()
            && solution.affectedFiles().stream()
                .allMatch(file -> PlanPaths.inside(file.file()).isEmpty());
    assertThat(plan.isEmpty()).isEqualTo(nothing);
  }

  @Test
  void the_solutions_own_tasks_order_and_key_points_are_preserved() {
    Solution solution =
        solution(
            Level.MEDIUM,
            List.of(new CodeLocation("src/api/Routes.java", 20, "register")),
            List.of(
                new SolutionTask(
                    "T2",
                    "Register it",
                    List.of("T1"),
                    List.of("src/api/Routes.java"),
                    "before auth"),
                new SolutionTask(
                    "T1",
                    "Add a filter",
                    List.of(),
                    List.of("src/api/Limit.java"),
                    "token bucket")),
            List.of("Filter"));
    Plan plan = DegradedPlan.of("Limit requests", solution, PlanTerms.NONE, TREE).orElseThrow();
    assertThat(plan.tasks())
        .extracting(PlanTask::title)
        .containsExactly("Add a filter", "Register it");
    assertThat(plan.tasks().get(0).action()).isEqualTo("Add");
    assertThat(plan.tasks().get(0).files())
        .containsExactly(new PlanFile("src/api/Limit.java", 0, "create", ""));
    assertThat(plan.tasks().get(1).dependsOn()).containsExactly("TASK-001");
    assertThat(plan.tasks().get(1).files())
        .containsExactly(new PlanFile("src/api/Routes.java", 20, "modify", "register"));
    assertThat(plan.tasks().get(1).implementation()).contains("before auth");
    assertThat(plan.tasks()).extracting(PlanTask::executionGroup).containsExactly(1, 2);
  }

  @Test
  void it_speaks_in_sentences_also_where_the_solution_has_key_words_only() {
    Solution solution =
        solution(
            Level.LOW,
            List.of(),
            List.of(
                new SolutionTask(
                    "T1",
                    "Bound uploads",
                    List.of(),
                    List.of("src/api/Limit.java"),
                    "1 MB of zeros")),
            List.of());

    PlanTask task =
        DegradedPlan.of("Bound uploads", solution, MINIMAL, TREE).orElseThrow().tasks().get(0);

    assertThat(task.description())
        .isEqualTo(
            "Bound uploads. Key point: 1 MB of zeros. The person's constraints hold:"
                + " “minimal-changes”.");
    assertThat(task.acceptance())
        .contains("The change deals with “1 MB of zeros”, and a test or the diff shows it.");
  }

  @Test
  void its_title_is_the_solutions_name_and_not_the_statistic_of_its_summary() throws Exception {
    ObjectNode solution =
        WireMapper.get()
            .valueToTree(
                solution(
                    Level.LOW,
                    List.of(new CodeLocation("src/api/Routes.java", 20, "register")),
                    List.of(),
                    List.of()));
    solution.put("name", "Rate limit in a hook");
    solution.put("summary", "Rate limit in a hook: proposed by beta; effort low, 1 pro, 1 con.");

    assertThat(
            DegradedPlan.of(
                    "Limit requests",
                    WireMapper.get().treeToValue(solution, Solution.class),
                    PlanTerms.NONE,
                    TREE)
                .orElseThrow()
                .summary())
        .isEqualTo("Rate limit in a hook");
  }

  @Test
  void ten_tasks_become_seven_and_lose_no_key_point() {
    List<SolutionTask> ten =
        java.util.stream.IntStream.rangeClosed(1, 10)
            .mapToObj(
                i ->
                    new SolutionTask(
                        "T" + i,
                        "Step " + i,
                        i == 1 ? List.of() : List.of("T" + (i - 1)),
                        List.of(),
                        "point " + i + " " + "x".repeat(380)))
            .toList();
    Plan plan =
        DegradedPlan.of("t", solution(Level.HIGH, List.of(), ten, List.of()), PlanTerms.NONE, TREE)
            .orElseThrow();
    assertThat(plan.tasks()).hasSize(7);
    PlanTask last = plan.tasks().get(6);
    assertThat(String.join("\n", last.implementation()))
        .contains("point 7 ", "point 8 ", "point 9 ", "point 10 ")
        .doesNotContain("…");
    assertThat(last.dependsOn()).containsExactly("TASK-006");
    assertThat(last.risks()).isNotEmpty();
  }

  @Test
  void files_alone_make_one_task_for_each_folder_with_a_proof_when_there_is_only_one() {
    Solution one =
        solution(
            Level.MEDIUM,
            List.of(
                new CodeLocation("src/api/Filter.java", 500, "too far"),
                new CodeLocation("src/api/New.java", 1, "new")),
            List.of(),
            List.of());
    Plan plan = DegradedPlan.of("t", one, PlanTerms.NONE, TREE).orElseThrow();
    assertThat(plan.tasks()).extracting(PlanTask::action).containsExactly("Update", "Test");
    assertThat(plan.tasks().get(0).files())
        .containsExactly(
            new PlanFile("src/api/Filter.java", 0, "modify", "too far"),
            new PlanFile("src/api/New.java", 0, "create", "new"));
  }

  @Test
  void a_line_behind_a_path_is_a_line_and_no_part_of_the_path() {
    Solution written =
        solution(
            Level.LOW,
            List.of(new CodeLocation("src/api/Filter.java:12", 0, "here")),
            List.of(),
            List.of());
    assertThat(
            DegradedPlan.of("t", written, PlanTerms.NONE, TREE)
                .orElseThrow()
                .tasks()
                .get(0)
                .files())
        .containsExactly(new PlanFile("src/api/Filter.java", 12, "modify", "here"));
  }

  @Test
  void manual_analysis_required_gives_no_plan() {
    assertThat(
            DegradedPlan.of(
                "t",
                solution(Level.HIGH, List.of(), List.of(), List.of("Manual")),
                PlanTerms.NONE,
                TREE))
        .isEmpty();
  }

  @Test
  void a_key_word_becomes_no_objective_and_the_approach_stands_in_every_task() {
    Solution solution =
        solution(
            Level.LOW,
            List.of(new CodeLocation("src/api/Filter.java", 12, "here")),
            List.of(
                new SolutionTask(
                    "T1", "Bound uploads", List.of(), List.of("src/api/Filter.java"), "mock_time"),
                new SolutionTask("T2", "Tell the client", List.of(), List.of(), "")),
            List.of("Count the bytes while they come in, and stop at the limit"));

    List<PlanTask> tasks =
        DegradedPlan.of("Bound uploads", solution, PlanTerms.NONE, TREE).orElseThrow().tasks();

    assertThat(tasks.get(0).description())
        .isEqualTo(
            "Bound uploads. Key point: mock_time. The approach: Count the bytes while they come in,"
                + " and stop at the limit.");
    assertThat(tasks.get(0).acceptance()).noneMatch(criterion -> criterion.contains("mock_time"));
    assertThat(tasks.get(0).implementation())
        .contains("Work in src/api/Filter.java:12", "Mind the key point: mock_time");
    assertThat(tasks.get(1).description()).contains("stop at the limit");
  }

  @Test
  void what_its_scope_takes_away_is_named_and_tests_alone_are_no_plan() {
    Solution solution =
        solution(
            Level.LOW,
            List.of(new CodeLocation("src/api/Filter.java", 12, "here")),
            List.of(
                new SolutionTask("T1", "Flag", List.of(), List.of("src/api/Filter.java"), ""),
                new SolutionTask("T2", "Route", List.of(), List.of("src/web/Routes.java"), ""),
                new SolutionTask("T3", "Test", List.of(), List.of("tests/test_filter.py:3"), "")),
            List.of("Filter"));

    assertThat(
            DegradedPlan.of("t", solution, excluding("src/web"), TREE)
                .map(Plan::leftOut)
                .orElseThrow())
        .containsExactly("Route");
    assertThat(DegradedPlan.of("t", solution, excluding("src/**"), TREE)).isEmpty();
    assertThat(DegradedPlan.of("t", solution, PlanTerms.NONE, TREE).orElseThrow().leftOut())
        .isEmpty();
  }

  private static PlanTerms excluding(String path) {
    return new PlanTerms(List.of(), new Scope(List.of(), List.of(path)));
  }

  @Test
  void what_is_out_of_scope_is_left_out_and_nothing_in_scope_gives_no_plan() {
    List<CodeLocation> files =
        List.of(
            new CodeLocation("src/api/Filter.java", 12, "here"),
            new CodeLocation("src/legacy/Old.java", 0, "there"));
    Solution solution = solution(Level.LOW, files, List.of(), List.of());
    PlanTerms terms =
        new PlanTerms(List.of("no new library"), new Scope(List.of("src"), List.of("src/legacy")));

    Plan plan = DegradedPlan.of("t", solution, terms, TREE).orElseThrow();
    assertThat(plan.tasks())
        .flatExtracting(PlanTask::files)
        .extracting(PlanFile::path)
        .containsOnly("src/api/Filter.java");
    assertThat(PlanChecks.check(plan, terms, TREE)).isEmpty();
    assertThat(plan.constrained(1)).as("rules cannot know").isEmpty();
    PlanTerms elsewhere = new PlanTerms(List.of(), new Scope(List.of("docs/a.md"), List.of()));
    assertThat(DegradedPlan.of("t", solution, elsewhere, TREE)).isEmpty();
  }
}

package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.Analyses;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.SolutionTask;
import dev.conclave.workflows.text.Language;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class DegradedPlanTest {
  private static final PlanTerms MINIMAL = new PlanTerms(List.of("minimal-changes"), Scope.NONE);

  private static final TreeFacts TREE =
      Plans.tree(Map.of("src/api/Filter.java", 80, "src/api/Routes.java", 200, "docs/限流.md", 3));

  private static Solution solution(
      Level effort, List<CodeLocation> files, List<SolutionTask> tasks, List<String> words) {
    String first = words.isEmpty() ? "" : words.get(0);
    return Analyses.of(
        Solution.class,
        Map.of(
            "name", first,
            "description", first,
            "source_cli", List.of("gemini"),
            "effort", effort,
            "pros", words,
            "cons", words,
            "affected_files", files,
            "implementation_plan", new ImplementationPlan(first, tasks, "T1 → T2", List.of()),
            "technical_concerns", words));
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
  void it_passes_all_plan_checks(@ForAll("solutions") Solution solution) {
    Optional<Plan> plan = DegradedPlan.of("Limit requests", solution, MINIMAL, TREE, Language.EN);
    plan.ifPresent(
        made -> {
          assertThat(PlanChecks.check(made, MINIMAL, TREE)).isEmpty();
          assertThat(made.degraded()).isTrue();
          assertThat(made.tasks()).allMatch(task -> task.description().contains("minimal-changes"));
        });
    boolean nothing =
        solution.implementationPlan().tasks().isEmpty()
            && solution.affectedFiles().stream()
                .allMatch(file -> TreeFacts.inside(file.file()).isEmpty());
    assertThat(plan.isEmpty()).isEqualTo(nothing);
  }

  @Test
  void a_file_is_created_once_and_later_users_depend_on_that_task() {
    List<String> both = List.of("src/api/Limit.java");
    Solution solution =
        solution(
            Level.MEDIUM,
            List.of(),
            List.of(
                new SolutionTask("T1", "Add a filter", List.of(), both, "token bucket"),
                new SolutionTask("T2", "Log it", List.of(), both, "one line")),
            List.of("Filter"));
    Plan plan =
        DegradedPlan.of("Limit requests", solution, MINIMAL, TREE, Language.EN).orElseThrow();

    assertThat(plan.tasks())
        .extracting(task -> task.files().get(0).action())
        .containsExactly("create", "modify");
    assertThat(plan.tasks().get(1).dependsOn()).containsExactly("TASK-001");
  }

  @Test
  void sentences_of_the_rules_are_in_the_sessions_language() {
    Solution solution =
        solution(
            Level.HIGH,
            List.of(new CodeLocation("src/api/Filter.java", 12, "定义 `Filter`")),
            List.of(),
            List.of("限流"));
    Plan plan = DegradedPlan.of("限制请求", solution, MINIMAL, TREE, Language.ZH).orElseThrow();

    PlanTask task = plan.tasks().get(0);
    assertThat(plan.estimatedTime()).isEqualTo("未估计");
    assertThat(plan.dataFlow()).contains("方案未作描述。");
    assertThat(task.verification()).isEqualTo("运行项目的构建及其测试。");
    assertThat(task.acceptance()).containsExactly("改动之后，项目的构建和全部测试通过。");
    assertThat(task.implementation())
        .first(InstanceOfAssertFactories.STRING)
        .startsWith("修改 src/api/Filter.java:12（定义");
    assertThat(task.description()).contains("遵守用户的约束“").endsWith("。");
    assertThat(PlanChecks.check(plan, MINIMAL, TREE)).isEmpty();
  }

  @Test
  void the_solutions_tasks_keep_their_order_and_key_points() {
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
    Plan plan =
        DegradedPlan.of("Limit requests", solution, MINIMAL, TREE, Language.EN).orElseThrow();
    assertThat(plan.summary()).isEqualTo("Filter");
    assertThat(plan.tasks())
        .extracting(PlanTask::title)
        .containsExactly("Add a filter", "Register it");
    assertThat(plan.tasks().get(0).action()).isEqualTo("Add");
    assertThat(plan.tasks().get(0).files())
        .containsExactly(new PlanFile("src/api/Limit.java", 0, "create", ""));
    PlanTask second = plan.tasks().get(1);
    assertThat(second.dependsOn()).containsExactly("TASK-001");
    assertThat(second.executionGroup()).isEqualTo(2);
    assertThat(second.files())
        .containsExactly(new PlanFile("src/api/Routes.java", 20, "modify", "register"));
    assertThat(second.description())
        .isEqualTo(
            "Register it; before auth; Filter; keep the user's constraint “minimal-changes”.");
    assertThat(second.implementation())
        .containsExactly(
            "before auth",
            "Work in src/api/Routes.java:20 (register)",
            "Run the project's build and its tests.");
  }

  @Test
  void a_solution_of_direct_is_one_task_and_says_no_model_was_involved() {
    Solution solution =
        solution(
            Level.UNKNOWN,
            List.of(
                new CodeLocation("src/api/Filter.java", 12, "defines `Filter`"),
                new CodeLocation("src/api/Filter.java", 500, "too far"),
                new CodeLocation("docs/限流.md", 1, "found")),
            List.of(),
            List.of("Start from these places: Filter"));

    Plan plan =
        DegradedPlan.of(
                "Limit requests",
                Analyses.with(solution, "source_cli", List.of("direct")),
                PlanTerms.NONE,
                TREE,
                Language.EN)
            .orElseThrow();

    assertThat(plan.summary())
        .isEqualTo("No model has seen this task. Start from these places: Filter");
    assertThat(plan.tasks()).extracting(PlanTask::title).containsExactly("Limit requests");
    assertThat(plan.tasks().get(0).files())
        .containsExactly(
            new PlanFile("src/api/Filter.java", 12, "modify", "defines `Filter`"),
            new PlanFile("docs/限流.md", 1, "modify", "found"));
    assertThat(plan.tasks().get(0).implementation())
        .contains("Work in src/api/Filter.java:12 (defines `Filter`)");
    assertThat(PlanChecks.warnings(plan)).isEmpty();
  }

  @Test
  void manual_analysis_required_yields_no_plan() {
    Solution manual = solution(Level.HIGH, List.of(), List.of(), List.of("Manual"));
    assertThat(DegradedPlan.of("t", manual, PlanTerms.NONE, TREE, Language.EN)).isEmpty();
  }

  @Test
  void excluded_files_are_left_out_and_named() {
    Solution solution =
        solution(
            Level.LOW,
            List.of(new CodeLocation("src/api/Filter.java", 12, "here")),
            List.of(
                new SolutionTask("T1", "Flag", List.of(), List.of("src/api/Filter.java"), ""),
                new SolutionTask("T2", "Route", List.of(), List.of("src/web/Routes.java"), ""),
                new SolutionTask("T3", "Test", List.of(), List.of("tests/test_filter.py"), "")),
            List.of("Filter"));
    PlanTerms noWeb = new PlanTerms(List.of(), new Scope(List.of(), List.of("src/web")));

    Plan plan = DegradedPlan.of("t", solution, noWeb, TREE, Language.EN).orElseThrow();

    assertThat(plan.leftOut()).containsExactly("Route");
    assertThat(plan.tasks()).extracting(PlanTask::title).containsExactly("Flag", "Test");
    assertThat(PlanChecks.check(plan, noWeb, TREE)).isEmpty();
  }
}

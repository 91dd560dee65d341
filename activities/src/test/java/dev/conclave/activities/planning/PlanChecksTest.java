package dev.conclave.activities.planning;

import static dev.conclave.activities.discussion.Analyses.with;
import static dev.conclave.activities.planning.Plans.accepting;
import static dev.conclave.activities.planning.Plans.api;
import static dev.conclave.activities.planning.Plans.store;
import static dev.conclave.activities.planning.Plans.task;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.PlanConstraint;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.discussion.Scope;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PlanChecksTest {
  private static final TreeFacts TREE =
      Plans.tree(
          Map.of(
              "src/Api.java", 120,
              "src/legacy/Old.java", 9,
              "文档/说明 书.md", 3,
              "billing/Bill.java", 2));

  private static List<String> check(PlanTask... tasks) {
    return PlanChecks.check(Plans.of(tasks), PlanTerms.NONE, Plans.TREE);
  }

  private static PlanTask touching(String path, int line, String action) {
    return task("TASK-001", 1, List.of(), new PlanFile(path, line, action, ""));
  }

  @Test
  void a_valid_plan_passes() {
    assertThat(check(api(), store())).isEmpty();
  }

  @Test
  void ids_are_unique_and_have_one_format() {
    assertThat(check(api(), api(), api()))
        .containsOnlyOnce("Task id TASK-001 is used more than once; each id must be unique.");
    assertThat(check(task("T1", 1, List.of()), store()))
        .containsExactly("Task id \"T1\" does not have the form TASK-001, TASK-002 and so on.");
  }

  @Test
  void a_plan_has_two_to_seven_tasks_or_one_if_complexity_is_low() {
    String warning = "The plan has %d task%s; give 2 to 7, or 1 when the complexity is Low.";
    PlanTask[] eight =
        IntStream.rangeClosed(1, 8)
            .mapToObj(i -> task("TASK-00" + i, i, List.of()))
            .toArray(PlanTask[]::new);

    assertThat(check()).containsExactly("The plan has no tasks; give 1 to 7.");
    assertThat(check(api())).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(api()))).containsExactly(warning.formatted(1, ""));
    assertThat(PlanChecks.warnings(with(Plans.of(api()), "complexity", "Low"))).isEmpty();
    assertThat(check(eight)).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(eight))).containsExactly(warning.formatted(8, "s"));
  }

  @Test
  void a_risk_must_have_a_mitigation() {
    PlanTask bare = with(api(), "risks", List.of("The clock may step back"));

    assertThat(check(bare, store())).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(bare, store())))
        .containsExactly("TASK-001: risk \"The clock may step back\" has no mitigation; add one.");
  }

  @Test
  void dependencies_name_existing_tasks_and_have_no_cycle() {
    assertThat(check(api(), task("TASK-002", 2, List.of("TASK-009"))))
        .containsExactly("TASK-002 depends on \"TASK-009\", which is not a task of the plan.");
    assertThat(
            check(
                task("TASK-001", 1, List.of("TASK-003")),
                task("TASK-002", 2, List.of("TASK-001")),
                task("TASK-003", 3, List.of("TASK-002")),
                task("TASK-004", 4, List.of("TASK-003"))))
        .containsExactly(
            "depends_on has a cycle through TASK-001, TASK-002, TASK-003; remove one of these"
                + " dependencies.");
    assertThat(check(task("TASK-001", 1, List.of("TASK-001")), store()))
        .containsExactly(
            "depends_on has a cycle through TASK-001; remove one of these dependencies.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          src/Api.java  | 120 | modify |
          src/Gone.java | 0 | modify | TASK-001 modifies src/Gone.java, which does not exist at that point; correct the path, or depend on the task that creates it.
          src/Lost.java | 0 | delete | TASK-001 deletes src/Lost.java, which does not exist at that point; correct the path, or depend on the task that creates it.
          src/Api.java  | 0 | create | TASK-001 creates src/Api.java, which already exists; modify it, or choose another path.
          src           | 0 | create | TASK-001 creates src, which already exists; modify it, or choose another path.
          src/Api.java  | 121 | modify | TASK-001: line 121 of src/Api.java is out of range; the file has 120 lines (0 means the whole file).
          src/Api.java  | -1 | modify | TASK-001: line -1 of src/Api.java is out of range; the file has 120 lines (0 means the whole file).
          src/Api.java  | 0 | rename | TASK-001: action "rename" of src/Api.java is not one of modify, create, delete.
          ../other/A.java | 0 | create | TASK-001: "../other/A.java" is not a path inside the workspace; write it relative to the root, with /.
          src/../../x   | 0 | create | TASK-001: "src/../../x" is not a path inside the workspace; write it relative to the root, with /.
          /etc/passwd   | 0 | create | TASK-001: "/etc/passwd" is not a path inside the workspace; write it relative to the root, with /.
          C:\\x          | 0 | create | TASK-001: "C:\\x" is not a path inside the workspace; write it relative to the root, with /.
          .git/config   | 0 | create | TASK-001: ".git/config" is not a path inside the workspace; write it relative to the root, with /.
          ''            | 0 | create | TASK-001: "" is not a path inside the workspace; write it relative to the root, with /.
          """)
  void the_file_of_a_task_must_match_its_action(
      String path, int line, String action, String error) {
    assertThat(check(touching(path, line, action), task("TASK-002", 2, List.of())))
        .isEqualTo(error == null ? List.of() : List.of(error));
  }

  @Test
  void a_task_may_modify_files_its_direct_or_indirect_dependencies_create() {
    PlanTask creates = task("TASK-001", 1, List.of(), file("create"));
    PlanTask between = task("TASK-002", 2, List.of("TASK-001"));
    PlanTask modifies = task("TASK-003", 3, List.of("TASK-002"), file("modify"));

    assertThat(check(creates, between, modifies)).isEmpty();
    assertThat(check(modifies, between, creates)).as("the order of the list").isEmpty();
    assertThat(check(creates, between, with(modifies, "depends_on", List.of())))
        .containsExactly(
            "TASK-003 modifies src/New.java, which does not exist at that point; correct the path,"
                + " or depend on the task that creates it.");
    assertThat(check(creates, task("TASK-002", 2, List.of("TASK-001"), file("create"))))
        .containsExactly(
            "TASK-002 creates src/New.java, which already exists; modify it, or choose another"
                + " path.");
    assertThat(
            check(
                creates,
                task("TASK-002", 2, List.of("TASK-001"), file("delete")),
                task("TASK-003", 3, List.of("TASK-002"), file("modify"))))
        .containsExactly(
            "TASK-003 modifies src/New.java, which does not exist at that point; correct the path,"
                + " or depend on the task that creates it.");
  }

  private static PlanFile file(String action) {
    return new PlanFile("src/New.java", action.equals("modify") ? 30 : 0, action, "");
  }

  @Test
  void a_task_has_one_to_four_criteria() {
    assertThat(check(accepting(api()), store()))
        .containsExactly(
            "TASK-001 has no acceptance criteria; give 1 to 4 that a test can decide.");
    PlanTask five = accepting(api(), "a", "b", "c", "d", "e");
    assertThat(check(five, store())).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(five, store())))
        .containsExactly("TASK-001: acceptance criteria: 5; give 1 to 4.");
  }

  @ParameterizedTest
  @CsvSource({
    "The filter works correctly, true",
    "It has Good   Performance under load, true",
    "Everything works as expected, true",
    "Limiting is implemented correctly, true",
    "限流功能正常工作, true",
    "The network correctly routed metric is 0, false",
    "'p99 stays below 5 ms at 1,000 requests per second', false",
    "goodperformance.properties is loaded, false",
    "第六个请求返回 429, false"
  })
  void an_empty_phrase_is_not_a_criterion(String criterion, boolean empty) {
    List<String> errors = check(accepting(api(), criterion), store());
    assertThat(errors).hasSize(empty ? 1 : 0).allMatch(one -> one.contains("cannot be tested"));
  }

  @Test
  void independent_tasks_of_a_group_touch_different_files() {
    PlanTask same = task("TASK-002", 1, List.of(), new PlanFile("src/Api.java", 3, "modify", ""));
    PlanTask folder = task("TASK-002", 1, List.of(), new PlanFile("src", 0, "modify", ""));
    assertThat(check(api(), same))
        .containsExactly(
            "TASK-001 and TASK-002 are both in execution_group 1 and touch src/Api.java; put them"
                + " in different groups, or let one depend on the other.");
    assertThat(check(api(), folder)).singleElement().asString().contains("both in");
  }

  @Test
  void a_group_follows_the_groups_it_depends_on() {
    assertThat(check(task("TASK-001", 2, List.of()), task("TASK-002", 2, List.of("TASK-001"))))
        .containsExactly(
            "TASK-002 is in execution_group 2 but depends on TASK-001 in group 2; it needs"
                + " a later group.");
    assertThat(check(task("TASK-001", 0, List.of()), store()))
        .containsExactly("TASK-001 has execution_group 0; groups count from 1.");
  }

  @Test
  void a_complex_plan_describes_data_flow_and_decisions() {
    Plan bare = with(Plans.sound(), "complexity", "High");
    for (String field : List.of("summary", "approach", "estimated_time", "data_flow")) {
      bare = with(bare, field, " ");
    }
    bare = with(with(bare, "recommended_execution", "Robot"), "design_decisions", List.of());
    assertThat(PlanChecks.check(bare, PlanTerms.NONE, Plans.TREE))
        .containsExactly(
            "The plan has no summary.",
            "The plan has no approach.",
            "The plan has no estimated_time.",
            "recommended_execution is \"Robot\"; it must be one of Agent, Codex.",
            "The plan has no data_flow; complexity Medium or High requires it.",
            "The plan has no design_decisions; complexity Medium or High requires them.");
  }

  private static List<String> scoped(String path, List<String> included, List<String> excluded) {
    return PlanChecks.check(
            Plans.of(touching(path, 0, "modify")),
            new PlanTerms(List.of(), new Scope(included, excluded)),
            TREE)
        .stream()
        .filter(error -> error.contains("touches"))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "src/legacy/Old.java, src/legacy",
    "src/legacy/Old.java, ./src/legacy/",
    "src/legacy/Old.java, src/legacy/Old.java",
    "src/legacy/Old.java, src/**/*.java",
    "src/legacy/Old.java, *.java",
    "src/legacy/Old.java, src/leg*",
    "src/made/New.java, src/made",
    "文档/说明 书.md, 文档/说明 书.md",
    "billing/Bill.java, billing"
  })
  void a_task_in_an_excluded_area_is_named_with_its_file(String path, String excluded) {
    assertThat(scoped(path, List.of(), List.of(excluded)))
        .containsExactly(
            "TASK-001 touches %s, which the user excluded (%s).".formatted(path, excluded));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "src/leg",
        "the legacy code",
        "payments",
        "src/[",
        "/etc",
        "..",
        "",
        "Api.java.bak"
      })
  void exclusions_in_prose_or_elsewhere_raise_no_error(String excluded) {
    assertThat(scoped("src/legacy/Old.java", List.of(), List.of(excluded))).isEmpty();
  }

  @Test
  void a_task_outside_the_scope_is_refused_unless_the_scope_has_prose() {
    List<String> files = List.of("src/Api.java", "文档");
    assertThat(scoped("src/legacy/Old.java", files, List.of()))
        .containsExactly(
            "TASK-001 touches src/legacy/Old.java, which is outside what the user included"
                + " (src/Api.java, 文档).");
    assertThat(scoped("src/Api.java", files, List.of())).isEmpty();
    assertThat(scoped("src/legacy/Old.java", List.of("src/Api.java", "the old code"), List.of()))
        .isEmpty();
  }

  @Test
  void every_constraint_is_covered_by_an_existing_task() {
    PlanTerms terms = new PlanTerms(List.of("no new library", "接口不变"), Scope.NONE);
    PlanConstraint unknown = new PlanConstraint(1, List.of("TASK-009"));
    PlanConstraint first = new PlanConstraint(1, List.of("TASK-001"));
    PlanConstraint second = new PlanConstraint(2, List.of("TASK-002"));

    assertThat(kept(terms, first, second)).isEmpty();
    assertThat(kept(terms, unknown))
        .containsExactly(
            "constraints: constraint 1 names \"TASK-009\", which is not a task of the plan.",
            "No task keeps the user's constraint 2 (\"接口不变\"); add it to a task, and list that"
                + " task in constraints.");
    assertThat(kept(PlanTerms.NONE, unknown)).as("that nobody set").isEmpty();
  }

  private static List<String> kept(PlanTerms terms, PlanConstraint... constraints) {
    return PlanChecks.check(with(Plans.sound(), "constraints", constraints), terms, Plans.TREE);
  }

  @Test
  void two_independent_tasks_that_create_one_file_are_refused() {
    PlanFile made = new PlanFile("src/Bucket.java", 0, "create", "the bucket");
    PlanTask first = task("TASK-001", 1, List.of(), made);
    PlanTask second = task("TASK-002", 2, List.of(), made);

    assertThat(check(first, second))
        .containsExactly(
            "TASK-001 and TASK-002 both create src/Bucket.java; let one create it, and the other"
                + " depend on that one and modify it.");
  }

  @ParameterizedTest
  @CsvSource({
    "npm test, package.json",
    "cd web && npm run lint, package.json",
    "./mvnw -q test, pom.xml",
    "Run `cargo test` twice, Cargo.toml",
    "python3 -m pytest tests, Python file"
  })
  void a_verification_the_repository_cannot_run_is_refused(String command, String lacks) {
    TreeFacts go = files("go.mod", "web/main.go");
    PlanTask task = verified(command);
    PlanTask made = task("TASK-002", 1, List.of(), new PlanFile(lacks, 0, "create", ""));

    assertThat(Verifications.errors(task, List.of(task), go).toString())
        .startsWith("[TASK-001: verification \"")
        .contains("the repository has no " + lacks);
    if (!lacks.contains(" ")) {
      assertThat(Verifications.errors(task, List.of(task, made), go)).isEmpty();
      assertThat(Verifications.errors(task, List.of(task), files("web/" + lacks))).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "go test ./...",
        "go vet ./... && go test -run TestX ./web",
        "Read the file and compare",
        "The npm of the team is asked",
        "curl -s localhost:8080/healthz"
      })
  void a_self_contained_verification_passes(String command) {
    PlanTask task = verified(command);

    assertThat(Verifications.errors(task, List.of(task), files("go.mod"))).isEmpty();
  }

  @Test
  void a_check_the_repository_cannot_run_is_refused() {
    PlanTask task = checked("go test .", "npm test");

    assertThat(Verifications.errors(task, List.of(task), files("go.mod", "pom.xml")))
        .containsExactly(
            "TASK-001: check \"npm test\" cannot run: the repository has no package.json, and no"
                + " task creates one; use a command of this repository.");
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '~',
      value = {
        "make test T=<name of the test>, <name of the test>",
        "pytest <path>, <path>",
        "go test ... -run X, ...",
        "grep -q … a.txt, …"
      })
  void a_check_with_a_placeholder_is_refused(String check, String placeholder) {
    assertThat(check(checked(check)))
        .singleElement()
        .asString()
        .startsWith(
            "TASK-001: check \"" + check + "\" cannot run as written: replace the placeholder \"")
        .contains(placeholder + "\".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "make check",
        "grep -q 'List<String>' src/Api.java && sort < a.txt > b.txt",
        "grep -q '<title>' 文档/x.html",
        "diff <(./a) <(./b)",
        "test \"$(cat a)\" = \"${B:-1}\""
      })
  void a_check_that_is_a_command_passes(String check) {
    assertThat(check(checked(check))).isEmpty();
  }

  @Test
  void a_task_has_at_most_five_single_line_checks() {
    assertThat(check(checked("a", "b", "c", "d", "e"))).isEmpty();
    assertThat(check(checked("a", "b", "c", "d", "e", "f")))
        .containsExactly("TASK-001 has 6 checks; give at most 5.");
    assertThat(check(checked("make\nmake test")))
        .containsExactly(
            "TASK-001: check \"make make test\" is not one line of visible characters; give one command line.");
    assertThat(check(checked("make \u202Etset"))).singleElement().asString().contains("visible");
    assertThat(check(checked("echo " + "x".repeat(500))))
        .singleElement()
        .asString()
        .startsWith("TASK-001: a check has 505 characters, the limit is 500: \"echo xxx");
  }

  private static PlanTask checked(String... checks) {
    return task("TASK-001", 1, List.of()).withChecks(List.of(checks));
  }

  private static PlanTask verified(String command) {
    return with(task("TASK-001", 1, List.of()), "verification", command);
  }

  private static TreeFacts files(String... paths) {
    return new TreeFacts() {
      @Override
      public OptionalInt lines(String path) {
        return List.of(paths).contains(path) ? OptionalInt.of(9) : OptionalInt.empty();
      }

      @Override
      public boolean hasFile(Predicate<String> name) {
        return Stream.of(paths).map(one -> one.replaceFirst(".*/", "")).anyMatch(name);
      }
    };
  }
}

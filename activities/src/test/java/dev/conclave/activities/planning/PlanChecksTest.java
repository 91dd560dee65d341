package dev.conclave.activities.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.api.PlanTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlanChecksTest {
  private static List<String> check(PlanTask... tasks) {
    return PlanChecks.check(Plans.of(tasks), PlanTerms.NONE, Plans.TREE);
  }

  private static PlanTask touching(PlanFile... files) {
    return Plans.task("TASK-001", 1, List.of(), files);
  }

  @Test
  void a_sound_plan_passes() {
    assertThat(PlanChecks.check(Plans.sound(), PlanTerms.NONE, Plans.TREE)).isEmpty();
  }

  @Test
  void an_id_used_twice_is_named_once() {
    assertThat(check(Plans.api(), Plans.api(), Plans.api()))
        .contains("Task id TASK-001 is used more than once; ids are unique.")
        .filteredOn(error -> error.contains("more than once"))
        .hasSize(1);
  }

  @Test
  void an_id_of_another_form_is_refused() {
    PlanTask odd = Plans.task("T1", 1, List.of());
    assertThat(check(odd, Plans.store()))
        .containsExactly("Task id \"T1\" has not the form TASK-001, TASK-002 and so on.");
  }

  @Test
  void one_task_is_enough_only_for_a_plan_of_low_complexity() {
    assertThat(check(Plans.api())).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(Plans.api())))
        .containsExactly("The plan has 1 task; give 2 to 7, or 1 when the complexity is Low.");
    Plan low = Plans.of(Plans.api());
    Plan simple =
        new Plan(
            low.summary(),
            low.approach(),
            Complexity.LOW,
            "30 minutes",
            "Codex",
            Optional.empty(),
            List.of(),
            low.tasks(),
            List.of(),
            false,
            List.of());
    assertThat(PlanChecks.warnings(simple)).isEmpty();
  }

  @Test
  void eight_tasks_are_warned_of_and_none_are_refused() {
    List<PlanTask> eight = new ArrayList<>();
    for (int i = 1; i <= 8; i++) {
      eight.add(Plans.task("TASK-00" + i, i, List.of()));
    }
    assertThat(check(eight.toArray(PlanTask[]::new))).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(eight.toArray(PlanTask[]::new))))
        .containsExactly("The plan has 8 tasks; give 2 to 7, or 1 when the complexity is Low.");
    assertThat(check()).containsExactly("The plan has no tasks; give 1 to 7.");
  }

  @Test
  void a_dependency_on_a_task_that_is_not_there_is_refused() {
    assertThat(check(Plans.api(), Plans.task("TASK-002", 2, List.of("TASK-009"))))
        .containsExactly("TASK-002 depends on \"TASK-009\", which is no task of the plan.");
  }

  @Test
  void a_circle_of_dependencies_is_named_with_its_tasks() {
    assertThat(
            check(
                Plans.task("TASK-001", 1, List.of("TASK-003")),
                Plans.task("TASK-002", 2, List.of("TASK-001")),
                Plans.task("TASK-003", 3, List.of("TASK-002")),
                Plans.task("TASK-004", 4, List.of("TASK-003"))))
        .containsExactly(
            "depends_on goes in a circle through TASK-001, TASK-002, TASK-003; remove one of these"
                + " dependencies.");
    assertThat(check(Plans.task("TASK-001", 1, List.of("TASK-001")), Plans.store()))
        .containsExactly(
            "depends_on goes in a circle through TASK-001; remove one of these dependencies.");
  }

  @Test
  void a_modified_or_deleted_file_has_to_exist() {
    assertThat(
            check(
                touching(
                    new PlanFile("src/Gone.java", 0, "modify", ""),
                    new PlanFile("src/Lost.java", 0, "delete", "")),
                Plans.store()))
        .containsExactly(
            "TASK-001 modifies src/Gone.java, which does not exist in the workspace; correct the"
                + " path, or create the file in one task.",
            "TASK-001 deletes src/Lost.java, which does not exist in the workspace; correct the"
                + " path, or create the file in one task.");
  }

  @Test
  void a_created_file_must_not_exist_nor_may_a_folder_of_its_name() {
    assertThat(
            check(
                touching(
                    new PlanFile("src/Api.java", 0, "create", ""),
                    new PlanFile("src", 0, "create", "")),
                Plans.task("TASK-002", 2, List.of())))
        .containsExactly(
            "TASK-001 creates src/Api.java, which already exists; modify it, or choose another"
                + " path.",
            "TASK-001 creates src, which already exists; modify it, or choose another path.");
  }

  @Test
  void a_line_past_the_end_or_before_the_start_is_refused_and_the_last_one_is_not() {
    assertThat(
            check(
                touching(
                    new PlanFile("src/Api.java", 121, "modify", ""),
                    new PlanFile("src/Api.java", -1, "modify", ""),
                    new PlanFile("src/Api.java", 120, "modify", "")),
                Plans.store()))
        .containsExactly(
            "TASK-001: line 121 of src/Api.java is out of range; the file has 120 lines (0 stands"
                + " for the whole file).",
            "TASK-001: line -1 of src/Api.java is out of range; the file has 120 lines (0 stands"
                + " for the whole file).");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"../other/A.java", "/etc/passwd", "src/../../x", "C:\\x", ".git/config", ""})
  void a_path_that_leaves_the_workspace_is_refused(String path) {
    assertThat(check(touching(new PlanFile(path, 0, "create", "")), Plans.store()))
        .singleElement()
        .asString()
        .contains("is no path inside the workspace");
  }

  @Test
  void an_unknown_action_of_a_file_is_refused() {
    assertThat(check(touching(new PlanFile("src/Api.java", 0, "rename", "")), Plans.store()))
        .containsExactly(
            "TASK-001: action \"rename\" of src/Api.java is none of modify, create, delete.");
  }

  @Test
  void a_task_without_criteria_is_refused_and_one_with_too_many_is_warned_of() {
    assertThat(check(Plans.accepting(Plans.api()), Plans.store()))
        .containsExactly(
            "TASK-001 has no acceptance criteria; give 1 to 4 that a test can decide.");
    PlanTask five = Plans.accepting(Plans.api(), "a", "b", "c", "d", "e");
    assertThat(check(five, Plans.store())).isEmpty();
    assertThat(PlanChecks.warnings(Plans.of(five, Plans.store())))
        .containsExactly("TASK-001: acceptance criteria: 5; give 1 to 4.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The filter works correctly",
        "It has Good   Performance under load",
        "Everything works as expected",
        "Limiting is implemented correctly",
        "限流功能正常工作",
      })
  void an_empty_phrase_is_no_criterion(String criterion) {
    assertThat(check(Plans.accepting(Plans.api(), criterion), Plans.store()))
        .singleElement()
        .asString()
        .startsWith("TASK-001: acceptance criterion \"")
        .contains("cannot be tested");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "The network correctly routed metric is 0",
        "p99 stays below 5 ms at 1,000 requests per second",
        "goodperformance.properties is loaded",
        "第六个请求返回 429",
      })
  void a_criterion_that_can_be_tested_passes(String criterion) {
    assertThat(check(Plans.accepting(Plans.api(), criterion), Plans.store())).isEmpty();
  }

  @Test
  void independent_tasks_of_one_group_must_not_touch_the_same_file() {
    PlanTask same =
        Plans.task("TASK-002", 1, List.of(), new PlanFile("src/Api.java", 3, "modify", ""));
    assertThat(check(Plans.api(), same))
        .containsExactly(
            "TASK-001 and TASK-002 are both in execution_group 1 and touch src/Api.java; put them"
                + " in different groups, or let one depend on the other.");
  }

  @Test
  void a_folder_and_a_file_in_it_overlap() {
    PlanTask folder = Plans.task("TASK-002", 1, List.of(), new PlanFile("src", 0, "modify", ""));
    assertThat(check(Plans.api(), folder)).singleElement().asString().contains("both in");
  }

  @Test
  void a_group_comes_after_the_groups_it_depends_on() {
    assertThat(
            check(
                Plans.task("TASK-001", 2, List.of()),
                Plans.task("TASK-002", 2, List.of("TASK-001"))))
        .containsExactly(
            "TASK-002 is in execution_group 2 but depends on TASK-001 in group 2; its group has to"
                + " be a later one.");
    assertThat(check(Plans.task("TASK-001", 0, List.of()), Plans.store()))
        .containsExactly("TASK-001 has execution_group 0; groups count from 1.");
  }

  @Test
  void a_plan_of_some_complexity_says_how_data_flows_and_what_was_decided() {
    Plan plan = Plans.sound();
    Plan bare =
        new Plan(
            "",
            " ",
            Complexity.HIGH,
            "",
            "Robot",
            Optional.of(" "),
            List.of(),
            plan.tasks(),
            List.of(),
            false,
            List.of());
    assertThat(PlanChecks.check(bare, PlanTerms.NONE, Plans.TREE))
        .containsExactly(
            "The plan has no summary.",
            "The plan has no approach.",
            "The plan has no estimated_time.",
            "recommended_execution is \"Robot\"; it is one of Agent, Codex.",
            "The plan has no data_flow, which a complexity of Medium or High needs.",
            "The plan has no design_decisions, which a complexity of Medium or High needs.");
  }
}

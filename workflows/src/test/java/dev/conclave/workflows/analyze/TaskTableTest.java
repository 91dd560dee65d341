package dev.conclave.workflows.analyze;

import static dev.conclave.workflows.analyze.Tasks.find;
import static dev.conclave.workflows.analyze.Tasks.table;
import static dev.conclave.workflows.analyze.Tasks.task;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.gate.Answer.AnalysisMode;
import dev.conclave.workflows.plan.Requests;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TaskTableTest {

  private static AnalysisTask with(AnalysisTask task, String field, Object value) {
    return Requests.with(task, Map.of(field, value));
  }

  static Stream<Arguments> wrong() {
    AnalysisTask first = task("A");
    return Stream.of(
        Arguments.of(List.of(first, task("A")), "row 3 (A) repeats the id of an earlier row"),
        Arguments.of(List.of(first, task("B", "B")), "row 3 (B) depends on itself"),
        Arguments.of(
            List.of(first, task("B", "X")),
            "row 3 (B) depends on \"X\", which is not in the table"),
        Arguments.of(
            List.of(first, with(task("B"), "context_from", List.of("X"))),
            "row 3 (B) takes context from \"X\", which is not in the table"),
        Arguments.of(
            List.of(first, task("B", "D"), task("C", "B"), task("D", "C"), task("E", "D")),
            "row 3 (B) cannot start: deps has a cycle among B, C, D"),
        Arguments.of(
            List.of(first, task("B", "C"), task("C", "D"), task("D", "C")),
            "row 4 (C) cannot start: deps has a cycle among C, D"),
        Arguments.of(
            List.of(first, with(task("B"), "context_from", List.of("A"))),
            "row 3 (B) takes context from A of wave 1, but runs in wave 1"),
        Arguments.of(
            List.of(with(first, "context_from", List.of("B")), task("B", "A")),
            "row 2 (A) takes context from B of wave 2, but runs in wave 1"),
        Arguments.of(
            List.of(task("../A")),
            "row 2 (../A) has an invalid id: use 1 to 64 letters, digits, '.', '_' and '-'"),
        Arguments.of(List.of(task("All")), "row 2 (All) has the reserved id \"all\""),
        Arguments.of(List.of(with(first, "title", " ")), "row 2 (A) has no title"),
        Arguments.of(
            List.of(with(first, "exec_mode", ExecMode.INTERACTIVE)),
            "row 2 (A) is interactive, but only a discussant can be"),
        Arguments.of(List.of(), "the table has no tasks"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void a_table_that_cannot_run_is_refused_with_its_row(List<AnalysisTask> tasks, String why) {
    assertThatThrownBy(new TaskTable(tasks)::withWaves).hasMessage(why);
  }

  @Test
  void all_as_context_means_every_earlier_task_of_any_wave() {
    AnalysisTask first = with(task("A"), "context_from", List.of("all"));
    assertThat(Tasks.refusal(new TaskTable(List.of(first, task("B", "A")))::withWaves)).isEmpty();
  }

  @Test
  void the_next_wave_is_the_first_with_a_pending_task() {
    TaskTable table = table(task("A"), task("B"), task("C", "A", "B"));
    assertThat(table.next()).extracting(AnalysisTask::id).containsExactly("A", "B");
    TaskTable half = table.completed("A", "found a");
    assertThat(half.next()).extracting(AnalysisTask::id).containsExactly("B");
    TaskTable first = half.completed("B", "found b");
    assertThat(first.next()).extracting(AnalysisTask::id).containsExactly("C");
    assertThat(first.completed("C", "found c").next()).isEmpty();
  }

  @Test
  void findings_and_errors_have_at_most_500_visible_characters() {
    TaskTable table = table(task("A"), task("B"));
    assertThat(find(table.completed("A", " a\u001b[31mb\u0007 "), "A").findings()).isEqualTo("ab");
    assertThat(find(table.completed("A", "限".repeat(501)), "A").findings())
        .isEqualTo("限".repeat(499) + "…");
    assertThat(find(table.failed("B", "x".repeat(900)), "B").error()).hasSize(500);
  }

  @Test
  void a_failed_task_skips_its_dependents_with_the_reason() {
    TaskTable table =
        table(task("A"), task("B"), task("C", "A"), task("D", "C", "B"), task("E", "B"))
            .completed("B", "found")
            .failed("A", "timed out");
    assertThat(find(table, "A").status()).isEqualTo(Status.FAILED);
    assertThat(List.of(find(table, "C"), find(table, "D")))
        .allMatch(task -> task.status() == Status.SKIPPED)
        .allMatch(task -> task.error().equals("A failed: timed out"));
    assertThat(find(table, "B").findings()).isEqualTo("found");
    assertThat(find(table, "E").status()).isEqualTo(Status.PENDING);
  }

  @Test
  void a_retry_resets_failed_tasks_and_those_they_skipped() {
    TaskTable table =
        table(task("A"), task("B"), task("C", "A"), task("D", "B"), task("E", "C", "D"));
    TaskTable failed = table.completed("B", "found").failed("A", "x").failed("D", "y");
    assertThat(failed.retried()).isEqualTo(table.completed("B", "found"));
  }

  @Test
  void a_task_gets_the_findings_of_its_context_tasks() {
    AnalysisTask some = with(task("C", "A", "B"), "context_from", List.of("B"));
    AnalysisTask every = with(task("D", "C"), "context_from", List.of("all"));
    TaskTable table =
        table(some, every, explorer("A"), explorer("B"))
            .completed("A", "one\n two")
            .completed("B", "three");
    assertThat(table.context(find(table, "C"))).isEqualTo("[Task B: Title of B] three");
    assertThat(table.completed("C", "four").context(find(table, "D")))
        .as("without the analysis, whose findings are among the discoveries")
        .isEqualTo(
            """
            [Task A: Title of A] one two
            [Task B: Title of B] three""");
    assertThat(table.context(find(table, "A"))).isEmpty();
  }

  private static AnalysisTask explorer(String id) {
    return with(task(id), "role", "explorer");
  }

  @Test
  void the_latest_findings_are_kept_whole_if_the_context_is_too_large() {
    List<AnalysisTask> tasks = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      tasks.add(explorer("T" + i).ended(Status.COMPLETED, "f".repeat(400), ""));
    }
    tasks.add(with(task("LAST", "T0"), "context_from", List.of("all")));
    TaskTable table = new TaskTable(tasks).withWaves();
    List<String> lines = table.context(find(table, "LAST")).lines().toList();
    assertThat(String.join("\n", lines).length()).isBetween(23_000, TaskTable.CONTEXT + 40);
    assertThat(lines.get(0)).isEqualTo("(" + (200 - lines.size() + 1) + " earlier ones omitted)");
    assertThat(lines.get(lines.size() - 1)).startsWith("[Task T199: ").endsWith("f".repeat(400));
  }

  @Test
  void a_table_without_a_conclusion_is_reported() {
    TaskTable standard =
        new AnalysisPipeline(
                new TopicConfiguration(List.of(), List.of("technical"), 5, AnalysisMode.STANDARD),
                false)
            .tasks();
    List<AnalysisTask> without =
        standard.tasks().stream()
            .filter(task -> task.role() != AnalysisTask.TaskRole.SYNTHESIZER)
            .filter(task -> task.execMode() != AnalysisTask.ExecMode.INTERACTIVE)
            .toList();

    assertThat(Tasks.refusal(standard::checkEdit)).isEmpty();
    assertThat(Tasks.refusal(new TaskTable(without)::checkEdit))
        .contains("add a row with role synthesizer");
    List<AnalysisTask> behind = new ArrayList<>(standard.tasks());
    behind.add(with(task("FEEDBACK-002", "SYNTH-001"), "perspective", "business"));
    assertThat(Tasks.refusal(new TaskTable(behind)::checkEdit))
        .startsWith("row 7 (FEEDBACK-002) depends on the synthesis");
  }

  @Test
  void a_humans_row_has_not_run_and_an_explorer_has_a_perspective() {
    List<AnalysisTask> rows =
        new AnalysisPipeline(
                new TopicConfiguration(List.of(), List.of("technical"), 5, AnalysisMode.STANDARD),
                false)
            .tasks()
            .tasks();

    for (AnalysisTask first :
        List.of(rows.get(0).ended(Status.COMPLETED, "", ""), with(rows.get(0), "findings", "x"))) {
      assertThat(edited(rows, first))
          .isEqualTo(
              "row 2 (EXPLORE-001) has not run, so its status must be pending, and findings and error empty");
    }
    assertThat(edited(rows, with(rows.get(0), "perspective", " ")))
        .startsWith("row 2 (EXPLORE-001) has no perspective");
    assertThat(edited(rows, with(rows.get(0), "title", "Another title"))).isEmpty();
  }

  private static String edited(List<AnalysisTask> rows, AnalysisTask first) {
    List<AnalysisTask> all = new ArrayList<>(rows);
    all.set(0, first);
    return Tasks.refusal(new TaskTable(all)::checkEdit);
  }
}

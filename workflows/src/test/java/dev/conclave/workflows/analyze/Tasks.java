package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.ExecMode;
import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.AnalysisTask.TaskRole;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Tasks for tests. */
final class Tasks {
  private Tasks() {}

  static AnalysisTask task(String id, String... deps) {
    return new AnalysisTask(
        id,
        "Title of " + id,
        "",
        TaskRole.ANALYST,
        "technical",
        List.of(),
        0,
        Optional.empty(),
        List.of(deps),
        List.of(),
        ExecMode.CSV_WAVE,
        0,
        Status.PENDING,
        "",
        "");
  }

  static TaskTable table(AnalysisTask... tasks) {
    return new TaskTable(List.of(tasks)).withWaves();
  }

  static AnalysisTask find(TaskTable table, String id) {
    return table.tasks().stream().filter(task -> task.id().equals(id)).findFirst().orElseThrow();
  }

  /** Returns why a check refuses a table; empty if it does not. */
  static String refusal(Runnable check) {
    try {
      check.run();
      return "";
    } catch (IllegalArgumentException e) {
      return String.valueOf(e.getMessage());
    }
  }

  /** Returns id, wave and dependencies: {@code EXPLORE-001 1 []}. */
  static Stream<String> outline(TaskTable table) {
    return table.tasks().stream()
        .map(task -> "%s %d %s".formatted(task.id(), task.wave(), task.deps()));
  }
}

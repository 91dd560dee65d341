package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalyzePhase;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.TaskLine;
import dev.conclave.workflows.text.Words;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/** Pages of an analysis: its tasks by wave, and what its discussions have come to. */
final class AnalyzeKindPage extends KindPage<AnalyzeState> {
  @Override
  void behind(Page page, AnalyzeState state, Gate gate, String what) {
    Optional<String> only = Optional.of(what).filter(Predicate.not(String::isEmpty));
    if (only.isEmpty()) {
      GatePage.write(page, gate);
      if (gate.type() == GateType.TASKS) {
        tasks(page, state);
      }
    }
    ledger(page, state, only);
  }

  private static void ledger(Page page, AnalyzeState state, Optional<String> only) {
    LedgerPage.write(page, state.ledger(), state.request().languages(), false, only);
  }

  private static void tasks(Page page, AnalyzeState state) {
    state.folder().ifPresent(folder -> page.field("Table", folder + "/tasks.csv"));
    for (AnalysisTask task : state.table().orElseThrow().tasks()) {
      page.gap().item(Ink.NAME, 0, task.id(), task.description());
    }
    page.gap();
  }

  /** The wave that runs: the first one with a task that has not. */
  @Override
  String progress(SessionView view) {
    return view.phase().equals(Words.of(AnalyzePhase.RUNNING_TASKS))
        ? view.tasks().stream()
            .filter(task -> task.status().equals(Words.of(AnalysisTask.Status.PENDING)))
            .map(TaskLine::wave)
            .min(Comparator.naturalOrder())
            .map(first -> ", wave " + first)
            .orElse("")
        : "";
  }

  @Override
  Table tasks(SessionSnapshot now) {
    Table table = new Table("Wave", "Task", "Perspective", "State", "Found").right(0);
    for (TaskLine task : now.view().tasks()) {
      boolean runs =
          now.live().stream().anyMatch(call -> call.call().contains("-" + task.id() + "-"));
      String status = runs ? "running" : task.status();
      table.row(task.wave(), task.id(), task.perspective(), status, found(task));
    }
    return table;
  }

  /** The discussions up to now: their ledger is one. */
  @Override
  public Part round(
      AnalyzeState state, int number, Function<DocumentRef, Optional<Synthesis>> whole) {
    if (number < 1 || number > state.discussed()) {
      throw missing(state.session(), "discussion " + number);
    }
    return new Part(state.ledger(), page -> ledger(page, state, Optional.empty()));
  }
}

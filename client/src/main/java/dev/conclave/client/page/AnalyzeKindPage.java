package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.analyze.AnalysisTask;
import dev.conclave.workflows.analyze.AnalyzeState;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.SessionView.TaskLine;
import java.util.Optional;
import java.util.function.Function;

/** Pages of an analysis: its tasks by wave, and the ledger of its discussions. */
final class AnalyzeKindPage extends KindPage<AnalyzeState> {
  @Override
  void details(Page page, AnalyzeState state, Gate gate, String what) {
    if (what.isEmpty()) {
      GatePage.write(page, gate);
      if (gate.type() == GateType.TASKS) {
        tasks(page, state);
      }
    }
    ledger(page, state, what);
  }

  private static void ledger(Page page, AnalyzeState state, String only) {
    LedgerPage.write(page, state.ledger(), state.request().languages(), false, only);
  }

  private static void tasks(Page page, AnalyzeState state) {
    state.folder().ifPresent(folder -> page.field("Task table", folder + "/tasks.csv"));
    for (AnalysisTask task : state.table().orElseThrow().tasks()) {
      page.gap().quote(Tone.NAME, 0, task.id(), task.description());
    }
    page.gap();
  }

  @Override
  Table tasks(SessionSnapshot now) {
    Table table = new Table("Wave", "Task", "Perspective", "State", "Findings").right(0).ours(2, 3);
    for (TaskLine task : now.view().tasks()) {
      String status = status(task, task.id(), now);
      table.row(task.wave(), task.id(), task.perspective(), status, found(task));
    }
    return table;
  }

  /** Returns all discussions so far; they share one ledger. */
  @Override
  public Part round(
      AnalyzeState state, int number, Function<DocumentRef, Optional<Synthesis>> whole) {
    if (number < 1 || number > state.discussionCount()) {
      throw missing(state.handle(), "discussion " + number);
    }
    return new Part(state.ledger(), page -> ledger(page, state, ""));
  }
}

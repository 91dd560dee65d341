package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.ExecutionOffer;
import dev.conclave.client.view.ExecutionView;
import dev.conclave.client.view.ExecutionView.CheckRow;
import dev.conclave.client.view.ExecutionView.TaskRow;
import dev.conclave.client.view.Field;
import dev.conclave.client.view.Line;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.api.CheckActivities.CheckRun;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.TaskRun;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Words;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** Pages of an execution: tasks, checks, the review and the branch. */
final class ExecuteKindPage extends KindPage<ExecuteState> {
  @Override
  void afterGate(Page page, ExecuteState state, Gate gate) {
    ExecutionOffer.of(state, gate).forEach(line -> GatePage.write(page, line));
  }

  @Override
  void details(Page page, ExecuteState state, Gate gate, String what) {
    Optional<TaskRun> task =
        state.tasks().stream()
            .filter(one -> one.id().toLowerCase(Locale.ROOT).equals(what))
            .findFirst();
    if (task.isPresent()) {
      write(page, task.get());
    } else if (what.isEmpty()) {
      GatePage.write(page, gate);
      SessionView view = state.view();
      if (view.execution() != null) {
        page.gap().table(tasks(view, view.execution()));
        more(page, view, view.execution());
      }
    } else if (state.last().isPresent()) {
      LedgerPage.write(page, state.last().get().ledger(), state.request().languages(), false, what);
    } else {
      page.text("Cannot view \"%s\": use a task's id, or just v.".formatted(what));
    }
  }

  private static void write(Page page, TaskRun task) {
    page.heading(task.id() + " " + task.title());
    page.field(
        "State", Words.of(task.status()) + (task.agent().isEmpty() ? "" : ", by " + task.agent()));
    if (!task.failure().isEmpty()) {
      page.field("Failure", task.failure());
    }
    if (!task.summary().isEmpty()) {
      page.field(Field.quote("Summary", task.summary()));
    }
    if (task.change() != null) {
      page.gap();
      task.change().stat().lines().forEach(line -> page.verbatim(2, line));
    }
    for (CheckRun run : task.checks()) {
      page.gap().text(Tone.NAME, 0, "%s: %s".formatted(run.line(), Words.of(run.status())));
      run.tail().strip().lines().forEach(line -> page.verbatim(2, line));
    }
  }

  @Override
  Table tasks(SessionSnapshot now) {
    ExecutionLine line = now.view().execution();
    return line == null ? new Table() : tasks(now.view(), line);
  }

  private static Table tasks(SessionView view, ExecutionLine line) {
    Table table =
        new Table("Task", "Title", "Step", "State", "Agent", "Change", "Commit")
            .right(2)
            .ours(3, 4, 5, 6);
    for (TaskRow row : ExecutionView.of(view, line).tasks()) {
      table.row(
          row.tone(),
          row.id(),
          row.title(),
          row.step(),
          row.state(),
          row.agent(),
          row.change(),
          row.note());
    }
    return table;
  }

  @Override
  void more(Page page, SessionSnapshot now) {
    ExecutionLine line = now.view().execution();
    if (line != null) {
      more(page, now.view(), line);
    }
  }

  private static void more(Page page, SessionView session, ExecutionLine line) {
    ExecutionView view = ExecutionView.of(session, line);
    Table checks = new Table("Check", "Task", "Source", "Before", "After").ours(2, 3, 4);
    for (CheckRow row : view.checks()) {
      checks.row(row.tone(), row.command(), row.of(), row.from(), row.before(), row.after());
    }
    page.gap().table(checks);
    lines(page, "Acceptance criteria", view.criteria());
    lines(page, "Review findings", view.findings());
  }

  private static void lines(Page page, String heading, List<Line> lines) {
    if (!lines.isEmpty()) {
      page.heading(heading);
      lines.forEach(line -> page.line(0, line));
    }
  }

  @Override
  public Part plan(ExecuteState state, Consumer<String> remarks) {
    Plan plan = state.request().plan();
    return new Part(plan, page -> PlanPage.overview(page, plan));
  }

  @Override
  public Part round(
      ExecuteState state, int number, Function<DocumentRef, Optional<Synthesis>> whole) {
    return ReviewKindPage.lastRound(state, number);
  }
}

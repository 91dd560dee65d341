package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.session.SessionView.TaskLine;

/** Pages of a context session: explorations, and conflicts with their strategies. */
final class ContextKindPage extends KindPage<ContextState> {
  @Override
  void details(Page page, ContextState state, Gate gate, String what) {
    if (what.isEmpty()) {
      GatePage.write(page, gate);
      return;
    }
    int last = state.conflict().map(one -> one.strategies().size()).orElse(0);
    if (what.matches("[1-9]") && Integer.parseInt(what) <= last) {
      ConflictPage.write(page, state.conflict().orElseThrow(), Integer.parseInt(what));
    } else {
      page.text(
          "Cannot view \"%s\": use a strategy's number from 1 to %d, or just v."
              .formatted(what, last));
    }
  }

  @Override
  Table tasks(SessionSnapshot now) {
    Table table = new Table("Part", "Topic", "State", "Result").ours(1, 2);
    for (TaskLine task : now.view().tasks()) {
      String title =
          task.wave() == 1 ? task.title() : "%s (%s)".formatted(task.title(), task.perspective());
      table.row(task.id(), title, status(task, task.perspective(), now), found(task));
    }
    return table;
  }
}

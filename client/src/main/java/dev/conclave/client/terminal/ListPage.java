package dev.conclave.client.terminal;

import dev.conclave.client.session.SessionLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Sessions, one a line. */
public final class ListPage {
  private ListPage() {}

  /** Writes them in the order given. */
  public static void write(Page page, List<SessionLine> sessions, Instant now) {
    Table table = new Table("Session", "Phase", "Round", "Awaiting", "Age", "Task").right(2, 4);
    for (SessionLine session : sessions) {
      table.row(
          session.id(),
          session.phase().orElse(session.status()),
          session.round().map(String::valueOf).orElse(""),
          session.running() ? session.awaiting().filter(a -> !a.equals("none")).orElse("") : "",
          Figures.span(Duration.between(session.started(), now)),
          Columns.fit(Printable.line(session.task().orElse("")), 60));
    }
    page.table(table);
  }
}

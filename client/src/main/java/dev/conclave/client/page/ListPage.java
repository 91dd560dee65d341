package dev.conclave.client.page;

import dev.conclave.client.session.SessionLine;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionEnd;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** Sessions, one per line. Rows are never wrapped, so that ids can be copied. */
public final class ListPage {
  private ListPage() {}

  public static void write(Page page, List<SessionLine> sessions, Instant now) {
    Table table = new Table("Session", "State", "Round", "Age", "Repository").right(2, 3).ours(1);
    for (SessionLine session : sessions) {
      table.row(
          session.awaitsHuman() ? Tone.CAREFUL : Tone.PLAIN,
          KindSpec.isId(session.handle()) ? session.handle() : Words.shell(session.handle()),
          state(session),
          session.round() == null || session.round() == 0 ? "" : session.round(),
          Formats.span(Duration.between(session.started(), now)),
          name(session));
    }
    page.unwrapped(table);
  }

  /** Returns what blocks it, else its open gate, else its phase, else its workflow's status. */
  private static String state(SessionLine session) {
    if (session.hindrance() != null) {
      return session.hindrance().replaceFirst(":.*", "");
    }
    if (session.awaitsHuman()) {
      return "awaiting " + session.awaiting();
    }
    String phase = session.phase();
    return phase == null || (!session.running() && !SessionEnd.isEnd(phase))
        ? session.workflow()
        : phase;
  }

  /** Returns the repository's name: the last part of its path or URL. */
  private static String name(SessionLine session) {
    String path = Objects.requireNonNullElse(session.repository(), "").replaceFirst("(?s)#.*", "");
    String last = path.replaceFirst("(?<![/\\\\])[/\\\\]+$", "").replaceFirst("^.*[/\\\\:]", "");
    return Printable.line(last.replaceFirst("\\.git$", ""));
  }
}

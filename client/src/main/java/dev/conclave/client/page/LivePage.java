package dev.conclave.client.page;

import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** One frame of the live view of a session: lines, none wider than the screen. */
final class LivePage {
  /** Below this an agent takes two lines: what it does stands on its own. */
  private static final int ROOMY = 76;

  private static final int ROUNDS_SHOWN = 5;
  private static final int LONGEST_NAME = 16;

  private final Screen screen;

  LivePage(Screen screen) {
    this.screen = screen;
  }

  /**
   * The frame.
   *
   * @param mark turns while the session goes on
   * @param height lines that there is room for
   */
  List<String> lines(Poll poll, Instant at, String mark, int height) {
    List<String> lines = new ArrayList<>();
    if (poll.snapshot().isPresent()) {
      Snapshot now = poll.snapshot().get();
      lines.add(line(Ink.NAME, mark + " ", Ink.STRONG, now.view().session()));
      lines.add("  " + fit(phase(now, at), 2));
      rounds(now, lines);
      agents(AgentRow.of(now, at), lines);
      now.view().notes().forEach(note -> lines.addAll(warning(note)));
      now.otherWork().forEach(work -> lines.add("  " + fit(Printable.line(work), 2)));
      now.waitsFor().filter(why -> !poll.mending()).ifPresent(why -> lines.addAll(warning(why)));
    }
    trouble(poll).ifPresent(why -> lines.addAll(warning(why)));
    List<String> remarks = poll.remarks();
    if (!remarks.isEmpty()) {
      lines.addAll(warning(remarks.get(remarks.size() - 1)));
    }
    return cut(lines, height);
  }

  private static String phase(Snapshot now, Instant at) {
    Duration age = Duration.between(now.view().createdAt(), at);
    return SessionPage.phase(now)
        + (now.closed().isPresent() ? "" : ", " + Figures.span(age) + " since its start");
  }

  /** Why nothing new is known; empty while something is. */
  static Optional<String> trouble(Poll poll) {
    return poll.silence()
        .map(
            silence ->
                why(poll)
                    + " Asked again and again for "
                    + Figures.span(silence)
                    + "; Ctrl-C leaves.");
  }

  private static String why(Poll poll) {
    if (poll.mending()) {
      return "What had ended is being started again.";
    }
    return poll.trouble()
        .map(e -> String.valueOf(e.getMessage()))
        .orElse(
            "Neither server nor worker has answered yet; where they were this machine's own and"
                + " have ended, `conclave up --detach` starts them.");
  }

  private void rounds(Snapshot now, List<String> lines) {
    List<RoundLine> rounds = now.view().rounds();
    int hidden = Math.max(0, rounds.size() - ROUNDS_SHOWN);
    if (hidden > 0) {
      lines.add(screen.paint(Ink.FAINT, "  … " + hidden + " earlier"));
    }
    for (RoundLine round : rounds.subList(hidden, rounds.size())) {
      Page page = new Page(screen);
      page.item(Ink.FAINT, 2, "round " + round.number(), RoundPage.convergence(round));
      page.toString().lines().forEach(lines::add);
    }
  }

  private void agents(List<AgentRow> rows, List<String> lines) {
    int agent = width(rows, AgentRow::agent);
    int role = width(rows, AgentRow::role);
    int state = width(rows, AgentRow::state);
    int time = width(rows, AgentRow::time);
    int told = width(rows, AgentRow::told);
    boolean roomy = screen.width() >= ROOMY;
    for (AgentRow row : rows) {
      StringBuilder line = new StringBuilder("  ");
      line.append(screen.paint(Ink.STRONG, cell(row.agent(), agent, false)));
      line.append(cell(row.role(), role, false));
      line.append(screen.paint(row.ink(), cell(row.state(), state, false)));
      line.append(cell(row.time(), time, true)).append(cell(row.told(), told, true));
      int used = 2 + agent + role + state + time + told + 2 * (told > 0 ? 5 : 4);
      if (roomy) {
        lines.add(line + fit(Printable.line(row.what()), used));
      } else {
        lines.add(line.toString().stripTrailing());
        lines.add("    " + screen.paint(Ink.FAINT, fit(Printable.line(row.what()), 4)));
      }
    }
  }

  private static int width(List<AgentRow> rows, Function<AgentRow, String> cell) {
    return Math.min(LONGEST_NAME, rows.stream().map(cell).mapToInt(Columns::of).max().orElse(0));
  }

  private static String cell(String text, int width, boolean right) {
    return width == 0 ? "" : Columns.pad(Columns.fit(text, width), width, right) + "  ";
  }

  private List<String> warning(String why) {
    return new Page(screen).item(Ink.CAREFUL, 2, "!", why).toString().lines().toList();
  }

  private String line(Ink markInk, String mark, Ink ink, String text) {
    return screen.paint(markInk, mark)
        + screen.paint(ink, fit(Printable.line(text), Columns.of(mark)));
  }

  private String fit(String text, int used) {
    return Columns.fit(text, Math.max(2, screen.width() - used));
  }

  private List<String> cut(List<String> lines, int height) {
    return lines.size() <= height
        ? lines
        : Stream.concat(
                lines.stream().limit(Math.max(1, height - 1L)),
                Stream.of(screen.paint(Ink.FAINT, "  … more than this terminal has lines for")))
            .toList();
  }
}

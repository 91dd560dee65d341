package dev.conclave.client.page;

import dev.conclave.client.session.SessionLook;
import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One frame of the live view of a session: lines, none wider than the screen. */
final class LivePage {
  private static final int ROUNDS_SHOWN = 5;

  private LivePage() {}

  /**
   * The frame.
   *
   * @param mark turns while the session goes on
   * @param height lines that there is room for
   */
  static List<String> lines(Screen screen, Poll poll, Instant at, String mark, int height) {
    Page page = new Page(screen);
    poll.look().ifPresent(now -> write(page, now, at, mark));
    trouble(poll).ifPresent(why -> page.item(Ink.CAREFUL, 2, "!", why));
    List<String> lines = page.toString().lines().toList();
    return lines.size() <= height
        ? lines
        : Stream.concat(
                lines.stream().limit(Math.max(1, height - 1L)),
                Stream.of(screen.paint(Ink.FAINT, "  … more than this terminal has lines for")))
            .toList();
  }

  private static void write(Page page, SessionLook now, Instant at, String mark) {
    page.item(Ink.NAME, 0, mark, now.view().session());
    String age = Figures.span(Duration.between(now.view().createdAt(), at)) + " since its start";
    page.text(Ink.PLAIN, 2, SessionPage.phase(now) + (now.closed().isPresent() ? "" : ", " + age));
    List<RoundLine> rounds = now.view().rounds();
    int hidden = Math.max(0, rounds.size() - ROUNDS_SHOWN);
    if (hidden > 0) {
      page.text(Ink.FAINT, 2, "… " + hidden + " earlier");
    }
    for (RoundLine round : rounds.subList(hidden, rounds.size())) {
      page.item(Ink.FAINT, 2, "round " + round.number(), RoundPage.convergence(round));
    }
    page.table(2, AgentTable.of(now, at));
    now.view().notes().forEach(note -> page.item(Ink.CAREFUL, 2, "!", note));
    now.otherWork().forEach(work -> page.text(Ink.PLAIN, 2, Printable.line(work)));
    now.waitsFor().ifPresent(why -> page.item(Ink.CAREFUL, 2, "!", why));
  }

  /** Why nothing new is known; empty while something is. */
  static Optional<String> trouble(Poll poll) {
    String why =
        poll.trouble()
            .map(e -> String.valueOf(e.getMessage()))
            .orElse(
                "Neither server nor worker has answered yet; where they were this machine's own"
                    + " and have ended, `conclave up --detach` starts them.");
    return poll.silence()
        .map(
            silence ->
                "%s Asked again and again for %s; Ctrl-C leaves."
                    .formatted(why, Figures.span(silence)));
  }
}

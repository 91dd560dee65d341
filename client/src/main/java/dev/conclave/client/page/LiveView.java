package dev.conclave.client.page;

import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.view.AgentRow;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.session.SessionView.RoundLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * A few terminal lines that are kept up to date. Disables echo meanwhile, since typed keys would
 * garble them. Not thread-safe.
 */
public final class LiveView implements SessionViewer {
  private static final int ROUNDS_SHOWN = 5;
  private static final String[] TURNING = {"|", "/", "-", "\\"};

  private final Terminal terminal;
  private final Supplier<Screen> screen;
  private Display display;
  private final Attributes before;
  private List<AttributedString> shown = List.of();
  private Size size = new Size();
  private int turn;

  /** Draws at the end of the screen until closed. */
  public LiveView(Terminal terminal, Supplier<Screen> screen) {
    this.terminal = terminal;
    this.screen = screen;
    this.display = new Display(terminal, false);
    this.before = terminal.getAttributes();
    Attributes quiet = new Attributes(before);
    quiet.setLocalFlag(LocalFlag.ECHO, false);
    terminal.setAttributes(quiet);
  }

  public static boolean possible(Terminal terminal) {
    return terminal.getStringCapability(Capability.cursor_up) != null
        && terminal.getStringCapability(Capability.clr_eos) != null
        && terminal.getWidth() > 0;
  }

  @Override
  public void show(Poll poll, Instant at) {
    resize();
    boolean waits = poll.look() != null && (poll.look().isClosed() || poll.look().awaitsHuman());
    String mark = waits ? "*" : TURNING[turn++ % TURNING.length];
    // Keep one column and one line free: a full terminal scrolls or wraps.
    List<String> lines =
        lines(screen.get().resized(size.getColumns() - 1), poll, at, mark, size.getRows() - 1);
    draw(lines.stream().map(AttributedString::fromAnsi).toList());
  }

  private void draw(List<AttributedString> lines) {
    if (lines.isEmpty()) {
      return;
    }
    // Leave the cursor behind the last line, so that later output overwrites nothing.
    int last = lines.size() - 1;
    display.update(lines, size.cursorPos(last, lines.get(last).columnLength()));
    shown = lines;
  }

  /** Redraws after a change of size, since the terminal has rewrapped the lines. */
  private void resize() {
    Size now =
        new Size(
            Math.max(Screen.NARROWEST, terminal.getWidth()), Math.max(6, terminal.getHeight()));
    if (now.equals(size)) {
      return;
    }
    if (!shown.isEmpty() && now.getColumns() != size.getColumns()) {
      int rows =
          shown.stream()
              .mapToInt(
                  line ->
                      1 + Math.max(0, line.columnLength() - 1) / Math.max(1, terminal.getWidth()))
              .sum();
      terminal.puts(Capability.carriage_return);
      for (int i = 1; i < rows; i++) {
        terminal.puts(Capability.cursor_up);
      }
      terminal.puts(Capability.clr_eos);
      // Display.reset() would keep the old cursor position.
      display = new Display(terminal, false);
      shown = List.of();
    }
    size = now;
    display.resize(now.getRows(), now.getColumns());
  }

  static List<String> lines(Screen screen, Poll poll, Instant at, String mark, int height) {
    Page page = new Page(screen);
    if (poll.look() != null) {
      write(page, poll.look(), at, mark);
    }
    connectionProblem(poll).ifPresent(why -> page.item(Tone.CAREFUL, 2, "!", why));
    List<String> lines = page.toString().lines().toList();
    return lines.size() <= height
        ? lines
        : Stream.concat(
                lines.stream().limit(Math.max(1, height - 1L)),
                Stream.of(
                    screen.paint(
                        Tone.FAINT,
                        "  … " + screen.ours("the terminal is too short for the rest"))))
            .toList();
  }

  private static void write(Page page, SessionSnapshot now, Instant at, String mark) {
    page.item(Tone.NAME, 0, mark, now.view().handle());
    String age = Formats.span(Duration.between(now.view().createdAt(), at)) + " ago";
    page.text(
        Tone.PLAIN, 2, SessionSummary.phase(now) + (now.isClosed() ? "" : ", started " + age));
    List<RoundLine> rounds = now.view().rounds();
    int hidden = Math.max(0, rounds.size() - ROUNDS_SHOWN);
    if (hidden > 0) {
      page.text(Tone.FAINT, 2, "… " + hidden + " earlier");
    }
    for (RoundLine round : rounds.subList(hidden, rounds.size())) {
      page.item(Tone.FAINT, 2, "round " + round.number(), RoundSummary.oneLine(now.view(), round));
    }
    if (now.view().execution() != null) {
      page.table(2, KindPage.of(now.view().session()).tasks(now));
    }
    page.table(2, SessionPage.agents(AgentRow.of(now, at)));
    // An open gate shows its own notes.
    now.view().notes().stream()
        .filter(note -> now.view().gate().filter(g -> g.shown().lines().contains(note)).isEmpty())
        .forEach(note -> page.item(Tone.CAREFUL, 2, "!", note));
    now.otherWork().forEach(work -> page.text(Tone.PLAIN, 2, Printable.line(work)));
    if (now.waitsFor() != null) {
      page.item(Tone.CAREFUL, 2, "!", now.waitsFor());
    }
  }

  /** Returns why there is no news of the session; empty while there is. */
  static Optional<String> connectionProblem(Poll poll) {
    String why =
        poll.trouble() == null
            ? "Neither the server nor a worker has answered yet. If they ran on this machine and have stopped, restart them with `conclave up`."
            : String.valueOf(poll.trouble().getMessage());
    return Optional.ofNullable(poll.silence())
        .map(Formats::span)
        .map(silence -> "%s Still retrying after %s; Ctrl-C quits.".formatted(why, silence));
  }

  @Override
  public void close() {
    terminal.setAttributes(before);
    if (!shown.isEmpty()) {
      terminal.writer().println("\n");
    }
    terminal.flush();
  }
}

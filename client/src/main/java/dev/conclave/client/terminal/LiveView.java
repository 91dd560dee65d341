package dev.conclave.client.terminal;

import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.discussion.Convergence;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;

/** A few lines of a terminal that are kept up to date. Not thread-safe. */
public final class LiveView implements SessionViewer {
  private static final String[] TURNING = {"|", "/", "-", "\\"};

  private final Terminal terminal;
  private final boolean color;
  private final IntFunction<Optional<Convergence>> rounds;
  private final Display display;
  private final Map<Integer, String> told = new LinkedHashMap<>();
  private int turn;

  public LiveView(Terminal terminal, boolean color, IntFunction<Optional<Convergence>> rounds) {
    this.terminal = terminal;
    this.color = color;
    this.rounds = rounds;
    this.display = new Display(terminal, false);
  }

  @Override
  public void accept(Snapshot now) {
    int width = Math.max(Screen.NARROWEST, terminal.getWidth());
    int height = Math.max(4, terminal.getHeight());
    display.resize(height, width);
    List<AttributedString> lines =
        page(now, new Screen(width - 1, color))
            .lines()
            .limit(height - 1L)
            .map(AttributedString::fromAnsi)
            .toList();
    // The cursor rests behind the last line, so that what is printed next overwrites nothing.
    int last = lines.size() - 1;
    display.update(lines, new Size(width, height).cursorPos(last, lines.get(last).columnLength()));
  }

  private String page(Snapshot now, Screen screen) {
    Page page = new Page(screen);
    String turning = now.closed().isPresent() || now.awaitsHuman() ? "*" : next();
    page.item(Ink.NAME, 0, turning, now.view().session() + ": " + SessionPage.phase(now));
    now.view()
        .rounds()
        .forEach(
            round ->
                page.item(
                    Ink.FAINT,
                    2,
                    "round " + round.number(),
                    told.computeIfAbsent(round.number(), this::convergence)));
    SessionPage.live(page, now);
    now.view().notes().forEach(note -> page.item(Ink.CAREFUL, 0, "!", note));
    now.hindrance().ifPresent(why -> page.item(Ink.CAREFUL, 0, "!", why));
    return page.toString();
  }

  private String convergence(int round) {
    return rounds.apply(round).map(RoundPage::convergence).orElse("");
  }

  private String next() {
    turn = (turn + 1) % TURNING.length;
    return TURNING[turn];
  }

  @Override
  public void close() {
    terminal.writer().println();
    terminal.flush();
    display.reset();
  }
}

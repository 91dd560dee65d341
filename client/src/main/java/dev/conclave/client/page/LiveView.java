package dev.conclave.client.page;

import dev.conclave.client.session.SessionPoller.Poll;
import dev.conclave.client.terminal.Screen;
import java.time.Instant;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.utils.AttributedString;
import org.jline.utils.Display;
import org.jline.utils.InfoCmp.Capability;

/**
 * A few lines of a terminal that are kept up to date. Keys are not echoed meanwhile: they would
 * stand in the middle of it. Not thread-safe.
 */
public final class LiveView implements SessionViewer {
  private static final String[] TURNING = {"|", "/", "-", "\\"};

  private final Terminal terminal;
  private final boolean color;
  private Display display;
  private final Attributes before;
  private List<AttributedString> shown = List.of();
  private Size size = new Size();
  private int turn;

  /** Takes the end of the screen, until closed. */
  public LiveView(Terminal terminal, boolean color) {
    this.terminal = terminal;
    this.color = color;
    this.display = new Display(terminal, false);
    this.before = terminal.getAttributes();
    Attributes quiet = new Attributes(before);
    quiet.setLocalFlag(LocalFlag.ECHO, false);
    terminal.setAttributes(quiet);
  }

  /** Whether a terminal can be written to anywhere but at its end. */
  public static boolean possible(Terminal terminal) {
    return terminal.getStringCapability(Capability.cursor_up) != null
        && terminal.getStringCapability(Capability.clr_eos) != null
        && terminal.getWidth() > 0;
  }

  @Override
  public void show(Poll poll, Instant at) {
    resize();
    boolean waits =
        poll.look().filter(now -> now.closed().isPresent() || now.awaitsHuman()).isPresent();
    String mark = waits ? "*" : TURNING[turn++ % TURNING.length];
    // One column and one line stay free: a terminal that is written full scrolls or wraps.
    List<String> lines =
        LivePage.lines(
            new Screen(size.getColumns() - 1, color), poll, at, mark, size.getRows() - 1);
    draw(lines.stream().map(AttributedString::fromAnsi).toList());
  }

  private void draw(List<AttributedString> lines) {
    if (lines.isEmpty()) {
      return;
    }
    // The cursor rests behind the last line, so that what is printed next overwrites nothing.
    int last = lines.size() - 1;
    display.update(lines, size.cursorPos(last, lines.get(last).columnLength()));
    shown = lines;
  }

  /** After a change of size the terminal has broken our lines anew: they are drawn anew. */
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
                  line -> Math.max(1, ceil(line.columnLength(), Math.max(1, terminal.getWidth()))))
              .sum();
      terminal.puts(Capability.carriage_return);
      for (int i = 1; i < rows; i++) {
        terminal.puts(Capability.cursor_up);
      }
      terminal.puts(Capability.clr_eos);
      // A reset one would still believe its cursor where it was.
      display = new Display(terminal, false);
      shown = List.of();
    }
    size = now;
    display.resize(now.getRows(), now.getColumns());
  }

  private static int ceil(int columns, int width) {
    return (columns + width - 1) / width;
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

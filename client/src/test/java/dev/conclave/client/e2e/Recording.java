package dev.conclave.client.e2e;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Terminal screens as an animated SVG, which browsers and GitHub show without a player. Without
 * animation, the second screen is visible.
 */
final class Recording {
  static final int COLUMNS = 80;
  static final int ROWS = 26;
  private static final int WIDTH = 8;
  private static final int HEIGHT = 17;
  private static final int MARGIN = 16;

  private record Frame(String svg, int rows, int seconds) {}

  private final List<Frame> frames = new ArrayList<>();
  private final String typed;

  Recording(String typed) {
    this.typed = typed;
  }

  /** Adds the screen from the line with this mark on, for a number of seconds. */
  void add(Tty tty, String mark, int seconds) {
    long[] cells = tty.cells(COLUMNS, ROWS);
    int first = 0;
    while (first < ROWS - 1 && !line(cells, first).contains(mark)) {
      first++;
    }
    StringBuilder svg = new StringBuilder();
    int rows = 0;
    for (int row = first; row < ROWS; row++) {
      String runs = runs(cells, row, MARGIN + (row - first + 3) * HEIGHT);
      rows = runs.isEmpty() ? rows : row - first + 1;
      svg.append(runs);
    }
    frames.add(new Frame(svg.toString(), rows, seconds));
  }

  private static String line(long[] cells, int row) {
    StringBuilder line = new StringBuilder();
    for (int i = row * COLUMNS; i < (row + 1) * COLUMNS; i++) {
      line.append((char) cells[i]);
    }
    return line.toString();
  }

  /** Returns a row as a text with a span for each run of the same style. */
  private static String runs(long[] cells, int row, int y) {
    String line = line(cells, row).stripTrailing();
    StringBuilder text = new StringBuilder();
    for (int from = 0, to; from < line.length(); from = to) {
      long look = cells[row * COLUMNS + from] >>> 32;
      to = from + 1;
      while (to < line.length() && cells[row * COLUMNS + to] >>> 32 == look) {
        to++;
      }
      text.append(
          "<tspan x='%d' textLength='%d'%s>%s</tspan>"
              .formatted(
                  MARGIN + from * WIDTH, (to - from) * WIDTH, look(look), xml(line, from, to)));
    }
    return text.isEmpty() ? "" : "<text y='%d'>%s</text>\n".formatted(y, text);
  }

  /** The emulator stores flags, bold as the fourth, and a twelve-bit foreground. */
  private static String look(long look) {
    boolean colored = (look & 0x10000000L) != 0;
    String color =
        !colored
            ? ""
            : switch ((int) (look >> 12 & 0xfff)) {
              case 0x080 -> " fill='#8ddb8c'";
              case 0x880 -> " fill='#f0b35a'";
              case 0x800 -> " fill='#f47067'";
              default -> " fill='#76e3ea'";
            };
    return color + ((look & 0x08000000L) != 0 ? " font-weight='bold'" : "");
  }

  private static String xml(String line, int from, int to) {
    return line.substring(from, to).replace("&", "&amp;").replace("<", "&lt;");
  }

  String svg() {
    double total = frames.stream().mapToInt(Frame::seconds).sum();
    StringBuilder styles = new StringBuilder();
    StringBuilder screens = new StringBuilder();
    double start = 0;
    for (int i = 0; i < frames.size(); i++) {
      double end = start + frames.get(i).seconds() * 100 / total;
      styles.append(
          String.format(
              Locale.ROOT,
              "#s%d{animation:s%d %.0fs step-end infinite}"
                  + "@keyframes s%d{0%%{opacity:%d}%.2f%%{opacity:1}%.2f%%{opacity:0}}\n",
              i,
              i,
              total,
              i,
              i == 0 ? 1 : 0,
              start,
              end));
      screens.append(
          "<g id='s%d' opacity='%d'>\n%s</g>\n".formatted(i, i == 1 ? 1 : 0, frames.get(i).svg()));
      start = end;
    }
    return """
    <svg xmlns='http://www.w3.org/2000/svg' width='%d' height='%d' font-size='13' fill='#cdd9e5'
     font-family='ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace'>
    <style>text{white-space:pre}
    %s</style>
    <rect width='100%%' height='100%%' rx='8' fill='#1c2128'/>
    <text x='%d' y='%d' fill='#6cb6ff'>$ %s</text>
    %s</svg>
    """
        .formatted(
            COLUMNS * WIDTH + 2 * MARGIN,
            (frames.stream().mapToInt(Frame::rows).max().orElse(0) + 3) * HEIGHT + MARGIN,
            styles,
            MARGIN,
            MARGIN + HEIGHT,
            typed,
            screens);
  }

  /** Returns the text of a picture, one line per row. */
  static String words(String svg) {
    return svg.lines()
        .filter(line -> line.contains("<text"))
        .map(line -> line.replaceAll("<[^>]*>", "").replace("&lt;", "<").replace("&amp;", "&"))
        .collect(Collectors.joining("\n"));
  }
}

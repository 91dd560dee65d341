package dev.conclave.client.terminal;

import dev.conclave.client.view.Tone;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table that fits the screen: narrows the widest columns and wraps their cells, within words only
 * as a last resort. (Picocli's table counts an emoji as one column.) Not thread-safe.
 */
public final class Table {
  private static final int GAP = 2;
  private static final int NARROWEST_COLUMN = 5;

  private final List<String> header;
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Tone> tones = new ArrayList<>();
  private final Set<Integer> right = new HashSet<>();
  private final Set<Integer> ours = new HashSet<>();

  public Table(String... header) {
    this.header = List.of(header);
  }

  public Table right(Integer... columns) {
    right.addAll(Arrays.asList(columns));
    return this;
  }

  /** Names the columns with words of the program; others are never translated. */
  public Table ours(Integer... columns) {
    ours.addAll(Arrays.asList(columns));
    return this;
  }

  public Table row(Object... cells) {
    return row(Tone.PLAIN, cells);
  }

  public Table row(Tone tone, Object... cells) {
    List<String> row = new ArrayList<>();
    for (Object cell : cells) {
      row.add(Printable.text(String.valueOf(cell)).strip());
    }
    while (row.size() < header.size()) {
      row.add("");
    }
    rows.add(row);
    tones.add(tone);
    return this;
  }

  /** Returns the table in the language of a screen. */
  Table in(Screen screen) {
    Table told = new Table(header.stream().map(screen::ours).toArray(String[]::new));
    told.right.addAll(right);
    for (int r = 0; r < rows.size(); r++) {
      List<String> row = rows.get(r);
      told.row(
          tones.get(r),
          IntStream.range(0, row.size())
              .mapToObj(c -> ours.contains(c) ? screen.ours(row.get(c)) : row.get(c))
              .toArray());
    }
    return told;
  }

  /** Renders for a screen, narrowed to its width; empty without rows. */
  List<String> render(Screen screen, int indent) {
    return render(screen, indent, narrowed(screen.width() - indent));
  }

  /** Renders as a Markdown table; empty without rows. */
  List<String> markdown() {
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      if (lines.isEmpty()) {
        lines.add("| " + String.join(" | ", header) + " |");
        lines.add("|---".repeat(header.size()) + "|");
      }
      lines.add(
          row.stream()
              .map(cell -> Page.plain(cell).replace("|", "\\|"))
              .collect(Collectors.joining(" | ", "| ", " |")));
    }
    return lines;
  }

  /** Renders without wrapping rows. */
  List<String> unwrapped(Screen screen) {
    return render(screen, 0, natural());
  }

  private List<String> render(Screen screen, int indent, int[] widths) {
    List<String> lines = new ArrayList<>();
    for (int r = 0; r < rows.size(); r++) {
      if (r == 0) {
        row(header, widths).forEach(line -> lines.add(screen.paint(Tone.FAINT, line)));
      }
      Tone tone = tones.get(r);
      row(rows.get(r), widths).forEach(line -> lines.add(screen.paint(tone, line)));
    }
    return lines.stream().map(line -> " ".repeat(indent) + line).toList();
  }

  private int[] natural() {
    return widths("\\R");
  }

  /** Returns the width of the longest part of each column, split by a pattern. */
  private int[] widths(String separator) {
    return IntStream.range(0, header.size())
        .map(
            c ->
                Stream.concat(Stream.of(header), rows.stream())
                    .flatMap(row -> Stream.of(row.get(c).split(separator)))
                    .mapToInt(Columns::of)
                    .max()
                    .orElse(0))
        .toArray();
  }

  private static int sum(int[] widths) {
    return Arrays.stream(widths).sum() + GAP * (widths.length - 1);
  }

  private int[] narrowed(int room) {
    int[] widths = natural();
    int[] words = widths("\\s+");
    right.forEach(c -> words[c] = widths[c]); // a value such as 1m 05s is one word
    while (sum(widths) > room) {
      Optional<Integer> next =
          IntStream.range(0, widths.length)
              .boxed()
              .filter(c -> widths[c] > NARROWEST_COLUMN)
              .max(
                  Comparator.comparing((Integer c) -> widths[c] > words[c])
                      .thenComparing(c -> widths[c]));
      if (next.isEmpty()) {
        return widths;
      }
      widths[next.get()]--;
    }
    return widths;
  }

  private List<String> row(List<String> cells, int[] widths) {
    List<List<String>> wrapped =
        IntStream.range(0, widths.length)
            .mapToObj(c -> Columns.wrap(cells.get(c), widths[c]))
            .toList();
    int height = wrapped.stream().mapToInt(List::size).max().orElse(0);
    List<String> lines = new ArrayList<>();
    for (int y = 0; y < height; y++) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < widths.length; c++) {
        String cell = y < wrapped.get(c).size() ? wrapped.get(c).get(y) : "";
        line.append(c == 0 ? "" : " ".repeat(GAP))
            .append(Columns.pad(cell, widths[c], right.contains(c)));
      }
      lines.add(line.toString().stripTrailing());
    }
    return lines;
  }
}

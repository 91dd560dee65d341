package dev.conclave.client.view;

import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A unified diff by file, with review findings at its lines. */
public record DiffView(List<FileDiff> files) {
  private static final Pattern HUNK =
      Pattern.compile("@@ -(\\d+)(?:,\\d+)? \\+(\\d+)(?:,\\d+)? @@.*");

  private static final String BEGINS = "diff --git ";

  /** The diff of one file; {@code path} is its name after the change. */
  public record FileDiff(String path, int added, int removed, List<Row> rows) {
    public boolean hasFindings() {
      return rows.stream().anyMatch(row -> !row.findings().isEmpty());
    }
  }

  /**
   * A line.
   *
   * @param look {@code added}, {@code removed}, {@code same} or {@code hunk}
   * @param before its line number before the change; empty if none
   * @param after its line number after the change; empty if none
   */
  public record Row(String look, String before, String after, String text, List<Judged> findings) {}

  public static DiffView of(String diff, List<Judged> findings) {
    List<FileDiff> files = new ArrayList<>();
    for (String one : diff.split("(?m)^(?=" + BEGINS + ")")) {
      if (one.startsWith(BEGINS)) {
        files.add(file(one, findings));
      }
    }
    return new DiffView(files);
  }

  private static FileDiff file(String text, List<Judged> findings) {
    List<String> lines = text.lines().toList();
    String path = path(lines);
    List<Judged> here = findings.stream().filter(one -> one.finding().file().equals(path)).toList();
    List<Row> rows = new ArrayList<>();
    int before = 0;
    int after = 0;
    for (String line : lines) {
      Matcher hunk = HUNK.matcher(line);
      if (hunk.matches()) {
        before = Integer.parseInt(hunk.group(1));
        after = Integer.parseInt(hunk.group(2));
        rows.add(new Row("hunk", "", "", line, List.of()));
      } else if (!rows.isEmpty() && !line.startsWith("\\")) {
        char sign = line.isEmpty() ? ' ' : line.charAt(0);
        String said = line.isEmpty() ? "" : line.substring(1);
        int number = after;
        rows.add(
            switch (sign) {
              case '+' -> new Row("added", "", "" + after++, said, at(here, number));
              case '-' -> new Row("removed", "" + before++, "", said, List.of());
              default -> new Row("same", "" + before++, "" + after++, said, at(here, number));
            });
      }
    }
    return new FileDiff(path, count(rows, "added"), count(rows, "removed"), rows);
  }

  /** Returns the new path of a file, or the old one if it was deleted. */
  private static String path(List<String> lines) {
    String gone = "";
    for (String line : lines) {
      if (line.startsWith("+++ b/")) {
        return line.substring("+++ b/".length());
      }
      if (line.startsWith("--- a/")) {
        gone = line.substring("--- a/".length());
      }
    }
    String first = lines.get(0);
    return gone.isEmpty() ? first.substring(first.indexOf(" b/") + 3) : gone;
  }

  private static List<Judged> at(List<Judged> findings, int line) {
    return findings.stream().filter(one -> one.finding().line() == line).toList();
  }

  private static int count(List<Row> rows, String look) {
    return (int) rows.stream().filter(row -> row.look().equals(look)).count();
  }
}

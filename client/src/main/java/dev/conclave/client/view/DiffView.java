package dev.conclave.client.view;

import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A unified diff by file, with review findings at its lines. */
public record DiffView(List<FileDiff> files) {
  private static final Pattern HUNK =
      Pattern.compile("@@ -(\\d+)(?:,\\d+)? \\+(\\d+)(?:,\\d+)? @@.*");

  private static final String BEGINS = "diff --git ";

  /** With more files than this, files without findings are not shown first. */
  private static final int MANY = 12;

  /**
   * The diff of one file.
   *
   * @param path its name after the change
   * @param before its name before the change; the same unless renamed
   * @param look {@code added}, {@code deleted}, {@code renamed} or {@code modified}
   * @param elsewhere findings at lines outside the diff
   */
  public record FileDiff(
      String path,
      String before,
      String look,
      int added,
      int removed,
      List<Row> rows,
      List<Judged> elsewhere) {
    /** Returns the number of findings in the file. */
    public int found() {
      return elsewhere.size() + rows.stream().mapToInt(row -> row.findings().size()).sum();
    }

    public boolean hasFindings() {
      return found() > 0;
    }
  }

  /** Returns the files to show first: all, or only those with findings if there are many. */
  public List<FileDiff> first() {
    return files.stream().filter(file -> files.size() <= MANY || file.hasFindings()).toList();
  }

  public List<FileDiff> rest() {
    return files.stream().filter(file -> !first().contains(file)).toList();
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
    List<String> head = lines.stream().takeWhile(line -> !HUNK.matcher(line).matches()).toList();
    String first = lines.get(0);
    String same = first.substring(first.indexOf(" b/") + " b/".length());
    String before = after("rename from ", head).or(() -> after("--- a/", head)).orElse(same);
    String path = after("rename to ", head).or(() -> after("+++ b/", head)).orElse(before);
    String look =
        !before.equals(path)
            ? "renamed"
            : after("new file", head).isPresent()
                ? "added"
                : after("deleted file", head).isPresent() ? "deleted" : "modified";
    List<Judged> here = new ArrayList<>(findings);
    here.removeIf(one -> !one.finding().file().equals(path));
    List<Row> rows = new ArrayList<>();
    int old = 0;
    int now = 0;
    for (String line : lines) {
      Matcher hunk = HUNK.matcher(line);
      if (hunk.matches()) {
        old = Integer.parseInt(hunk.group(1));
        now = Integer.parseInt(hunk.group(2));
        rows.add(new Row("hunk", "", "", line, List.of()));
      } else if (!rows.isEmpty() && !line.startsWith("\\")) {
        char sign = line.isEmpty() ? ' ' : line.charAt(0);
        String said = line.isEmpty() ? "" : line.substring(1);
        int number = now;
        rows.add(
            switch (sign) {
              case '+' -> new Row("added", "", "" + now++, said, at(here, number));
              case '-' -> new Row("removed", "" + old++, "", said, List.of());
              default -> new Row("same", "" + old++, "" + now++, said, at(here, number));
            });
      }
    }
    here.removeIf(one -> rows.stream().anyMatch(row -> row.findings().contains(one)));
    return new FileDiff(
        path, before, look, count(rows, "added"), count(rows, "removed"), rows, here);
  }

  /** Returns the rest of the first line with this prefix. */
  private static Optional<String> after(String begins, List<String> lines) {
    return lines.stream()
        .filter(line -> line.startsWith(begins))
        .map(line -> line.substring(begins.length()))
        .findFirst();
  }

  private static List<Judged> at(List<Judged> findings, int line) {
    return findings.stream().filter(one -> one.finding().line() == line).toList();
  }

  private static int count(List<Row> rows, String look) {
    return (int) rows.stream().filter(row -> row.look().equals(look)).count();
  }
}

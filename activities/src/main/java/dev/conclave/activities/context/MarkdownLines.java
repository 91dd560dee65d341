package dev.conclave.activities.context;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lines of a Markdown text, each with its line end, and its ATX headings. Ignores headings in code
 * fences. Pure.
 */
record MarkdownLines(List<String> lines, List<Heading> headings) {
  private static final int DEEPEST = 6;

  private static final Pattern LINE = Pattern.compile("[^\\n]*+\\n|[^\\n]+");
  private static final Pattern HEADING =
      Pattern.compile("\\ufeff? {0,3}(#{1,6})(?:\\s.*)?", Pattern.DOTALL);
  private static final Pattern FENCE = Pattern.compile(" {0,3}(`{3,}|~{3,})(.*)", Pattern.DOTALL);
  private static final Pattern ITEM =
      Pattern.compile("\\s*(?:[-*+]|\\d{1,9}[.)])\\s.*", Pattern.DOTALL);
  private static final Pattern RULE = Pattern.compile(" {0,3}(?:-{3,}|\\*{3,}|_{3,})\\s*");

  /**
   * A heading.
   *
   * @param line index from 0
   * @param level 1 to 6
   */
  record Heading(int line, int level) {}

  static MarkdownLines of(String text) {
    List<String> lines = LINE.matcher(text).results().map(MatchResult::group).toList();
    List<Heading> headings = new ArrayList<>();
    Set<String> unclosed = new HashSet<>();
    for (int i = 0; i < lines.size(); i++) {
      Matcher fence = FENCE.matcher(lines.get(i));
      Matcher heading = HEADING.matcher(lines.get(i));
      if (heading.matches()) {
        headings.add(new Heading(i, heading.group(1).length()));
      } else if (fence.matches() && !unclosed.contains(fence.group(1))) {
        int close = closing(lines, i, fence);
        if (close == i) {
          unclosed.add(fence.group(1)); // no later line closes another one of its kind either
        }
        i = close;
      }
    }
    return new MarkdownLines(lines, headings);
  }

  /** Returns the line that closes a fence; the fence's own line if none does. */
  private static int closing(List<String> lines, int opening, Matcher fence) {
    // A code span on its own line does not open a fence.
    for (int i = opening + 1; i < lines.size() && !fence.group(2).contains("`"); i++) {
      Matcher other = FENCE.matcher(lines.get(i));
      if (other.matches()
          && other.group(1).startsWith(fence.group(1))
          && other.group(2).isBlank()) {
        return i;
      }
    }
    return opening;
  }

  /**
   * Normalizes a heading for comparison: strips number signs, emphasis marks and surrounding
   * blanks, and converts to lower case.
   */
  private static String title(String heading) {
    return heading
        .strip()
        .replaceFirst("^\\ufeff?\\s*#{1,6}(?!#)", "")
        .replaceFirst("(?:^|\\s)#+$", "")
        .replaceAll("[`*_]", "")
        .strip()
        .toLowerCase(Locale.ROOT);
  }

  List<Heading> titled(String title) {
    String wanted = title(title);
    return headings.stream().filter(one -> title(lines.get(one.line())).equals(wanted)).toList();
  }

  List<String> below(Heading section) {
    return lines.subList(section.line() + 1, end(section, section.level())).stream()
        .map(String::strip)
        .toList();
  }

  /**
   * Returns the line of the next heading of this level or higher; the number of lines if there is
   * none.
   */
  private int end(Heading section, int level) {
    return headings.stream()
        .filter(next -> next.line() > section.line() && next.level() <= level)
        .findFirst()
        .map(Heading::line)
        .orElse(lines.size());
  }

  /**
   * Returns the text with a block added after a section's own text, before its first subsection. A
   * block that begins with a heading goes after the subsections, which would otherwise become part
   * of it.
   */
  String added(Heading section, String block) {
    boolean titled = HEADING.matcher(trimmed(block)).matches();
    return inserted(
        section.line() + 1, end(section, titled ? section.level() : DEEPEST), trimmed(block));
  }

  String without(Heading section, Predicate<String> line) {
    List<String> rest = new ArrayList<>(lines);
    rest.subList(section.line() + 1, end(section, DEEPEST)).removeIf(line);
    return String.join("", rest);
  }

  String appended(String block) {
    return inserted(0, lines.size(), block);
  }

  private static String trimmed(String block) {
    return block.replaceFirst("^\\s*\\n", "").stripTrailing();
  }

  /** Converts a text's line ends to those of this text's first line. */
  String withLineEnds(String other) {
    return other.replace("\r\n", "\n").replace("\n", lineEnd());
  }

  private String lineEnd() {
    return !lines.isEmpty() && lines.get(0).endsWith("\r\n") ? "\r\n" : "\n";
  }

  /**
   * Returns the text with a block after the last non-blank line between two lines. Blank lines
   * separate the block, except between list items. A trailing horizontal rule stays after the
   * block.
   *
   * @param to the end of the range, exclusive
   */
  private String inserted(int from, int to, String block) {
    int at = lastText(from, to);
    if (at > from
        && RULE.matcher(lines.get(at - 1)).matches()
        && (at == 1 || lines.get(at - 2).isBlank())) {
      at = lastText(from, at - 1);
    }
    String added = withLineEnds(block);
    String before = String.join("", lines.subList(0, at));
    String after = String.join("", lines.subList(at, lines.size()));
    String end = lineEnd();
    boolean unended = !before.isEmpty() && !before.endsWith("\n");
    boolean parted = at > 0 && !(isItem(lines.get(at - 1)) && isItem(added));
    return before
        + (unended ? end : "")
        + (parted ? end : "")
        + added
        + (unended ? "" : end)
        + (after.isEmpty() || lines.get(at).isBlank() ? "" : end)
        + after;
  }

  private int lastText(int from, int to) {
    int at = to;
    while (at > from && lines.get(at - 1).isBlank()) {
      at--;
    }
    return at;
  }

  private static boolean isItem(String line) {
    return ITEM.matcher(line).matches();
  }
}

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
 * A Markdown text by its lines, each with its end. Headings are those with number signs; what looks
 * like one in a code fence is none. Pure.
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
          unclosed.add(fence.group(1)); // nothing behind it closes another one of its kind either
        }
        i = close;
      }
    }
    return new MarkdownLines(lines, headings);
  }

  /** The line that closes a fence; that of the fence itself when none does. */
  private static int closing(List<String> lines, int opening, Matcher fence) {
    // A code span on a line of its own opens nothing.
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

  /** A heading's text, to compare: without number signs, marks, blanks around and capitals. */
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

  /** The lines of a section and of its subsections, without blanks around. */
  List<String> below(Heading section) {
    return lines.subList(section.line() + 1, end(section, section.level())).stream()
        .map(String::strip)
        .toList();
  }

  /** The line of the next heading of a level or a higher one; behind the last line without any. */
  private int end(Heading section, int level) {
    return headings.stream()
        .filter(next -> next.line() > section.line() && next.level() <= level)
        .findFirst()
        .map(Heading::line)
        .orElse(lines.size());
  }

  /**
   * This text with a block behind a section's own text and before its first subsection; one that
   * begins with a heading goes behind the subsections as well, since it would take them over.
   */
  String added(Heading section, String block) {
    boolean titled = HEADING.matcher(trimmed(block)).matches();
    return inserted(
        section.line() + 1, end(section, titled ? section.level() : DEEPEST), trimmed(block));
  }

  /** This text without such lines of a section's own text. */
  String without(Heading section, Predicate<String> line) {
    List<String> rest = new ArrayList<>(lines);
    rest.subList(section.line() + 1, end(section, DEEPEST)).removeIf(line);
    return String.join("", rest);
  }

  /** This text with a block at its end. */
  String appended(String block) {
    return inserted(0, lines.size(), block);
  }

  private static String trimmed(String block) {
    return block.replaceFirst("^\\s*\\n", "").stripTrailing();
  }

  /** A text of whatever line ends with those of this one, which are those of its first line. */
  String withLineEnds(String other) {
    return other.replace("\r\n", "\n").replace("\n", lineEnd());
  }

  private String lineEnd() {
    return !lines.isEmpty() && lines.get(0).endsWith("\r\n") ? "\r\n" : "\n";
  }

  /**
   * This text with a block after the last text between two lines, blank lines around it but between
   * items of a list. A rule that parts sections stays behind it.
   *
   * @param to the line before which the place ends
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

package dev.conclave.workflows.text;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Escapes texts of agents and people for Markdown, so that every viewer shows them as written.
 * Escapes only what a viewer would interpret; code spans stay code. Pure.
 */
public final class MarkdownEscapes {
  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]+");
  private static final Pattern STRUCTURE =
      Pattern.compile("^(#|>|(?:[+*_]|-+|=+)(?: |$)|\\[[ xX]] |~~~|===|---)");
  private static final Pattern NUMBER = Pattern.compile("^(\\d{1,9})([.)](?: |$))");
  private static final Pattern DEFINITION = Pattern.compile("^([\\s>]*+\\[[^\\]]*+]):");

  /** A tag that a viewer would interpret, unlike {@code List<String>}. */
  private static final Pattern HTML =
      Pattern.compile(
          "(?i)<(?=!|\\?|/?(?:a|audio|b|base|body|br|details|div|embed|form|h\\d|hr|html|i|iframe|img|input"
              + "|link|meta|object|p|script|span|style|svg|table|u|video)\\b)");

  private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/])");
  private static final Pattern ENTITY = Pattern.compile("&(?=#?[0-9A-Za-z]{1,31};)");
  private static final Pattern FENCE = Pattern.compile("`+");
  private static final Pattern CLOSING = Pattern.compile("(?:^|\\S)(?:[*~]|_(?![\\p{L}\\p{N}_]))");
  private static final Pattern EMPHASIS =
      Pattern.compile("[*~]|(?<!_)(?:(?<![\\p{L}\\p{N}])_++|_++(?![\\p{L}\\p{N}]))");
  private static final Pattern CODE_BLOCK = Pattern.compile("^ {0,3}(`{3,}|~{3,})([^`]*)$");

  private MarkdownEscapes() {}

  /** Returns one line of prose. */
  public static String prose(String text) {
    return begun(inline(line(text)));
  }

  /** Returns a table cell: one line of prose, without cell separators. */
  public static String cell(String text) {
    return prose(text).replace("|", "\\|");
  }

  /** Returns a code span, also for text with backticks. */
  public static String code(String text) {
    String line = line(text);
    int longest =
        FENCE.matcher(line).results().mapToInt(run -> run.group().length()).max().orElse(0);
    String fence = "`".repeat(longest + 1);
    String space = longest == 0 ? "" : " ";
    return fence + space + line + space + fence;
  }

  /** Returns a code span for a table cell. */
  public static String codeCell(String text) {
    return code(text).replace("|", "\\|");
  }

  /** Returns a block quote, which keeps the lists and the fenced code of its text. */
  public static String quote(String text) {
    String[] open = {""};
    return ControlCharacters.removed(text)
        .strip()
        .lines()
        .map(
            line -> {
              Matcher fence = CODE_BLOCK.matcher(line);
              boolean inside = !open[0].isEmpty();
              boolean verbatim = inside || fence.find();
              if (!inside && verbatim) {
                open[0] = fence.group(1);
              } else if (inside
                  && fence.find()
                  && fence.group(1).startsWith(open[0])
                  && fence.group(2).isBlank()) {
                open[0] = "";
              }
              String safe = verbatim ? inert(line) : inline(line);
              return line.isBlank()
                  ? ">"
                  : "> " + DEFINITION.matcher(safe).replaceAll("$1\\\\:").stripTrailing();
            })
        .collect(Collectors.joining("\n"));
  }

  /** Returns a text as one line, without control characters. */
  public static String line(String text) {
    return ControlCharacters.removed(BLANK.matcher(text).replaceAll(" ")).strip();
  }

  /** Escapes what is outside of code spans. */
  private static String inline(String line) {
    StringBuilder safe = new StringBuilder();
    int at = 0;
    Matcher run = FENCE.matcher(line);
    while (run.find(at)) {
      int start = run.start();
      int end = run.end();
      String fence = run.group();
      boolean span = false;
      while (!span && run.find()) {
        span = run.group().equals(fence);
      }
      safe.append(escaped(line.substring(at, start)));
      at = span ? run.end() : end;
      safe.append(span ? line.substring(start, at) : "\\`".repeat(fence.length()));
    }
    return safe.append(escaped(line.substring(at))).toString();
  }

  private static String escaped(String text) {
    String plain = ENTITY.matcher(text.replace("\\", "\\\\")).replaceAll("\\\\&");
    return inert(withoutEmphasis(plain));
  }

  private static String begun(String line) {
    return STRUCTURE.matcher(line).find()
        ? "\\" + line
        : NUMBER.matcher(DEFINITION.matcher(line).replaceAll("$1\\\\:")).replaceFirst("$1\\\\$2");
  }

  /**
   * Disables HTML, images and links, which would contact other servers or hide their target. Keeps
   * bare addresses, whose target is visible, and {@code n < 1}, which does not begin a tag.
   */
  private static String inert(String text) {
    String shown = HTML.matcher(text).replaceAll("&lt;");
    return TAG.matcher(shown).replaceAll("\\\\<").replace("](", "]\\(");
  }

  /**
   * Escapes stars, tildes, and underscores outside of words, if one of them may end an emphasis: a
   * path such as {@code src/_client.py} stays.
   */
  private static String withoutEmphasis(String text) {
    return CLOSING.matcher(text).find()
        ? EMPHASIS
            .matcher(text)
            .replaceAll(run -> Matcher.quoteReplacement(run.group().replaceAll(".", "\\\\$0")))
        : text;
  }
}

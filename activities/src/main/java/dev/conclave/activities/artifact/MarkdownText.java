package dev.conclave.activities.artifact;

import dev.conclave.workflows.text.ControlCharacters;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Markdown by template. What a template prints plainly is one line of prose; other texts it
 * escapes, as {@code md.code(text)}, so that none breaks its structure.
 */
public final class MarkdownText {
  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(new ClasspathLoader(MarkdownText.class.getClassLoader()))
          .addEscapingStrategy("markdown", MarkdownText::prose)
          .defaultEscapingStrategy("markdown")
          .strictVariables(true)
          .newLineTrimming(false)
          .build();

  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]+");
  private static final Pattern STRUCTURE =
      Pattern.compile("^(#|>|[-+*] |\\d+[.)] |```|~~~|===|---)");
  private static final Pattern DEFINITION = Pattern.compile("^([\\s>]*+\\[[^\\]]*+]):");

  /** A tag that a viewer would carry out; {@code List<String>} is none. */
  private static final Pattern HTML =
      Pattern.compile(
          "(?i)<(?=!|\\?|/?(?:a|audio|b|base|body|br|details|div|embed|form|h\\d|hr|html|i|iframe|img|input"
              + "|link|meta|object|p|script|span|style|svg|table|u|video)\\b)");

  private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/])");
  private static final Pattern COMMAND = Pattern.compile("[a-z./][^`]*[^`.]");
  private static final Pattern FENCE = Pattern.compile("`+");

  /** Fills in a template of the folder {@code templates} on the class path. */
  public static String render(String template, Map<String, Object> model) {
    Map<String, Object> variables = new HashMap<>(model);
    variables.put("md", new MarkdownText());
    StringWriter text = new StringWriter();
    try {
      ENGINE.getTemplate("templates/" + template).evaluate(text, variables, Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replaceAll("\n{3,}", "\n\n").stripTrailing() + "\n";
  }

  /** A table cell: one line, and no cell ends. */
  public SafeString cell(String text) {
    // In a cell a backslash counts inside of code as well.
    return new SafeString(begun(escaped(line(text))).replace("|", "\\|"));
  }

  /** A command as a code span; a sentence, or a text with code spans of its own, as prose. */
  public SafeString command(String text) {
    String line = line(text);
    return new SafeString(COMMAND.matcher(line).matches() ? "`" + line + "`" : prose(line));
  }

  /** A code span, also of text with backticks; safe in a table cell. */
  public SafeString code(String text) {
    String line = line(text).replace("|", "\\|");
    int longest =
        FENCE.matcher(line).results().mapToInt(run -> run.group().length()).max().orElse(0);
    String fence = "`".repeat(longest + 1);
    String space = longest == 0 ? "" : " ";
    return new SafeString(fence + space + line + space + fence);
  }

  /** A block quote, each line of the text a line of it. */
  public SafeString quote(String text) {
    return new SafeString(
        ControlCharacters.removed(text)
            .strip()
            .lines()
            .map(
                line ->
                    line.isBlank()
                        ? ">"
                        : "> "
                            + DEFINITION.matcher(inert(line)).replaceAll("$1\\\\:").stripTrailing())
            .collect(Collectors.joining("\n")));
  }

  /**
   * One line of prose, as a template writes what it prints plainly: no line ends, no HTML. Code
   * spans stay as they are.
   */
  public static String prose(String text) {
    String line = line(text);
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
      safe.append(line, start, at);
    }
    return begun(safe.append(escaped(line.substring(at))).toString());
  }

  private static String escaped(String text) {
    return inert(text.replace("\\", "\\\\"));
  }

  private static String begun(String line) {
    return STRUCTURE.matcher(line).find()
        ? "\\" + line
        : DEFINITION.matcher(line).replaceAll("$1\\\\:");
  }

  /**
   * Without HTML, images and links, which would ask another's server or hide where they lead. A
   * bare address stays: it says itself where it leads. So does {@code n < 1}, which begins no tag.
   */
  private static String inert(String text) {
    String shown = HTML.matcher(text).replaceAll("&lt;");
    return TAG.matcher(shown).replaceAll("\\\\<").replace("](", "]\\(");
  }

  private static String line(String text) {
    return ControlCharacters.removed(BLANK.matcher(text).replaceAll(" ")).strip();
  }
}

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
 * Renders Markdown from templates. Plain output of a template is one line of prose. The template
 * escapes other texts, as in {@code md.code(text)}, so that none breaks the structure.
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

  /** A tag that a viewer would interpret, unlike {@code List<String>}. */
  private static final Pattern HTML =
      Pattern.compile(
          "(?i)<(?=!|\\?|/?(?:a|audio|b|base|body|br|details|div|embed|form|h\\d|hr|html|i|iframe|img|input"
              + "|link|meta|object|p|script|span|style|svg|table|u|video)\\b)");

  private static final Pattern TAG = Pattern.compile("<(?=[A-Za-z/])");
  private static final Pattern COMMAND = Pattern.compile("[a-z./][^`]*[^`.]");
  private static final Pattern FENCE = Pattern.compile("`+");

  /** Fills in a template from the folder {@code templates} on the class path. */
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

  /** Returns a table cell: one line, without cell separators. */
  public SafeString cell(String text) {
    // In a table cell a backslash also escapes inside code.
    return new SafeString(begun(escaped(line(text))).replace("|", "\\|"));
  }

  /** Returns a command as a code span; a sentence or a text with code spans as prose. */
  public SafeString command(String text) {
    String line = line(text);
    return new SafeString(COMMAND.matcher(line).matches() ? "`" + line + "`" : prose(line));
  }

  /** Returns a code span for a table cell. */
  public SafeString codeCell(String text) {
    return new SafeString(code(text).toString().replace("|", "\\|"));
  }

  /** Returns a code span, also for text with backticks. */
  public SafeString code(String text) {
    String line = line(text);
    int longest =
        FENCE.matcher(line).results().mapToInt(run -> run.group().length()).max().orElse(0);
    String fence = "`".repeat(longest + 1);
    String space = longest == 0 ? "" : " ";
    return new SafeString(fence + space + line + space + fence);
  }

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
   * Returns one line of prose, as in a template's plain output: no line ends, no HTML. Code spans
   * stay unchanged.
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
   * Disables HTML, images and links, which would contact other servers or hide their target. Keeps
   * bare addresses, whose target is visible, and {@code n < 1}, which does not begin a tag.
   */
  private static String inert(String text) {
    String shown = HTML.matcher(text).replaceAll("&lt;");
    return TAG.matcher(shown).replaceAll("\\\\<").replace("](", "]\\(");
  }

  private static String line(String text) {
    return ControlCharacters.removed(BLANK.matcher(text).replaceAll(" ")).strip();
  }
}

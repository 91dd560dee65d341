package dev.conclave.activities.artifact;

import dev.conclave.workflows.temporal.Invisible;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Escapes texts in a Markdown template, as {@code md.code(text)}, so that none breaks its
 * structure.
 */
public final class MarkdownText {
  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]+");
  private static final Pattern STRUCTURE =
      Pattern.compile("^(#|>|[-+*] |\\d+[.)] |```|~~~|===|---)");
  private static final Pattern COMMAND = Pattern.compile("[a-z./][^`]*[^`.]");
  private static final Pattern FENCE = Pattern.compile("`+");

  /** A table cell: one line, and no cell ends. */
  public SafeString cell(String text) {
    return new SafeString(prose(text).replace("|", "\\|"));
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
        Invisible.removed(text)
            .strip()
            .lines()
            .map(line -> line.isBlank() ? ">" : "> " + line.replace("<", "&lt;").stripTrailing())
            .collect(Collectors.joining("\n")));
  }

  /** One line of prose, as a template writes what it prints plainly: no line ends, no HTML. */
  public static String prose(String text) {
    String line = line(text).replace("\\", "\\\\").replace("<", "&lt;");
    return STRUCTURE.matcher(line).find() ? "\\" + line : line;
  }

  private static String line(String text) {
    return Invisible.removed(BLANK.matcher(text).replaceAll(" ")).strip();
  }
}

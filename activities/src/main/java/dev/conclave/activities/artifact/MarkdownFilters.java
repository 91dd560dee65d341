package dev.conclave.activities.artifact;

import dev.conclave.workflows.temporal.Invisible;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Filters of a Markdown template, for texts of others that must not break its structure. What is
 * printed without one is escaped as prose.
 */
final class MarkdownFilters extends AbstractExtension {
  private static final Pattern BLANK = Pattern.compile("[\\s\\p{Cntrl}]+");
  private static final Pattern STRUCTURE =
      Pattern.compile("^(#|>|[-+*] |\\d+[.)] |```|~~~|===|---)");
  private static final Pattern COMMAND = Pattern.compile("[a-z./][^`]*[^`.]");
  private static final Pattern FENCE = Pattern.compile("`+");

  @Override
  public Map<String, Filter> getFilters() {
    return Map.of(
        "code", filter(MarkdownFilters::code),
        "command", filter(MarkdownFilters::command),
        "cell", filter(MarkdownFilters::cell),
        "quote", filter(MarkdownFilters::quote));
  }

  private static Filter filter(UnaryOperator<String> write) {
    return new Filter() {
      @Override
      public Object apply(
          @Nullable Object input,
          Map<String, Object> arguments,
          PebbleTemplate self,
          EvaluationContext context,
          int lineNumber) {
        return new SafeString(write.apply(Objects.toString(input, "")));
      }

      @Override
      public List<String> getArgumentNames() {
        return List.of();
      }
    };
  }

  /** A table cell: one line, and no cell ends. */
  static String cell(String text) {
    return prose(text).replace("|", "\\|");
  }

  /** A command as a code span; a sentence, or a text with code spans of its own, as prose. */
  static String command(String text) {
    String line = line(text);
    return COMMAND.matcher(line).matches() ? "`" + line + "`" : prose(line);
  }

  /** One line of prose: no line ends, no HTML. */
  static String prose(String text) {
    String line = line(text).replace("\\", "\\\\").replace("<", "&lt;");
    return STRUCTURE.matcher(line).find() ? "\\" + line : line;
  }

  /** A code span, also of text with backticks; safe in a table cell. */
  static String code(String text) {
    String line = line(text).replace("|", "\\|");
    int longest =
        FENCE.matcher(line).results().mapToInt(run -> run.group().length()).max().orElse(0);
    String fence = "`".repeat(longest + 1);
    return longest == 0 ? fence + line + fence : fence + " " + line + " " + fence;
  }

  /** A block quote, each line of the text a line of it. */
  static String quote(String text) {
    return Invisible.removed(text)
        .strip()
        .lines()
        .map(line -> line.isBlank() ? ">" : "> " + line.replace("<", "&lt;").stripTrailing())
        .collect(Collectors.joining("\n"));
  }

  private static String line(String text) {
    return Invisible.removed(BLANK.matcher(text).replaceAll(" ")).strip();
  }
}

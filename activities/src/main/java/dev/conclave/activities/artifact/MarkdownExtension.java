package dev.conclave.activities.artifact;

import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The filters of our Markdown templates; what is printed without one is escaped as prose. */
final class MarkdownExtension extends AbstractExtension {
  static final String STRATEGY = "markdown";

  @Override
  public Map<String, Filter> getFilters() {
    return Map.of(
        "code", filter(Markdown::code),
        "command", filter(Markdown::command),
        "cell", filter(Markdown::cell),
        "quote", filter(Markdown::quote));
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
}

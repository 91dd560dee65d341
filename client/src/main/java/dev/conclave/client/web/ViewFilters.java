package dev.conclave.client.web;

import dev.conclave.client.view.Formats;
import dev.conclave.client.view.Voice;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Language;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.escaper.SafeString;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Filters for agents' output: {@code say} selects the page's language, {@code markdown} renders
 * HTML, {@code prose} formats inline code, {@code told} also translates a sentence of the program,
 * {@code hue} gives an agent's color number, {@code letter} its initial, {@code place} a file and
 * line, {@code found} whether they exist, {@code seconds} a duration.
 */
final class ViewFilters extends AbstractExtension {
  private static final int HUES = 8;

  private static final Pattern CODE = Pattern.compile("(?<![\\w`:=$])`(?! )([^`\\n]++)`(?![\\w`])");

  @Override
  public Map<String, Filter> getFilters() {
    return Map.of(
        "prose", new Of((text, language) -> new SafeString(prose((String) text, "tick"))),
        "told",
            new Of(
                (text, language) ->
                    new SafeString(
                        prose(
                            Language.of(language.getLanguage()).sentence((String) text),
                            "own-tick"))),
        "seconds",
            new Of(
                (number, language) ->
                    Formats.span(Duration.ofSeconds(((Number) number).longValue()))),
        "say",
            new Of((text, language) -> ((LocalizedText) text).in(List.of(language.getLanguage()))),
        "markdown", new Of((text, language) -> new SafeString(Markdown.html((String) text))),
        "hue", new Of((agent, language) -> hue((String) agent)),
        "letter", new Of((agent, language) -> letter((String) agent)),
        "place", new Of((place, language) -> Voice.place((CheckedLocation) place)),
        "found",
            new Of(
                (place, language) ->
                    ((CheckedLocation) place).verdict() == Evidence.THERE ? "found" : "missing"));
  }

  /** Returns a color number, distinct for each known program. */
  private static int hue(String agent) {
    return AgentProgram.find(agent)
        .map(Enum::ordinal)
        .orElseGet(() -> Math.floorMod(agent.hashCode() >>> 4, HUES));
  }

  /**
   * Formats text between backticks as code. The backticks stay: in a command they have a meaning.
   *
   * @param tick the class of a backtick; {@code own-tick} is not copied
   */
  static String prose(String text, String tick) {
    String mark = "<span class=\"" + tick + "\" aria-hidden=\"true\">`</span>";
    StringBuilder html = new StringBuilder();
    Matcher code = CODE.matcher(text);
    int at = 0;
    while (code.find()) {
      html.append(escaped(text.substring(at, code.start())));
      html.append("<code>" + mark + escaped(code.group(1)) + mark + "</code>");
      at = code.end();
    }
    return html.append(escaped(text.substring(at))).toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String letter(String agent) {
    return agent.isEmpty()
        ? "?"
        : new String(Character.toChars(agent.codePointAt(0))).toUpperCase(Locale.ROOT);
  }

  /** A filter of a value and the page's language; renders null and empty values as nothing. */
  record Of(BiFunction<Object, Locale, Object> filter) implements Filter {
    @Override
    public @Nullable List<String> getArgumentNames() {
      return null;
    }

    @Override
    public Object apply(
        @Nullable Object input,
        Map<String, Object> arguments,
        PebbleTemplate self,
        EvaluationContext context,
        int lineNumber) {
      Object value = input instanceof Optional<?> maybe ? maybe.orElse(null) : input;
      return value == null ? "" : Objects.requireNonNull(filter.apply(value, context.getLocale()));
    }
  }
}

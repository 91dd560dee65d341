package dev.conclave.client.web;

import dev.conclave.client.view.Formats;
import dev.conclave.client.web.ViewFilters.Of;
import dev.conclave.workflows.text.Language;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Renders HTML with Pebble templates, which escape by default. Functions: {@code t('key', values)}
 * for a message, {@code word(any)} for a word or constant that may have a translation, {@code
 * label('key', words)} for a message with a fallback. Filters: {@code time}, {@code clock}, {@code
 * span}, {@code score}, {@code points}, {@code usd}, {@code tokens}, {@code bytes}, {@code ours}
 * for sentences of the program, and {@code decided} for an answer with the user's words.
 */
final class Templates {
  private static final String FOLDER = "dev/conclave/client/web/";

  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(loader())
          .extension(new Vocabulary(), new ViewFilters())
          .strictVariables(true)
          .build();

  private Templates() {}

  private static ClasspathLoader loader() {
    ClasspathLoader loader = new ClasspathLoader(Templates.class.getClassLoader());
    loader.setPrefix(FOLDER);
    loader.setSuffix(".peb");
    return loader;
  }

  /** Renders a template, named without its extension. */
  static String render(String template, Map<String, Object> model, Locale language) {
    StringWriter text = new StringWriter();
    try {
      PebbleTemplate compiled = ENGINE.getTemplate(template);
      compiled.evaluate(text, model, language);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static Language in(Locale locale) {
    return Language.of(locale.getLanguage());
  }

  /** Functions and filters in addition to Pebble's. */
  private static final class Vocabulary extends AbstractExtension {
    @Override
    public Map<String, Function> getFunctions() {
      return Map.of(
          "t",
          new InLanguage((language, values) -> language.message("" + values[0], rest(values))),
          "label",
          new InLanguage((language, values) -> language.label("" + values[0], "" + values[1])),
          "word",
          new InLanguage((language, values) -> language.word(values[0])));
    }

    private static Object[] rest(Object[] values) {
      return List.of(values).subList(1, values.length).toArray();
    }

    @Override
    public Map<String, Filter> getFilters() {
      return Map.ofEntries(
          Map.entry("ours", new Of((text, language) -> in(language).sentence((String) text))),
          Map.entry("decided", new Of((text, language) -> in(language).answer((String) text))),
          Map.entry("time", new Of((at, language) -> Formats.time((Instant) at))),
          Map.entry("clock", new Of((at, language) -> Formats.clock((Instant) at))),
          Map.entry("span", new Of((time, language) -> span(time))),
          Map.entry(
              "score",
              new Of((number, language) -> Formats.score(((Number) number).doubleValue()))),
          Map.entry(
              "points",
              new Of((number, language) -> Formats.points(((Number) number).doubleValue()))),
          Map.entry(
              "usd", new Of((number, language) -> Formats.usd(((Number) number).doubleValue()))),
          Map.entry(
              "tokens",
              new Of((number, language) -> Formats.tokens(((Number) number).longValue()))),
          Map.entry(
              "bytes", new Of((number, language) -> Formats.bytes(((Number) number).longValue()))));
    }

    /** Formats a duration, or the time since an instant. */
    private static String span(Object time) {
      return Formats.span(
          time instanceof Instant at ? Duration.between(at, Instant.now()) : (Duration) time);
    }
  }

  /** A function of the page's language and positional arguments. */
  private record InLanguage(BiFunction<Language, Object[], String> words) implements Function {
    @Override
    public @Nullable List<String> getArgumentNames() {
      return null; // any number, by position
    }

    @Override
    public Object execute(
        Map<String, Object> arguments,
        PebbleTemplate self,
        EvaluationContext context,
        int lineNumber) {
      Object[] values = new Object[arguments.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = arguments.getOrDefault(String.valueOf(i), "");
      }
      return words.apply(in(context.getLocale()), values);
    }
  }
}

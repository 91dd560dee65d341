package dev.conclave.client.web;

import dev.conclave.client.view.Formats;
import dev.conclave.client.web.ViewFilters.Of;
import dev.conclave.workflows.text.Words;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.extension.AbstractExtension;
import io.pebbletemplates.pebble.extension.Filter;
import io.pebbletemplates.pebble.extension.Function;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.EvaluationContext;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Renders HTML with Pebble templates, which escape by default. Functions: {@code t('key', values)}
 * for a message, {@code word(any)} for a word or constant that may have a translation, {@code
 * label('key', words)} for a message with a fallback. Filters: {@code time}, {@code clock}, {@code
 * span}, {@code score}, {@code points}, {@code usd}, {@code tokens}, {@code bytes}, {@code ours}
 * for sentences of the program, and {@code decided} for an answer with the user's words.
 */
final class Templates {
  /** Languages of the messages. */
  static final List<String> LANGUAGES = List.of("en", "zh");

  private static final String FOLDER = "dev/conclave/client/web/";

  private static final PebbleEngine ENGINE =
      new PebbleEngine.Builder()
          .loader(loader())
          .extension(new Language(), new ViewFilters())
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

  /** Returns a message with its placeholders filled in. */
  static String words(Locale language, String key, Object... values) {
    return new MessageFormat(catalogue(language).getString(key), language).format(values);
  }

  private static ResourceBundle catalogue(Locale language) {
    return ResourceBundle.getBundle(
        FOLDER.replace('/', '.') + "messages",
        language,
        Templates.class.getClassLoader(),
        Control.getNoFallbackControl(Control.FORMAT_PROPERTIES));
  }

  /** Returns a message, or the fallback if it does not exist. */
  static String label(Locale language, String key, String otherwise) {
    ResourceBundle catalogue = catalogue(language);
    String plain = key.replace(' ', '-');
    return catalogue.containsKey(plain) ? catalogue.getString(plain) : otherwise;
  }

  /** Returns the translation of a word or constant; without one, the word itself. */
  static String word(Locale language, Object any) {
    String word = any instanceof Enum<?> constant ? Words.of(constant) : String.valueOf(any);
    ResourceBundle catalogue = catalogue(language);
    String key = "word." + word.toLowerCase(Locale.ROOT).replace(' ', '-');
    return catalogue.containsKey(key) ? catalogue.getString(key) : word;
  }

  /**
   * A translatable sentence of views and gates.
   *
   * @param parts the English text around its placeholders
   * @param marks of the placeholders; empty for one that accepts any text and keeps it
   * @param other the translation, with numbered placeholders
   */
  private record Sentence(List<String> parts, List<String> marks, String other) {
    private static final Pattern GAP = Pattern.compile("\\{([#=@!]?)(\\d)}");

    /**
     * Reads lines of a sentence, a tab and its translation. Placeholders: {0} for any text, {#0}
     * for a number, {=0} for a text without spaces, {@0} for a sentence that has a translation, and
     * {!0} for an answer.
     */
    static List<Sentence> read(String file) {
      try (InputStream in = Templates.class.getResourceAsStream(file)) {
        return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split("\t"))
            .map(
                pair ->
                    new Sentence(
                        List.of(GAP.split(pair[0], -1)),
                        GAP.matcher(pair[0]).results().map(gap -> gap.group(1)).toList(),
                        pair[1]))
            .toList();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** Returns the values of the placeholders; empty if the text does not match. */
    Optional<List<String>> values(Locale language, String text) {
      int last = parts.size() - 1;
      if (!text.startsWith(parts.get(0)) || (last == 0 && !text.equals(parts.get(0)))) {
        return Optional.empty();
      }
      List<String> values = new ArrayList<>();
      int from = parts.get(0).length();
      for (int i = 1; i <= last; i++) {
        String part = parts.get(i);
        int to = i == last ? text.length() - part.length() : text.indexOf(part, from);
        if (to <= from || !text.startsWith(part, to)) {
          return Optional.empty();
        }
        Optional<String> value = value(language, marks.get(i - 1), text.substring(from, to));
        if (value.isEmpty()) {
          return Optional.empty();
        }
        values.add(value.get());
        from = to + part.length();
      }
      return Optional.of(values);
    }

    private static Optional<String> value(Locale language, String mark, String text) {
      return switch (mark) {
        case "#" -> Optional.of(text).filter(it -> it.chars().allMatch(Character::isDigit));
        case "=" -> Optional.of(text).filter(it -> it.indexOf(' ') < 0);
        case "@" -> Optional.of(ours(language, text)).filter(it -> !it.equals(text));
        case "!" -> Optional.of(decided(language, text));
        default -> Optional.of(text);
      };
    }
  }

  private static final List<Sentence> CHINESE = Sentence.read("sentences_zh.tsv");

  /**
   * Translates a sentence of the program; unknown ones stay unchanged, as do the words of agents
   * and people in it. States contain English whatever the language of their readers.
   */
  static String ours(Locale language, String text) {
    if (!language.getLanguage().equals("zh")) {
      return text;
    }
    for (Sentence one : CHINESE) {
      Optional<List<String>> values = one.values(language, text.strip());
      if (values.isPresent()) {
        return Sentence.GAP
            .matcher(one.other)
            .replaceAll(
                gap -> Matcher.quoteReplacement(values.get().get(Integer.parseInt(gap.group(2)))));
      }
    }
    return word(language, text);
  }

  /** The kind of an answer and its choice, before the user's words. */
  private static final Pattern CHOSEN = Pattern.compile("([a-z-]+)(?: (solution|strategy)\\b)?");

  /** Translates the kind of an answer and what it chooses, and keeps the words of its author. */
  private static String decided(Locale language, String text) {
    Matcher chosen = CHOSEN.matcher(text);
    if (!language.getLanguage().equals("zh") || !chosen.lookingAt()) {
      return text;
    }
    String what = chosen.group(2) == null ? "" : " " + word(language, chosen.group(2));
    String kind = chosen.group(1);
    return label(language, "answer." + kind, kind) + what + text.substring(chosen.end());
  }

  /** Functions and filters in addition to Pebble's. */
  private static final class Language extends AbstractExtension {
    @Override
    public Map<String, Function> getFunctions() {
      return Map.of(
          "t",
          new InLanguage((language, values) -> words(language, "" + values[0], rest(values))),
          "label",
          new InLanguage((language, values) -> label(language, "" + values[0], "" + values[1])),
          "word",
          new InLanguage((language, values) -> word(language, values[0])));
    }

    private static Object[] rest(Object[] values) {
      return List.of(values).subList(1, values.length).toArray();
    }

    @Override
    public Map<String, Filter> getFilters() {
      return Map.ofEntries(
          Map.entry("ours", new Of((text, language) -> ours(language, (String) text))),
          Map.entry("decided", new Of((text, language) -> decided(language, (String) text))),
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
  private record InLanguage(BiFunction<Locale, Object[], String> words) implements Function {
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
      return words.apply(context.getLocale(), values);
    }
  }
}

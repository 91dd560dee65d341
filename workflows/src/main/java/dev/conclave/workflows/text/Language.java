package dev.conclave.workflows.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.ResourceBundle;
import java.util.ResourceBundle.Control;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A language of the output, with its catalogue. States and messages contain English whatever the
 * language of their readers; pages and files translate it when they are written.
 */
public enum Language {
  EN,
  ZH;

  /** The tags of all languages. */
  public static final List<String> TAGS = Stream.of(values()).map(Language::tag).toList();

  private static final int MOST_PARTS = 60;

  /** The kind of an answer and its choice, before the user's words. */
  private static final Pattern CHOSEN = Pattern.compile("([a-z-]+)(?: (solution|strategy)\\b)?");

  private final Locale locale = Locale.forLanguageTag(tag());

  private final ResourceBundle catalogue =
      ResourceBundle.getBundle(
          "dev.conclave.workflows.text.messages",
          locale,
          Language.class.getClassLoader(),
          Control.getNoFallbackControl(Control.FORMAT_PROPERTIES));

  /** Returns the language of a tag such as {@code zh}; English for any other. */
  public static Language of(String tag) {
    return tag.equals(ZH.tag()) ? ZH : EN;
  }

  /** Returns the first language of a session. */
  public static Language of(List<String> tags) {
    return tags.isEmpty() ? EN : of(tags.get(0));
  }

  /** Returns the language of a locale's variables. */
  public static Language ofLocale(Map<String, String> environment) {
    return Stream.of("LC_ALL", "LC_MESSAGES", "LANG")
        .map(name -> environment.getOrDefault(name, ""))
        .filter(locale -> !locale.isEmpty())
        .findFirst()
        .map(locale -> of(locale.replaceFirst("[_.@-].*", "")))
        .orElse(EN);
  }

  public String tag() {
    return Words.of(this);
  }

  /** Returns a message with its placeholders filled in. */
  public String message(String key, Object... values) {
    return new MessageFormat(catalogue.getString(key), locale).format(values);
  }

  /** Returns a message, or the fallback if it does not exist. */
  public String label(String key, String otherwise) {
    String plain = key.replace(' ', '-');
    return catalogue.containsKey(plain) ? catalogue.getString(plain) : otherwise;
  }

  /** Returns the translation of a word or constant; without one, the word itself. */
  public String word(Object any) {
    String word = any instanceof Enum<?> constant ? Words.of(constant) : String.valueOf(any);
    return label("word." + word.toLowerCase(Locale.ROOT), word);
  }

  /**
   * A translatable sentence.
   *
   * @param parts the English text around its placeholders
   * @param marks of the placeholders; empty for one that accepts any text and keeps it
   * @param other the translation, with numbered placeholders
   */
  private record Sentence(List<String> parts, List<String> marks, String other) {
    private static final Pattern GAP = Pattern.compile("\\{([#=@!]?)(\\d)}");

    private static final List<Sentence> CHINESE = read("sentences_zh.tsv");

    /** The sentences that a text can be, by its first character. */
    private static final Map<Character, List<Sentence>> BY_START = new ConcurrentHashMap<>();

    static List<Sentence> startingLike(String text) {
      return BY_START.computeIfAbsent(
          text.isEmpty() ? ' ' : text.charAt(0),
          start ->
              CHINESE.stream()
                  .filter(one -> one.parts.get(0).isEmpty() || one.parts.get(0).charAt(0) == start)
                  .toList());
    }

    /**
     * Reads lines of a sentence, a tab and its translation. Placeholders: {0} for any text, {#0}
     * for a number, {=0} for a text without spaces, {@0} for a sentence that has a translation, and
     * {!0} for an answer.
     */
    private static List<Sentence> read(String file) {
      try (InputStream in = Language.class.getResourceAsStream(file)) {
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

    /** Returns the translation of a text; empty if it is not this sentence. */
    Optional<String> translated(Language language, String text, Map<String, String> known) {
      int last = parts.size() - 1;
      if (!text.startsWith(parts.get(0)) || (last == 0 && !text.equals(parts.get(0)))) {
        return Optional.empty();
      }
      List<String> gaps = new ArrayList<>();
      int from = parts.get(0).length();
      for (int i = 1; i <= last; i++) {
        String part = parts.get(i);
        int to = i == last ? text.length() - part.length() : text.indexOf(part, from);
        if (to <= from || !text.startsWith(part, to) || !fits(marks.get(i - 1), text, from, to)) {
          return Optional.empty();
        }
        gaps.add(text.substring(from, to));
        from = to + part.length();
      }
      List<String> values = new ArrayList<>();
      for (String gap : gaps) {
        String value = value(language, marks.get(values.size()), gap, known);
        if (value.isEmpty()) {
          return Optional.empty();
        }
        values.add(value);
      }
      return Optional.of(
          GAP.matcher(other)
              .replaceAll(
                  gap -> Matcher.quoteReplacement(values.get(Integer.parseInt(gap.group(2))))));
    }

    /** Whether a text can fill a placeholder; cheap, unlike its translation. */
    private static boolean fits(String mark, String text, int from, int to) {
      return switch (mark) {
        case "#" -> text.substring(from, to).chars().allMatch(Character::isDigit);
        case "=" -> text.substring(from, to).indexOf(' ') < 0;
        default -> true;
      };
    }

    /** Returns the text for a placeholder; empty without one. */
    private static String value(
        Language language, String mark, String text, Map<String, String> known) {
      return switch (mark) {
        case "@" -> {
          String translated = language.sentence(text, known);
          yield translated.equals(text) ? "" : translated;
        }
        case "!" -> language.answer(text);
        default -> text;
      };
    }
  }

  /**
   * Translates a sentence of the program; unknown ones stay unchanged, as do the words of agents
   * and people in it.
   */
  public String sentence(String text) {
    return this == EN ? text : sentence(text, new HashMap<>());
  }

  /**
   * Translates a sentence.
   *
   * @param known parts that were looked up before; without it, time grows exponentially with the
   *     parts of a sentence. Workflow code may not run for long, so their number is limited too.
   */
  private String sentence(String text, Map<String, String> known) {
    String before = known.get(text);
    if (before == null && known.size() < MOST_PARTS) {
      known.put(text, text);
      before = translated(text, known);
      known.put(text, before);
    }
    return before == null ? text : before;
  }

  private String translated(String text, Map<String, String> known) {
    String plain = text.strip();
    for (Sentence one : Sentence.startingLike(plain)) {
      Optional<String> translated = one.translated(this, plain, known);
      if (translated.isPresent()) {
        return text.replace(plain, translated.get()); // keeps the indentation
      }
    }
    return plain.endsWith(".") && Character.isUpperCase(plain.charAt(0))
        ? ended(text, known)
        : word(text);
  }

  /** Translates a clause that was written as a sentence. */
  private String ended(String text, Map<String, String> known) {
    String clause = Character.toLowerCase(text.charAt(0)) + text.substring(1, text.length() - 1);
    String translated = sentence(clause, known);
    return translated.equals(clause) ? text : translated + "。";
  }

  /** Translates the kind of an answer and what it chooses, and keeps the words of its author. */
  public String answer(String text) {
    Matcher chosen = CHOSEN.matcher(text);
    if (this == EN || !chosen.lookingAt()) {
      return text;
    }
    String what = chosen.group(2) == null ? "" : " " + word(chosen.group(2));
    String kind = chosen.group(1);
    return label("answer." + kind, kind) + what + text.substring(chosen.end());
  }
}

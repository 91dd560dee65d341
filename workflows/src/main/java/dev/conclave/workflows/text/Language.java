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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
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

  /** The longest text of the program; a longer one is the words of agents. */
  private static final int LONGEST = 1_000;

  private static final int LONGEST_PART = 400;
  private static final int MOST_PARTS = 30;

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

    /** Whether it starts with a placeholder. */
    boolean isOpen() {
      return parts.get(0).isEmpty();
    }

    /** Returns the translation of a text; empty if it is not this sentence. */
    Optional<String> translated(Lookup lookup, String text) {
      int last = parts.size() - 1;
      if (!text.startsWith(parts.get(0))
          || !text.endsWith(parts.get(last))
          || (last == 0 && !text.equals(parts.get(0)))) {
        return Optional.empty();
      }
      List<String> gaps = new ArrayList<>();
      int from = parts.get(0).length();
      for (int i = 1; i <= last; i++) {
        String part = parts.get(i);
        int end = text.length() - parts.get(last).length();
        // A number at the end is not confused with one in the words before it.
        boolean numbered = i == last - 1 && marks.get(i).equals("#");
        int to =
            i == last ? end : numbered ? text.lastIndexOf(part, end) : text.indexOf(part, from);
        if (to <= from || !text.startsWith(part, to) || !fits(marks.get(i - 1), text, from, to)) {
          return Optional.empty();
        }
        gaps.add(text.substring(from, to));
        from = to + part.length();
      }
      List<String> values = new ArrayList<>();
      for (String gap : gaps) {
        String value = value(lookup, marks.get(values.size()), gap);
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
    private static String value(Lookup lookup, String mark, String text) {
      return switch (mark) {
        case "@" -> {
          String translated = text.length() > LONGEST_PART ? text : lookup.sentence(text);
          yield translated.equals(text) ? "" : translated;
        }
        case "!" -> lookup.language.answer(text);
        default -> text;
      };
    }
  }

  /**
   * Sentences in order of precedence.
   *
   * @param byStart those that a text with this first character can be
   * @param open those that any other text can be
   */
  private record Catalogue(Map<Character, List<Sentence>> byStart, List<Sentence> open) {
    static final Catalogue ANYWHERE = of(Sentence.read("sentences_zh.tsv"));

    static final Catalogue CONSOLE =
        of(
            Stream.of("console_zh.tsv", "sentences_zh.tsv")
                .flatMap(file -> Sentence.read(file).stream())
                .toList());

    private static Catalogue of(List<Sentence> all) {
      Map<Character, List<Sentence>> byStart =
          all.stream()
              .filter(one -> !one.isOpen())
              .map(one -> one.parts.get(0).charAt(0))
              .distinct()
              .collect(
                  Collectors.toUnmodifiableMap(
                      start -> start,
                      start ->
                          all.stream()
                              .filter(one -> one.isOpen() || one.parts.get(0).charAt(0) == start)
                              .toList()));
      return new Catalogue(byStart, all.stream().filter(Sentence::isOpen).toList());
    }

    List<Sentence> startingLike(String text) {
      return text.isEmpty() ? List.of() : byStart.getOrDefault(text.charAt(0), open);
    }
  }

  /** Translates a sentence of the console, where no words of agents stand alone. */
  public String console(String text) {
    return translated(text, Catalogue.CONSOLE);
  }

  /**
   * Translates a sentence of the program; unknown ones stay unchanged, as do the words of agents
   * and people in it.
   */
  public String sentence(String text) {
    return translated(text, Catalogue.ANYWHERE);
  }

  private String translated(String text, Catalogue catalogue) {
    return this == EN || text.length() > LONGEST
        ? text
        : new Lookup(this, catalogue, new HashMap<>()).sentence(text);
  }

  /**
   * Translates one sentence.
   *
   * @param known parts that were looked up before; without it, time grows exponentially with the
   *     parts of a sentence. Workflow code may not run for long, so their number is limited too.
   */
  private record Lookup(Language language, Catalogue catalogue, Map<String, String> known) {
    String sentence(String text) {
      String before = known.get(text);
      if (before == null && known.size() < MOST_PARTS) {
        known.put(text, text); // the limit also counts parts whose own parts are looked up
        before = translated(text);
        known.put(text, before);
      }
      return before == null ? text : before;
    }

    private String translated(String text) {
      String plain = text.strip();
      for (Sentence one : catalogue.startingLike(plain)) {
        Optional<String> translated = one.translated(this, plain);
        if (translated.isPresent()) {
          return text.replace(plain, translated.get()); // keeps the indentation
        }
      }
      return plain.endsWith(".") && Character.isUpperCase(plain.charAt(0))
          ? ended(text)
          : language.word(text);
    }

    /** Translates a clause that was written as a sentence. */
    private String ended(String text) {
      String clause = Character.toLowerCase(text.charAt(0)) + text.substring(1, text.length() - 1);
      String translated = sentence(clause);
      return translated.equals(clause) ? text : translated + "。";
    }
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

package dev.conclave.activities.discussion.similarity.words;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * The words of a sentence: identifiers split at their humps and underscores, English stemmed, runs
 * of Chinese kept whole for {@link Concepts} to cut.
 */
public final class Words {
  private static final Pattern TOKEN =
      Pattern.compile("\\p{IsHan}+|[\\p{L}\\p{N}_$&&[^\\p{IsHan}]]+");
  private static final Pattern HUMP =
      Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[_$]+");
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_$][\\w$]*+");
  private static final Pattern HUMPED = Pattern.compile("[a-z0-9][A-Z]|[^_$]_+[^_$]");
  private static final int MAX_TOKEN = 64;

  private Words() {}

  /** Stems and runs of Chinese in order of the sentence, stop words included. */
  public static List<String> of(String sentence) {
    EnglishStemmer stemmer = new EnglishStemmer();
    List<String> words = new ArrayList<>();
    Matcher token = TOKEN.matcher(sentence);
    while (token.find()) {
      if (Concepts.isHan(token.group().codePointAt(0))) {
        words.add(token.group());
        continue;
      }
      for (String part : HUMP.split(token.group(), -1)) {
        if (!part.isEmpty() && part.length() <= MAX_TOKEN) {
          words.add(stem(stemmer, part.toLowerCase(Locale.ROOT)));
        }
      }
    }
    return words;
  }

  /** Names of code that the sentence mentions, lower case, without underscores. */
  public static Set<String> symbols(String sentence) {
    Set<String> symbols = new LinkedHashSet<>();
    Matcher identifier = IDENTIFIER.matcher(sentence);
    while (identifier.find()) {
      String name = identifier.group();
      if (name.length() <= MAX_TOKEN
          && (isMarked(sentence, identifier) || HUMPED.matcher(name).find())) {
        symbols.add(symbol(name));
      }
    }
    return symbols;
  }

  /** The sentence without these names of code. */
  public static String without(String sentence, Set<String> symbols) {
    return IDENTIFIER
        .matcher(sentence)
        .replaceAll(name -> symbols.contains(symbol(name.group())) ? " " : quoted(name.group()));
  }

  private static String quoted(String replacement) {
    return Matcher.quoteReplacement(replacement);
  }

  private static String symbol(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_$]", "");
  }

  /** Whether a call's parenthesis follows, or it stands alone in backticks. */
  private static boolean isMarked(String sentence, Matcher name) {
    char after = name.end() < sentence.length() ? sentence.charAt(name.end()) : ' ';
    char before = name.start() > 0 ? sentence.charAt(name.start() - 1) : ' ';
    return after == '(' || (before == '`' && after == '`');
  }

  static String stem(String word) {
    return stem(new EnglishStemmer(), word.toLowerCase(Locale.ROOT));
  }

  private static String stem(EnglishStemmer stemmer, String word) {
    stemmer.setCurrent(word);
    stemmer.stem();
    return stemmer.getCurrent();
  }
}

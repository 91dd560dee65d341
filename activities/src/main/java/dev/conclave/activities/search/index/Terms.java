package dev.conclave.activities.search.index;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.tartarus.snowball.ext.EnglishStemmer;

/**
 * Splits text into terms: stemmed parts of identifiers, the joined parts, and adjacent pairs;
 * bigrams for Chinese, Japanese and Korean. Thread-safe.
 */
public final class Terms {
  private static final int LONGEST_TOKEN = 200;
  private static final int MOST_PARTS = 12;
  private static final int LONGEST_STEM = 64;
  private static final int STEMS_REMEMBERED = 200_000;
  private static final Map<String, String> STEMS = new ConcurrentHashMap<>();
  private static final ThreadLocal<EnglishStemmer> STEMMER =
      ThreadLocal.withInitial(EnglishStemmer::new);

  private Terms() {}

  public static List<String> of(String text) {
    List<String> terms = new ArrayList<>();
    tokens(text, token -> addTerms(token, terms));
    return terms;
  }

  /**
   * Passes on runs of letters, digits, {@code _}, {@code $} and inner hyphens; a CJK run is one
   * token. Skips runs that are too long for a name, such as encoded data.
   */
  public static void tokens(String text, Consumer<String> sink) {
    int length = text.length();
    int i = 0;
    while (i < length) {
      char c = text.charAt(i);
      int start = i;
      if (isCjk(c)) {
        while (i < length && isCjk(text.charAt(i))) {
          i++;
        }
        sink.accept(text.substring(start, i));
      } else if (isWord(c)) {
        while (i < length && (isWord(text.charAt(i)) || isInnerHyphen(text, i))) {
          i++;
        }
        if (i - start <= LONGEST_TOKEN) {
          sink.accept(text.substring(start, i));
        }
      } else {
        i++;
      }
    }
  }

  /** Returns whether a character belongs to a CJK script. */
  public static boolean isCjk(char c) {
    return (c >= 0x4e00 && c <= 0x9fff)
        || (c >= 0x3400 && c <= 0x4dbf)
        || (c >= 0x3040 && c <= 0x30ff)
        || (c >= 0xac00 && c <= 0xd7af)
        || (c >= 0xf900 && c <= 0xfaff);
  }

  private static boolean isWord(char c) {
    return (Character.isLetterOrDigit(c) || c == '_' || c == '$') && !isCjk(c);
  }

  private static boolean isInnerHyphen(String text, int i) {
    return text.charAt(i) == '-'
        && i > 0
        && i + 1 < text.length()
        && Character.isLetter(text.charAt(i - 1))
        && Character.isLetter(text.charAt(i + 1))
        && !isCjk(text.charAt(i + 1));
  }

  private static void addTerms(String token, List<String> terms) {
    if (isCjk(token.charAt(0))) {
      for (int i = 0; i < Math.max(1, token.length() - 1); i++) {
        terms.add(token.substring(i, Math.min(token.length(), i + 2)));
      }
      return;
    }
    List<String> parts = parts(token);
    int n = Math.min(parts.size(), MOST_PARTS);
    for (int i = 0; i < n; i++) {
      terms.add(stem(parts.get(i)));
    }
    if (n < 2) {
      return;
    }
    terms.add(stem(String.join("", parts)));
    for (int i = 0; n > 2 && i + 1 < n; i++) {
      terms.add(stem(parts.get(i) + parts.get(i + 1)));
    }
  }

  /**
   * Returns the Porter 2 stem in lower case; words that are not plain Latin are only lower-cased.
   */
  public static String stem(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.length() > LONGEST_STEM) {
      return lower.substring(0, LONGEST_STEM);
    }
    String known = lower.length() < 3 || !isLatin(lower) ? lower : STEMS.get(lower);
    if (known != null) {
      return known;
    }
    EnglishStemmer stemmer = STEMMER.get();
    stemmer.setCurrent(lower);
    stemmer.stem();
    String stem = stemmer.getCurrent();
    if (STEMS.size() < STEMS_REMEMBERED) {
      STEMS.put(lower, stem);
    }
    return stem;
  }

  private static boolean isLatin(String word) {
    for (int i = 0; i < word.length(); i++) { // a stream would be slower than the stemming
      if (word.charAt(i) < 'a' || word.charAt(i) > 'z') {
        return false;
      }
    }
    return true;
  }

  /** Returns the parts of an identifier: {@code HTTPServer2_main} gives HTTP, Server, 2, main. */
  public static List<String> parts(String identifier) {
    List<String> parts = new ArrayList<>();
    int start = -1;
    for (int i = 0; i <= identifier.length(); i++) {
      boolean inside = i < identifier.length() && Character.isLetterOrDigit(identifier.charAt(i));
      if (start >= 0 && (!inside || isBoundary(identifier, i))) {
        parts.add(identifier.substring(start, i));
        start = -1;
      }
      if (inside && start < 0) {
        start = i;
      }
    }
    return parts;
  }

  /** Returns the joined parts in lower case: {@code rate_limit} gives ratelimit. */
  public static String joined(String identifier) {
    return String.join("", parts(identifier)).toLowerCase(Locale.ROOT);
  }

  private static boolean isBoundary(String text, int i) {
    char before = text.charAt(i - 1);
    char here = text.charAt(i);
    // The last capital of an acronym starts the next word: HTTPServer.
    return Character.isDigit(before) != Character.isDigit(here)
        || (Character.isUpperCase(here)
            && (Character.isLowerCase(before)
                || (Character.isUpperCase(before)
                    && i + 1 < text.length()
                    && Character.isLowerCase(text.charAt(i + 1)))));
  }
}

package dev.conclave.activities.search.index;

import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.tartarus.snowball.ext.EnglishStemmer;

/** Words reduced to their stems (Porter 2), remembered. Thread-safe. */
public final class Stems {
  private static final int REMEMBERED = 200_000;
  private static final int LONGEST = 64;
  private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();
  private static final ThreadLocal<EnglishStemmer> STEMMER =
      ThreadLocal.withInitial(EnglishStemmer::new);

  private Stems() {}

  /** The stem of a word, in lower case; words that are no plain Latin ones stay as they are. */
  public static String of(String word) {
    String lower = word.toLowerCase(Locale.ROOT);
    if (lower.length() < 3 || lower.length() > LONGEST || !isLatin(lower)) {
      return lower.length() > LONGEST ? lower.substring(0, LONGEST) : lower;
    }
    String known = KNOWN.get(lower);
    if (known != null) {
      return known;
    }
    EnglishStemmer stemmer = STEMMER.get();
    stemmer.setCurrent(lower);
    stemmer.stem();
    String stem = stemmer.getCurrent();
    if (KNOWN.size() < REMEMBERED) {
      KNOWN.put(lower, stem);
    }
    return stem;
  }

  private static boolean isLatin(String word) {
    for (int i = 0; i < word.length(); i++) { // a stream costs more than the stemming
      if (word.charAt(i) < 'a' || word.charAt(i) > 'z') {
        return false;
      }
    }
    return true;
  }
}

package dev.conclave.workflows.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** The known word that somebody may have meant. */
public final class Suggestion {
  private Suggestion() {}

  /** The nearest known word, when it is near: at most a third of its letters differ. */
  public static Optional<String> of(String word, Collection<String> known) {
    String meant = plain(word);
    return known.stream()
        .min(
            Comparator.comparingInt((String other) -> distance(meant, plain(other)))
                .thenComparing(Comparator.naturalOrder()))
        .filter(best -> distance(meant, plain(best)) <= Math.max(1, best.length() / 3));
  }

  /** {@code staleAfter}, {@code stale-after} and {@code stale_after} are one word. */
  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

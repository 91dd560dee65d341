package dev.conclave.client.session;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** What a person may have meant by a word that is not known. */
public final class Spelling {
  private static final int MOST = 3;

  private Spelling() {}

  /**
   * A question at the end of a sentence that names known words which are a slip of the hand away,
   * or begin alike, the nearest first; empty when none is near.
   */
  public static String question(String word, Collection<String> known) {
    String wanted = word.toLowerCase(Locale.ROOT);
    List<String> meant =
        known.stream()
            .distinct()
            .filter(
                name ->
                    distance(wanted, name) <= Math.max(1, wanted.length() / 3)
                        || (wanted.length() > 2 && name.startsWith(wanted)))
            .sorted(Comparator.comparingInt((String name) -> distance(wanted, name)))
            .limit(MOST)
            .toList();
    return meant.isEmpty() ? "" : " Did you mean " + String.join(" or ", meant) + "?";
  }

  /** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
  static int distance(String a, String b) {
    int[][] d = new int[a.length() + 1][b.length() + 1];
    Arrays.setAll(d[0], j -> j);
    for (int i = 1; i <= a.length(); i++) {
      d[i][0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        d[i][j] = Math.min(Math.min(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + same);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
        }
      }
    }
    return d[a.length()][b.length()];
  }
}

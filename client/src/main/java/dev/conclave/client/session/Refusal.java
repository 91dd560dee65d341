package dev.conclave.client.session;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for cannot be done as it was asked. The message says why and names the fix; a
 * command ends with {@link dev.conclave.workflows.temporal.ExitCodes#USAGE}.
 */
public class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Refusal(String message) {
    super(message);
  }

  public Refusal(String message, @Nullable Throwable cause) {
    super(message, cause);
  }

  /**
   * A question at the end of a sentence that names the known word that may have been meant: at most
   * a third of its letters differ.
   */
  public static String meant(String word, Collection<String> known) {
    String wanted = word.toLowerCase(Locale.ROOT);
    return known.stream()
        .min(Comparator.comparingInt(name -> distance(wanted, name)))
        .filter(near -> distance(wanted, near) <= Math.max(1, near.length() / 3))
        .map(near -> " Did you mean " + near + "?")
        .orElse("");
  }

  /** Levenshtein's distance. */
  private static int distance(String a, String b) {
    int[] row = IntStream.rangeClosed(0, b.length()).toArray();
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }

  /** The server knows no such session, or retention has taken it. */
  public static final class UnknownSession extends Refusal {
    private static final long serialVersionUID = 1L;

    UnknownSession(String message) {
      super(message);
    }
  }
}

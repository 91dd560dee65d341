package dev.conclave.workflows.text;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Formats and parses words and numbers for messages and command lines. */
public final class Words {
  /** Excludes {@code ~} (home), {@code =} (assignment) and {@code %} (job). */
  private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_./:@,+-]+");

  private static final Pattern AMOUNT = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d|w|)");

  private Words() {}

  /** Formats {@code MORE_ANALYSIS} as {@code more-analysis}. */
  public static String of(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Parses a word with hyphens or underscores, in any case; empty for an unknown name. */
  public static <E extends Enum<E>> Optional<E> parse(Class<E> type, String word) {
    String name = word.strip().toUpperCase(Locale.ROOT).replace('-', '_').replace(' ', '_');
    return Arrays.stream(type.getEnumConstants()).filter(c -> c.name().equals(name)).findFirst();
  }

  /** Formats as {@code one of approve, cancel}. */
  public static String oneOf(Collection<? extends Enum<?>> constants) {
    return "one of " + constants.stream().map(Words::of).collect(Collectors.joining(", "));
  }

  /** Describes the expected value of a type, for an error message. */
  public static String expected(Class<?> type) {
    if (type.isEnum()) {
      return oneOf(Arrays.stream(type.getEnumConstants()).map(c -> (Enum<?>) c).toList());
    }
    if (type == String.class) {
      return "a text";
    }
    if (type == Boolean.class || type == boolean.class) {
      return "true or false";
    }
    if (type == Double.class || type == double.class) {
      return "a number";
    }
    if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
      return "a whole number";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    return Map.class.isAssignableFrom(type) || type.isRecord()
        ? "an object with keys and values"
        : "another value";
  }

  /** Formats as {@code 1 file} or {@code 2 files}. */
  public static String counted(long number, String one) {
    return number + " " + one + (number == 1 ? "" : "s");
  }

  /** Formats with a fixed number of decimals, half to even, the same on every JDK (JDK-4511638). */
  public static String decimal(double number, int decimals) {
    return Double.isFinite(number)
        ? new BigDecimal(number).setScale(decimals, RoundingMode.HALF_EVEN).toPlainString()
        : Double.toString(number);
  }

  /** Quotes a text as one word of a POSIX shell, with apostrophes only where needed. */
  public static String shell(String text) {
    return BARE.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
  }

  /** Returns the closest known word if at most a third of its letters differ. */
  public static Optional<String> nearest(String word, Collection<String> known) {
    String meant = plain(word);
    return known.stream()
        .min(Comparator.comparingInt(other -> distance(meant, plain(other))))
        .filter(best -> distance(meant, plain(best)) <= Math.max(1, best.length() / 3));
  }

  /** Treats {@code staleAfter}, {@code stale-after} and {@code stale_after} as equal. */
  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[-_ ]", "");
  }

  /** Levenshtein distance. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    Arrays.setAll(row, j -> j);
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

  /**
   * Parses {@code 90s}, {@code 10m}, {@code 14d} or ISO 8601; a bare number is in seconds.
   *
   * @throws IllegalArgumentException when the text is in neither form; the message names both
   */
  public static Duration duration(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    Matcher simple = AMOUNT.matcher(word);
    try {
      if (!simple.matches()) {
        return Duration.parse(word.toUpperCase(Locale.ROOT));
      }
      long amount = Long.parseLong(simple.group(1));
      return switch (simple.group(2)) {
        case "ms" -> Duration.ofMillis(amount);
        case "m" -> Duration.ofMinutes(amount);
        case "h" -> Duration.ofHours(amount);
        case "d" -> Duration.ofDays(amount);
        case "w" -> Duration.ofDays(Math.multiplyExact(7, amount));
        default -> Duration.ofSeconds(amount);
      };
    } catch (DateTimeParseException | NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "invalid duration \"" + text + "\"; use for example 90s, 10m, 36h, 14d or PT10M", e);
    }
  }
}

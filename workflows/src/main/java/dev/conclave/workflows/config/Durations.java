package dev.conclave.workflows.config;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as people write them: {@code 90s}, {@code 10m}, {@code 36h}, {@code 14d}, or ISO 8601.
 */
public final class Durations {
  private static final Pattern SIMPLE = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d|w|)");

  private Durations() {}

  /**
   * Reads a duration; a bare number counts seconds.
   *
   * @throws IllegalArgumentException when the text is neither form; the message names both
   */
  public static Duration parse(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    Matcher simple = SIMPLE.matcher(word);
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
          "not a duration: \"" + text + "\"; write for example 90s, 10m, 36h, 14d or PT10M", e);
    }
  }
}

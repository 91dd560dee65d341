package dev.conclave.workflows.config;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;
import java.io.IOException;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Durations as people write them: {@code 90s}, {@code 10m}, {@code 36h}, {@code 14d}, or ISO 8601.
 */
public final class Durations {
  private static final Pattern SIMPLE = Pattern.compile("(\\d+)\\s*(ms|s|m|h|d|w)?");

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
      return simple.matches()
          ? simple(Long.parseLong(simple.group(1)), simple.group(2))
          : Duration.parse(word.toUpperCase(Locale.ROOT));
    } catch (DateTimeParseException | NumberFormatException | ArithmeticException e) {
      throw new IllegalArgumentException(
          "not a duration: \"" + text + "\"; write for example 90s, 10m, 36h, 14d or PT10M", e);
    }
  }

  private static Duration simple(long amount, @Nullable String unit) {
    return switch (unit == null ? "s" : unit) {
      case "ms" -> Duration.ofMillis(amount);
      case "m" -> Duration.ofMinutes(amount);
      case "h" -> Duration.ofHours(amount);
      case "d" -> Duration.ofDays(amount);
      case "w" -> Duration.ofDays(Math.multiplyExact(7, amount));
      default -> Duration.ofSeconds(amount);
    };
  }

  /** Jackson's way in. */
  static final class Deserializer extends StdScalarDeserializer<Duration> {
    private static final long serialVersionUID = 1L;

    Deserializer() {
      super(Duration.class);
    }

    @Override
    public Duration deserialize(JsonParser parser, DeserializationContext context)
        throws IOException {
      try {
        return parse(parser.getText());
      } catch (IllegalArgumentException e) {
        throw context.weirdStringException(
            parser.getText(), Duration.class, e.getMessage() == null ? "" : e.getMessage());
      }
    }
  }
}

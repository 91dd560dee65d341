package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a score in whatever scale it was given and brings it to 0 to 1; docs/discussion.md, section
 * 2. A number beyond 100 or below 0 becomes the nearest bound, with a note for validation to
 * report.
 */
final class Scores {
  /** Assumed when a reply gives none, and for replies that only fallback extraction could read. */
  static final double UNSAID = 0.5;

  private static final Pattern NUMBER =
      Pattern.compile(
          "([-+]?\\d{0,9}(?:[.,]\\d{1,9})?)\\s*(%|/\\s*(\\d{1,4}))?(?!\\d).*", Pattern.DOTALL);
  private static final Map<String, Double> WORDS =
      Map.of("very high", 0.9, "high", 0.8, "medium", 0.5, "moderate", 0.5, "low", 0.2);

  private Scores() {}

  /** The score; empty when the value is no number and no known word. */
  static OptionalDouble read(JsonNode value, String field, ParseNotes notes) {
    OptionalDouble read = OptionalDouble.empty();
    if (value.isNumber() && Double.isFinite(value.asDouble())) {
      read = OptionalDouble.of(scaled(value.asDouble(), value.asText(), field, notes));
    } else if (value.isTextual()) {
      read = read(value.asText().strip(), field, notes);
    }
    return read.isPresent() ? OptionalDouble.of(bounded(read.getAsDouble(), field, notes)) : read;
  }

  private static double bounded(double score, String field, ParseNotes notes) {
    double bounded = Math.max(0, Math.min(1, score));
    if (bounded != score) {
      notes.add(field + " is " + score + ParseNotes.OUT_OF_RANGE);
    }
    return bounded;
  }

  private static OptionalDouble read(String text, String field, ParseNotes notes) {
    Double word = WORDS.get(text.toLowerCase(Locale.ROOT));
    if (word != null) {
      notes.add(field + " was the word " + ParseNotes.quoted(text) + ": read as " + word);
      return OptionalDouble.of(word);
    }
    Matcher matcher = NUMBER.matcher(text);
    if (!matcher.matches() || matcher.group(1).chars().noneMatch(Character::isDigit)) {
      return OptionalDouble.empty();
    }
    double number = Double.parseDouble(matcher.group(1).replace(',', '.'));
    notes.add(field + " was given as text: " + ParseNotes.quoted(text));
    if (matcher.group(3) != null && Integer.parseInt(matcher.group(3)) > 0) {
      return OptionalDouble.of(number / Integer.parseInt(matcher.group(3)));
    }
    return OptionalDouble.of(
        "%".equals(matcher.group(2)) ? number / 100 : scaled(number, text, field, notes));
  }

  private static double scaled(double number, String given, String field, ParseNotes notes) {
    if (number <= 1 || number > 100) {
      return number;
    }
    int scale = number <= 10 ? 10 : 100;
    notes.add(field + " " + ParseNotes.quoted(given) + " was read on a scale of 0 to " + scale);
    return number / scale;
  }
}

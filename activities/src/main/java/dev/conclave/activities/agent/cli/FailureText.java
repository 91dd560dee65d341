package dev.conclave.activities.agent.cli;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.document.Resources;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.text.Words;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Classifies error messages of failed programs. The patterns come from recorded output of the
 * programs in docs/agents.md; a message that matches none is {@link FailureKind#FAILED}. Pure.
 */
public final class FailureText {
  private static final int LONGEST_EXCUSE = 400;

  private static final Pattern STATUS =
      Pattern.compile(
          "(?i)(?:status(?: code)?:?|API error:?|HTTP|\"code\":|error code:?)\\s*\"?([45]\\d\\d)\\b");

  /** Patterns for each kind of failure; the first match counts. */
  private static final Map<FailureKind, Pattern> WORDS = new LinkedHashMap<>();

  static {
    Resources.text(FailureText.class, "failure-words.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" ", 2))
        .collect(
            Collectors.groupingBy(
                line -> line[0],
                LinkedHashMap::new,
                Collectors.mapping(line -> line[1], Collectors.joining("|"))))
        .forEach(
            (kind, words) ->
                WORDS.put(
                    Words.parse(FailureKind.class, kind).orElseThrow(),
                    Pattern.compile(words, Pattern.CASE_INSENSITIVE)));
  }

  /** Matches a list, an object or a citation: signs of a short answer. */
  private static final Pattern ANSWER =
      Pattern.compile("[{}\\[\\]]|(?m)^\\s*(?:[-*•]|\\d+[.)])\\s|\\S\\.\\w{1,6}:\\d");

  private static final Pattern REASON =
      Pattern.compile(
          "(?i)^(?:\\S.*)?(?:error|exception|fatal|panic|denied|refused|failed|limit|cannot|unable)\\b");

  private static final String ZONE = "(?:\\s*\\(([\\w/+-]+)\\)|\\s+(UTC|GMT|[A-Z][a-z]+/\\w+)\\b)?";
  private static final String TIME =
      "(\\d{1,2})(?::([0-5]\\d))?(?::[0-5]\\d)?\\s*([ap]\\.?m\\b\\.?)?" + ZONE;
  private static final Pattern ISO =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d)[T ](\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?) ?(Z|UTC|GMT|[+-]\\d\\d:\\d\\d)?");
  private static final Pattern EPOCH =
      Pattern.compile("(?i)(?:\\||resets?[_ ]?at\\W{1,4})(1\\d{9})(?:\\d{3})?\\b");
  private static final String AMOUNT =
      "\\d+(?:\\.\\d+)?\\s*(?:days?|d|hours?|hr|h|minutes?|mins?|m|seconds?|secs?|s|ms)";
  private static final Pattern DELAY =
      Pattern.compile(
          "(?i)(?:retry|try again|resets?|reset after)[^.\\d]{0,20}?((?:%1$s[ ,]*)*%1$s)\\b"
              .formatted(AMOUNT));
  private static final Pattern IN_SECONDS =
      Pattern.compile(
          "(?i)(?:resets?|retry)[-_ ]?(?:in|after)(?:[-_ ]?seconds)?\\W{1,4}(\\d{1,7}(?:\\.\\d+)?)(?:$|[^\\w.:])");
  private static final Pattern PART =
      Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)\\s*(ms|d|h|m|s)[a-z]*");
  private static final String MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
  private static final Pattern DATE =
      Pattern.compile(
          "(?i)\\b(?:(%1$s)[a-z]*\\.? (\\d{1,2})|(\\d{1,2})\\.? (%1$s)[a-z]*)(?:st|nd|rd|th)?\\b(?:,? (20\\d\\d))?(?:,?(?: at)? %2$s)?"
              .formatted(MONTHS, TIME));
  private static final Pattern CLOCK =
      Pattern.compile(
          "(?i)(?:resets?|again|retry|available|until)(?: again)?(?: at| until)?:? " + TIME);

  /** A time of day that passed this recently means today, not tomorrow. */
  private static final Duration JUST_PASSED = Duration.ofMinutes(15);

  private static final Map<String, Double> SECONDS =
      Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "h", 3_600.0, "d", 86_400.0);

  private FailureText() {}

  /** Returns the kind of a failure by its HTTP status (0 if unknown) and message. */
  public static FailureKind kind(int status, String message) {
    int code = status == 0 ? status(message) : status;
    FailureKind words = words(message);
    // Some programs report a prompt that is too large as 400, and a used-up quota as 403.
    if (words == FailureKind.REJECTED_INPUT || code == 403 && words == FailureKind.RATE_LIMITED) {
      return words;
    }
    FailureKind told =
        switch (code) {
          case 401, 403 -> FailureKind.NOT_AUTHENTICATED;
          case 413 -> FailureKind.REJECTED_INPUT;
          case 429 -> FailureKind.RATE_LIMITED;
          default -> code >= 500 ? FailureKind.UNAVAILABLE : words;
        };
    return told == null ? FailureKind.FAILED : told;
  }

  /** Returns the HTTP status in a message; 0 if none. */
  static int status(String message) {
    Matcher matcher = STATUS.matcher(message);
    return matcher.find() ? Integer.parseInt(matcher.group(1)) : 0;
  }

  /**
   * Returns the failure that a program reports as its answer, such as a rate limit or a missing
   * login. Empty for a possible answer: a longer text, or one with a list, an object or a citation.
   */
  public static Optional<FailureKind> failureInAnswer(String answer) {
    String text = answer.strip();
    return text.isEmpty() || text.length() > LONGEST_EXCUSE || ANSWER.matcher(text).find()
        ? Optional.empty()
        : Optional.ofNullable(words(text));
  }

  /** Returns the line of stderr to show: the last that names an error, else the last. */
  public static String reason(String stderr) {
    List<String> lines = stderr.lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> REASON.matcher(line).find())
        .reduce((a, b) -> b)
        .or(() -> lines.stream().filter(line -> words(line) != null).reduce((a, b) -> b))
        .or(() -> lines.stream().reduce((a, b) -> b))
        .map(String::strip)
        .orElse("");
  }

  /**
   * Returns when a rate limit ends according to a message.
   *
   * @param zone for clock times without a zone
   */
  public static Optional<Instant> resetTime(String message, Instant now, ZoneId zone) {
    try {
      Matcher iso = ISO.matcher(message);
      if (iso.find()) {
        LocalDateTime time = LocalDateTime.parse(iso.group(1) + "T" + iso.group(2));
        return Optional.of(time.atZone(zone(iso.group(3), zone)).toInstant());
      }
      Matcher epoch = EPOCH.matcher(message);
      if (epoch.find()) {
        return Optional.of(Instant.ofEpochSecond(Long.parseLong(epoch.group(1))));
      }
      Matcher date = DATE.matcher(message);
      if (date.find()) {
        return Optional.of(day(date, now, zone));
      }
      Matcher clock = CLOCK.matcher(message);
      while (clock.find()) {
        if (clock.group(2) != null || clock.group(3) != null) {
          ZonedDateTime today = at(now.atZone(zone(clock, 1, zone)), clock, 1);
          boolean over = today.toInstant().isBefore(now.minus(JUST_PASSED));
          return Optional.of((over ? today.plusDays(1) : today).toInstant());
        }
      }
      Matcher delay = DELAY.matcher(message);
      if (delay.find()) {
        return Optional.of(now.plus(sum(delay.group(1))));
      }
      Matcher seconds = IN_SECONDS.matcher(message);
      return seconds.find()
          ? Optional.of(now.plusMillis(Math.round(Double.parseDouble(seconds.group(1)) * 1000)))
          : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Returns the date with a month's name; without a year, the next such date. */
  private static Instant day(Matcher date, Instant now, ZoneId zone) {
    boolean monthFirst = date.group(1) != null;
    String month = date.group(monthFirst ? 1 : 4).toLowerCase(Locale.ROOT);
    int number = 1 + List.of(MONTHS.split("\\|")).indexOf(month);
    ZonedDateTime from = now.atZone(zone(date, 6, zone));
    int year = date.group(5) == null ? from.getYear() : Integer.parseInt(date.group(5));
    LocalDate day = LocalDate.of(year, number, Integer.parseInt(date.group(monthFirst ? 2 : 3)));
    ZonedDateTime midnight = day.atStartOfDay(from.getZone());
    ZonedDateTime time = date.group(6) == null ? midnight : at(midnight, date, 6);
    boolean over = date.group(5) == null && time.isBefore(from.minusDays(1));
    return (over ? time.plusYears(1) : time).toInstant();
  }

  /** Returns the day at a time whose hour is in a group, followed by minutes and am or pm. */
  private static ZonedDateTime at(ZonedDateTime day, Matcher time, int group) {
    int hour = Integer.parseInt(time.group(group));
    int minute = time.group(group + 1) == null ? 0 : Integer.parseInt(time.group(group + 1));
    String half = time.group(group + 2);
    if (half != null) {
      if (hour < 1 || hour > 12) {
        throw new DateTimeException("not an hour of a 12-hour clock");
      }
      hour = hour % 12 + (half.toLowerCase(Locale.ROOT).startsWith("p") ? 12 : 0);
    }
    return day.with(LocalTime.of(hour, minute));
  }

  private static ZoneId zone(Matcher time, int group, ZoneId otherwise) {
    String named = time.group(group + 3);
    return zone(named == null ? time.group(group + 4) : named, otherwise);
  }

  private static ZoneId zone(@Nullable String named, ZoneId otherwise) {
    return named == null ? otherwise : ZoneId.of(named, ZoneId.SHORT_IDS);
  }

  private static Duration sum(String parts) {
    Duration all = Duration.ZERO;
    Matcher part = PART.matcher(parts);
    while (part.find()) {
      double unit = SECONDS.getOrDefault(part.group(2).toLowerCase(Locale.ROOT), 1.0);
      all = all.plusMillis(Math.round(Double.parseDouble(part.group(1)) * unit * 1000));
    }
    return all;
  }

  private static @Nullable FailureKind words(String text) {
    return WORDS.entrySet().stream()
        .filter(entry -> entry.getValue().matcher(text).find())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(null);
  }
}

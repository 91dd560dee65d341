package dev.conclave.activities.agent.cli;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** When a rate limit ends, as the programs word it. */
public final class ResetTimes {
  private static final Pattern ISO =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern EPOCH = Pattern.compile("\\|(1\\d{9})\\b");
  private static final Pattern DELAY =
      Pattern.compile(
          "(?i)(?:retry|try again|resets?|reset after)[^.\\d]{0,20}?"
              + "((?:\\d+(?:\\.\\d+)?\\s*(?:days?|d|hours?|hr|h|minutes?|mins?|m|seconds?|secs?|s|ms)(?![a-zA-Z])[ ,]*)+)");
  private static final Pattern PART =
      Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)\\s*(ms|d|h|m|s)[a-z]*");
  private static final Pattern CLOCK =
      Pattern.compile(
          "(?i)resets?(?: at)? (1[0-2]|[1-9])(?::([0-5]\\d))?\\s*(am|pm)(?: \\(([\\w/+-]+)\\))?");

  private ResetTimes() {}

  /**
   * The end that a message names.
   *
   * @param zone of clock times without one
   */
  public static Optional<Instant> find(String message, Instant now, ZoneId zone) {
    try {
      Matcher iso = ISO.matcher(message);
      if (iso.find()) {
        return Optional.of(OffsetDateTime.parse(iso.group()).toInstant());
      }
      Matcher epoch = EPOCH.matcher(message);
      if (epoch.find()) {
        return Optional.of(Instant.ofEpochSecond(Long.parseLong(epoch.group(1))));
      }
      Matcher clock = CLOCK.matcher(message);
      if (clock.find()) {
        return Optional.of(next(clock, now, zone));
      }
      Matcher delay = DELAY.matcher(message);
      return delay.find() ? Optional.of(now.plus(sum(delay.group(1)))) : Optional.empty();
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static Instant next(Matcher clock, Instant now, ZoneId zone) {
    int hour = Integer.parseInt(clock.group(1)) % 12;
    int minute = clock.group(2) == null ? 0 : Integer.parseInt(clock.group(2));
    boolean afternoon = clock.group(3).equalsIgnoreCase("pm");
    ZoneId named = clock.group(4) == null ? zone : ZoneId.of(clock.group(4));
    LocalTime time = LocalTime.of(afternoon ? hour + 12 : hour, minute);
    ZonedDateTime today = now.atZone(named).with(time);
    return (today.toInstant().isAfter(now) ? today : today.plusDays(1)).toInstant();
  }

  private static Duration sum(String parts) {
    Duration all = Duration.ZERO;
    Matcher part = PART.matcher(parts);
    while (part.find()) {
      double amount = Double.parseDouble(part.group(1));
      long millis =
          switch (part.group(2).toLowerCase(Locale.ROOT)) {
            case "ms" -> 1;
            case "d" -> 86_400_000L;
            case "h" -> 3_600_000L;
            case "m" -> 60_000L;
            default -> 1000L;
          };
      all = all.plusMillis(Math.round(amount * millis));
    }
    return all;
  }
}

package dev.conclave.client.view;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats numbers and times for users. */
public final class Formats {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

  private Formats() {}

  public static String score(double value) {
    return String.format(Locale.ROOT, "%.2f", value);
  }

  /** Points of a ranking: {@code 0.82} below 10, else {@code 108}. */
  public static String points(double value) {
    return Math.abs(value) < 10 ? score(value) : Long.toString(Math.round(value));
  }

  public static String usd(double value) {
    return String.format(Locale.ROOT, "$%.2f", value);
  }

  /** {@code 512 B}, {@code 12 KB}, {@code 3.4 MB}. */
  public static String bytes(long bytes) {
    if (bytes < 1000) {
      return bytes + " B";
    }
    return bytes < 1_000_000
        ? Math.round(bytes / 1000.0) + " KB"
        : String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }

  /** {@code 950}, {@code 12.3k}, {@code 1.2M}; empty for zero. */
  public static String tokens(long tokens) {
    if (tokens < 1000) {
      return tokens <= 0 ? "" : Long.toString(tokens);
    }
    return tokens < 999_950
        ? String.format(Locale.ROOT, "%.1fk", tokens / 1e3)
        : String.format(Locale.ROOT, "%.1fM", tokens / 1e6);
  }

  /** Time of day in the local time zone, to the second. */
  public static String clock(Instant at) {
    return CLOCK.format(at.atZone(ZoneId.systemDefault()));
  }

  /** {@code 42s}, {@code 3m 05s}, {@code 2h 10m}, {@code 5d 3h}; never negative. */
  public static String span(Duration span) {
    long s = Math.max(0, span.toSeconds());
    if (s < 60) {
      return s + "s";
    }
    if (s < 3600) {
      return String.format(Locale.ROOT, "%dm %02ds", s / 60, s % 60);
    }
    return s < 86_400
        ? String.format(Locale.ROOT, "%dh %02dm", s / 3600, s % 3600 / 60)
        : String.format(Locale.ROOT, "%dd %dh", s / 86_400, s % 86_400 / 3600);
  }

  /** Date and time in the local time zone, to the minute. */
  public static String time(Instant at) {
    return TIME.format(at.atZone(ZoneId.systemDefault()));
  }
}

package dev.conclave.workflows.session;

import java.lang.Character.UnicodeScript;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * The id of a session and its workflow: {@code MCP-{slug}-{YYYY-MM-DD}} of a plan, {@code WFS-…} of
 * a context, {@code uan-{slug}-{YYYYMMDD}} of an analysis, dated in UTC+8, with {@code -2}, {@code
 * -3}, … for further sessions of the day.
 */
public record SessionId(String value) {

  /** A slug has at most this many characters (code points). */
  public static final int MAX_SLUG = 40;

  private static final ZoneOffset DATES_IN = ZoneOffset.ofHours(8);

  /** The id of the first session of that task on the day of that moment. */
  public static SessionId of(KindSpec kind, String task, Instant moment) {
    LocalDate date = moment.atOffset(DATES_IN).toLocalDate();
    return new SessionId(kind.prefix() + slug(task) + "-" + kind.days().format(date));
  }

  /** The id of the {@code number}-th session of the same name on the same day, from 1. */
  public SessionId numbered(int number) {
    return number == 1 ? this : new SessionId(value + "-" + number);
  }

  /** The task in lower case; runs of anything but a-z, 0-9 and CJK ideographs become one hyphen. */
  static String slug(String task) {
    StringBuilder slug = new StringBuilder();
    int length = 0;
    boolean gap = false;
    for (int c : task.toLowerCase(Locale.ROOT).codePoints().toArray()) {
      if (!belongs(c)) {
        gap = length > 0;
        continue;
      }
      // A hyphen is never the last character, neither at the end of the task nor at the bound.
      if (length + (gap ? 2 : 1) > MAX_SLUG) {
        break;
      }
      length += gap ? 2 : 1;
      slug.append(gap ? "-" : "").appendCodePoint(c);
      gap = false;
    }
    return slug.isEmpty() ? "task" : slug.toString();
  }

  private static boolean belongs(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || (Character.isIdeographic(c) && UnicodeScript.of(c) == UnicodeScript.HAN);
  }

  @Override
  public String toString() {
    return value;
  }
}

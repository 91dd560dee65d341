package dev.conclave.workflows.session;

import static java.lang.Character.COMBINING_SPACING_MARK;
import static java.lang.Character.NON_SPACING_MARK;

import com.google.re2j.Pattern;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * The id of a session and its workflow: {@code MCP-{slug}-{YYYY-MM-DD}} of a plan, {@code WFS-…} of
 * a context, {@code uan-{slug}-{YYYYMMDD}} of an analysis, dated in UTC+8, with {@code -2}, {@code
 * -3}, … for further sessions of the day.
 */
public record SessionId(String value) {

  /** Longest slug, in characters (code points). */
  public static final int MAX_SLUG = 40;

  /** A trailing small word, dropped from a handle. */
  private static final Pattern SMALL =
      Pattern.compile("-(?:an?|the|of|to|for|in|on|at|and|or|with|per|by)$");

  private static final int MAX_WORDS = 20;
  private static final int TAIL = 3;

  /** No vowels, so that a tail is not a word, and no lookalikes. */
  private static final String LETTERS = "23456789bcdfghjkmnpqrstvwxz";

  private static final ZoneOffset DATES_IN = ZoneOffset.ofHours(8);

  /** Returns the id of the first session for that task on the day of that moment. */
  public static SessionId of(KindSpec kind, String task, Instant moment) {
    LocalDate date = moment.atOffset(DATES_IN).toLocalDate();
    return new SessionId(kind.prefix() + slug(task) + "-" + kind.days().format(date));
  }

  /** Returns the id of the {@code number}-th session of the same name on the same day, from 1. */
  public SessionId numbered(int number) {
    return number == 1 ? this : new SessionId(value + "-" + number);
  }

  /** Returns words of the task, at most 20 characters, and a random tail: {@code clock-7f3}. */
  public static String handle(String task, RandomGenerator random) {
    String words = slug(task);
    while (words.codePointCount(0, words.length()) > MAX_WORDS) {
      int end = words.lastIndexOf('-');
      words = words.substring(0, end > 0 ? end : words.offsetByCodePoints(0, MAX_WORDS));
    }
    while (SMALL.matcher(words).find()) {
      words = SMALL.matcher(words).replaceFirst("");
    }
    StringBuilder handle = new StringBuilder(words).append('-');
    for (int i = 0; i < TAIL; i++) {
      handle.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return handle.toString();
  }

  /** Lower-cases the task; runs of anything but letters and digits become one hyphen. */
  static String slug(String task) {
    StringBuilder slug = new StringBuilder();
    int length = 0;
    boolean gap = false;
    String lower = Normalizer.normalize(task, Normalizer.Form.NFC).toLowerCase(Locale.ROOT);
    for (int c : lower.codePoints().toArray()) {
      if (!belongs(c) && (slug.isEmpty() || gap || !isMark(c))) {
        gap = length > 0;
        continue;
      }
      // A hyphen is never last, neither at the end of the task nor at the limit.
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
    return Character.isLetterOrDigit(c);
  }

  /** Combining marks such as vowel signs belong to the previous letter. */
  private static boolean isMark(int c) {
    return Set.of(NON_SPACING_MARK, COMBINING_SPACING_MARK).contains((byte) Character.getType(c));
  }

  @Override
  public String toString() {
    return value;
  }
}

package dev.conclave.activities.agent.cli;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.workflows.model.FailureKind;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What the words of a program that failed mean. The words are those of the programs named in
 * docs/agents.md, as recorded from them; what none of them fits is {@link FailureKind#FAILED}.
 * Pure.
 */
public final class FailureText {
  private static final int LONGEST_EXCUSE = 400;

  private static final Pattern STATUS =
      Pattern.compile(
          "(?i)(?:status(?: code)?:?|API error:?|HTTP|\"code\":|error code:?)\\s*\"?([45]\\d\\d)\\b");

  /** In the order in which they are looked for. */
  private static final List<Map.Entry<FailureKind, Pattern>> WORDS =
      List.of(
          words(
              FailureKind.REJECTED_INPUT,
              "prompt is too long|context[_ ]length|maximum context|context window|input exceeds|"
                  + "input (is )?too (large|long)|too many tokens|maximum number of tokens|"
                  + "request too large|request_too_large|argument list too long"),
          words(
              FailureKind.RATE_LIMITED,
              "rate.?limit|too many requests|quota|usage limit|resource_exhausted|limit reached|"
                  + "hit your limit"),
          words(
              FailureKind.NOT_AUTHENTICATED,
              "unauthori[sz]ed|unauthenticated|authenticat|not logged in|/login|log in|"
                  + "api[_ ]key|auth method|permission_error|invalid_grant|credentials"),
          words(
              FailureKind.EMPTY_REPLY,
              "empty response|no visible output|loop detected|no text or thoughts|invalid_stream"),
          words(
              FailureKind.UNAVAILABLE,
              "\\b(econnre(fused|set)|enotfound|eai_again)\\b|socket hang up|fetch failed|"
                  + "connection error|unable to connect|connection (was )?(refused|reset|closed)|"
                  + "stream (disconnected|ended|closed)|without a finish reason|"
                  + "service unavailable|overloaded|bad gateway|gateway timeout|timed out|timeout|"
                  + "network error|internal server error|empty or malformed response|terminated|"
                  + "error sending request"),
          words(
              FailureKind.NOT_INSTALLED,
              "node['’]?: no such file|requires node|unsupported engine|node\\.js version|"
                  + "command not found"));

  /** A list, an object, a cited place: an answer, if a short one. */
  private static final Pattern ANSWER =
      Pattern.compile("[{}\\[\\]]|(?m)^\\s*(?:[-*•]|\\d+[.)])\\s|\\S\\.\\w{1,6}:\\d");

  private static final Pattern REASON =
      Pattern.compile(
          "(?i)^(?:\\S.*)?(?:error|exception|fatal|panic|denied|refused|failed|limit|cannot|unable)\\b");

  private static final Pattern ISO =
      Pattern.compile(
          "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern EPOCH = Pattern.compile("\\|(1\\d{9})\\b");
  private static final String AMOUNT =
      "\\d+(?:\\.\\d+)?\\s*(?:days?|d|hours?|hr|h|minutes?|mins?|m|seconds?|secs?|s|ms)";
  private static final Pattern DELAY =
      Pattern.compile(
          "(?i)(?:retry|try again|resets?|reset after)[^.\\d]{0,20}?((?:%1$s[ ,]*)*%1$s)\\b"
              .formatted(AMOUNT));
  private static final Pattern PART =
      Pattern.compile("(?i)(\\d+(?:\\.\\d+)?)\\s*(ms|d|h|m|s)[a-z]*");
  private static final Pattern CLOCK =
      Pattern.compile(
          "(?i)resets?(?: at)? (1[0-2]|[1-9])(?::([0-5]\\d))?\\s*(am|pm)(?: \\(([\\w/+-]+)\\))?");
  private static final Map<String, Double> SECONDS =
      Map.of("ms", 0.001, "s", 1.0, "m", 60.0, "h", 3_600.0, "d", 86_400.0);

  private FailureText() {}

  public static FailureKind kind(Optional<Integer> status, String message) {
    Optional<Integer> code = status.or(() -> status(message));
    Optional<FailureKind> words = words(message);
    // Too large a prompt comes as 400, a spent quota at times as 403.
    if (words.filter(kind -> kind == FailureKind.REJECTED_INPUT).isPresent()
        || (code.filter(c -> c == 403).isPresent()
            && words.filter(kind -> kind == FailureKind.RATE_LIMITED).isPresent())) {
      return words.get();
    }
    return code.flatMap(FailureText::kind).or(() -> words).orElse(FailureKind.FAILED);
  }

  static Optional<Integer> status(String message) {
    Matcher matcher = STATUS.matcher(message);
    return matcher.find() ? Optional.of(Integer.valueOf(matcher.group(1))) : Optional.empty();
  }

  /**
   * The failure that a program reports as if it were its reply, such as a limit that is reached or
   * a missing login. Empty for what may be a reply: a longer text, or one with a list, an object or
   * a cited place.
   */
  public static Optional<FailureKind> excuse(String answer) {
    String text = answer.strip();
    return text.isEmpty() || text.length() > LONGEST_EXCUSE || ANSWER.matcher(text).find()
        ? Optional.empty()
        : words(text);
  }

  /** The line of stderr that people are shown: the last that names an error, else the last. */
  public static String reason(String stderr) {
    List<String> lines = stderr.lines().filter(line -> !line.isBlank()).toList();
    return lines.stream()
        .filter(line -> REASON.matcher(line).find())
        .reduce((a, b) -> b)
        .or(() -> lines.stream().reduce((a, b) -> b))
        .map(String::strip)
        .orElse("");
  }

  /**
   * When a rate limit ends, as a message says.
   *
   * @param zone of clock times without one
   */
  public static Optional<Instant> resetTime(String message, Instant now, ZoneId zone) {
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
    LocalTime time = LocalTime.of(clock.group(3).equalsIgnoreCase("pm") ? hour + 12 : hour, minute);
    ZonedDateTime today =
        now.atZone(clock.group(4) == null ? zone : ZoneId.of(clock.group(4))).with(time);
    return (today.toInstant().isAfter(now) ? today : today.plusDays(1)).toInstant();
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

  private static Optional<FailureKind> kind(int status) {
    return switch (status) {
      case 401, 403 -> Optional.of(FailureKind.NOT_AUTHENTICATED);
      case 413 -> Optional.of(FailureKind.REJECTED_INPUT);
      case 429 -> Optional.of(FailureKind.RATE_LIMITED);
      default -> status >= 500 ? Optional.of(FailureKind.UNAVAILABLE) : Optional.empty();
    };
  }

  private static Optional<FailureKind> words(String text) {
    return WORDS.stream()
        .filter(entry -> entry.getValue().matcher(text).find())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private static Map.Entry<FailureKind, Pattern> words(FailureKind kind, String words) {
    return Map.entry(kind, Pattern.compile(words, Pattern.CASE_INSENSITIVE));
  }
}

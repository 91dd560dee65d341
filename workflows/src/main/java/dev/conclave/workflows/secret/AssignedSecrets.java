package dev.conclave.workflows.secret;

import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Redacts values assigned to a secret's name, in code, configuration, JSON or a shell environment.
 */
final class AssignedSecrets {
  private static final String NAME =
      "(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|api[_-]?key|access[_-]?key"
          + "|account[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key"
          + "|密码|口令|密钥)";

  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          // The look-ahead rejects other words quickly; the possessive name avoids backtracking.
          "(?i)(?=[acepst密口])(?<name>"
              + NAME
              + "(?<rest>[\\w.-]{0,40}+))"
              + "(?<sign>\\\\?[\"'`]?\\]?(?:\\s{0,4}:\\s{0,4}[A-Za-z]{1,20}(?=\\s{0,4}=))?\\s{0,8}(?::=|=>|==|[:=：])\\s{0,8})"
              + "(?:(?<quote>\\\\?[\"'`])(?<quoted>[^\"'`\\s\\\\]{8,512})(?=\\\\?[\"'`])"
              + "|(?<plain>[A-Za-z0-9_+/=.@!#%^&*~?:-]{8,512}))");

  /** Names with these suffixes are about a secret and do not contain one. */
  private static final Pattern ABOUT =
      Pattern.compile(
          "(?i).*(?:id|ids|name|type|url|uri|path|file|dir|header|field|param|length|size|count|ttl"
              + "|expiry|expires|expiration|version|class|prefix|suffix|pattern|regex|label|title"
              + "|message|placeholder|hint|endpoint|policy|min|max|limit|kind|provider|service|column"
              + "|digest|checksum|sha\\d*|integrity)");

  /** A placeholder or a reference to the value, not the value itself. */
  private static final Pattern NO_VALUE =
      Pattern.compile(
          "(?is).*(?:example|changeme|change[_-]me|placeholder|your[_-]|dummy|redacted|xxxx|\\*\\*\\*|\\.\\.\\.).*"
              + "|.*[${}<>()|;\\[\\]].*|(?:https?|file|arn|env|vault):.*");

  private static final Pattern HEX_OR_UUID =
      Pattern.compile("(?i)[0-9a-f]{32,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** In bits per character; words are below it. */
  private static final double ENTROPY = 3.0;

  private static final double HIGH_ENTROPY = 4.0;

  /** Words consist of long runs; random text switches often between letters, cases and digits. */
  private static final double SHORT_RUNS = 2.6;

  private static final double MIDDLING_RUNS = 4.0;

  /** A run is one kind of character; a capital begins the run of the following word. */
  private static final Pattern RUN =
      Pattern.compile("\\p{Lu}+[\\p{L}&&\\P{Lu}]*|[\\p{L}&&\\P{Lu}]+|\\p{Nd}+");

  private AssignedSecrets() {}

  static String redact(String text) {
    return ASSIGNMENT.matcher(text).replaceAll(AssignedSecrets::replacement);
  }

  private static String replacement(MatchResult found) {
    Matcher match = (Matcher) found;
    String quoted = match.group("quoted");
    String value = quoted == null ? match.group("plain") : quoted;
    boolean password =
        quoted != null && match.group("name").toLowerCase(Locale.ROOT).startsWith("passw");
    if (ABOUT.matcher(match.group("rest")).matches()
        || NO_VALUE.matcher(value).matches()
        || !(looksRandom(value) || (password && isMixed(value)))) {
      return Matcher.quoteReplacement(match.group());
    }
    String quote = quoted == null ? "" : match.group("quote");
    return Matcher.quoteReplacement(
        match.group("name") + match.group("sign") + quote + SecretFilter.redacted("secret"));
  }

  static boolean looksRandom(String value) {
    double entropy = entropy(value);
    double run = meanRun(value);
    return HEX_OR_UUID.matcher(value).matches()
        || (isMixed(value)
            && ((entropy >= ENTROPY && run < SHORT_RUNS)
                || (entropy >= HIGH_ENTROPY && run < MIDDLING_RUNS && value.length() >= 20)));
  }

  private static boolean isMixed(String value) {
    return value.chars().anyMatch(Character::isDigit)
        && value.chars().anyMatch(Character::isLetter);
  }

  private static double entropy(String value) {
    int length = value.length();
    return value
        .chars()
        .boxed()
        .collect(Collectors.groupingBy(c -> c, Collectors.counting()))
        .values()
        .stream()
        .mapToDouble(count -> (double) count / length)
        .map(share -> -share * Math.log(share) / Math.log(2))
        .sum();
  }

  private static double meanRun(String value) {
    return RUN.matcher(value)
        .results()
        .mapToInt(run -> run.end() - run.start())
        .average()
        .orElse(0);
  }
}

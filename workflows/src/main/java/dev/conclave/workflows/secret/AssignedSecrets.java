package dev.conclave.workflows.secret;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Values assigned to a secret's name, in code, configuration, JSON or a shell's environment. */
final class AssignedSecrets {
  private static final String NAME =
      "(?:passw(?:or)?d|passphrase|pwd|secret|token|credential|api[_-]?key|access[_-]?key"
          + "|account[_-]?key|auth[_-]?key|private[_-]?key|encryption[_-]?key|signing[_-]?key"
          + "|密码|口令|密钥)";

  private static final Pattern ASSIGNMENT =
      Pattern.compile(
          // The look-ahead keeps the many names off other words; the name gives nothing back.
          "(?i)(?=[acepst密口])(?<name>"
              + NAME
              + "(?<rest>[\\w.-]{0,40}+))"
              + "(?<sign>\\\\?[\"'`]?\\]?(?:\\s{0,4}:\\s{0,4}[A-Za-z]{1,20}(?=\\s{0,4}=))?\\s{0,8}(?::=|=>|==|[:=：])\\s{0,8})"
              + "(?:(?<quote>\\\\?[\"'`])(?<quoted>[^\"'`\\s\\\\]{8,512})(?=\\\\?[\"'`])"
              + "|(?<plain>[A-Za-z0-9_+/=.@!#%^&*~?:-]{8,512}))");

  /** A name that goes on like this is about a secret and holds none. */
  private static final Pattern ABOUT =
      Pattern.compile(
          "(?i).*(?:id|ids|name|type|url|uri|path|file|dir|header|field|param|length|size|count|ttl"
              + "|expiry|expires|expiration|version|class|prefix|suffix|pattern|regex|label|title"
              + "|message|placeholder|hint|endpoint|policy|min|max|limit|kind|provider|service|column"
              + "|digest|checksum|sha\\d*|integrity)");

  private static final Pattern PLACEHOLDER =
      Pattern.compile(
          "(?i).*(?:example|changeme|change[_-]me|placeholder|your[_-]|dummy|redacted|xxxx|\\*\\*\\*|\\.\\.\\.).*");

  /** Something to look the value up by, not the value. */
  private static final Pattern REFERENCE =
      Pattern.compile("(?s).*[${}<>()|;\\[\\]].*|(?i)(?:https?|file|arn|env|vault):.*");

  private AssignedSecrets() {}

  static String redact(String text) {
    return ASSIGNMENT.matcher(text).replaceAll(AssignedSecrets::replacement);
  }

  private static String replacement(MatchResult found) {
    Matcher match = (Matcher) found;
    String quoted = match.group("quoted");
    String value = quoted == null ? match.group("plain") : quoted;
    if (!isSecret(match.group("name"), match.group("rest"), value, quoted != null)) {
      return Matcher.quoteReplacement(match.group());
    }
    String quote = quoted == null ? "" : match.group("quote");
    return Matcher.quoteReplacement(
        match.group("name") + match.group("sign") + quote + SecretFilter.redacted("secret"));
  }

  private static boolean isSecret(String name, String rest, String value, boolean quoted) {
    if (ABOUT.matcher(rest).matches()
        || PLACEHOLDER.matcher(value).matches()
        || REFERENCE.matcher(value).matches()) {
      return false;
    }
    if (looksRandom(value)) {
      return true;
    }
    return quoted && name.toLowerCase(Locale.ROOT).startsWith("passw") && isMixed(value);
  }

  private static final Pattern HEX = Pattern.compile("(?i)[0-9a-f]{32,}");
  private static final Pattern UUID =
      Pattern.compile("(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** Bits per character from which a value is no word. */
  private static final double ENTROPY = 3.0;

  private static final double HIGH_ENTROPY = 4.0;

  /**
   * Words are runs of letters; random text changes between letters, cases and digits all the time.
   */
  private static final double SHORT_RUNS = 2.6;

  private static final double MIDDLING_RUNS = 4.0;

  static boolean looksRandom(String value) {
    if (HEX.matcher(value).matches() || UUID.matcher(value).matches()) {
      return true;
    }
    double entropy = entropy(value);
    double run = meanRun(value);
    return isMixed(value)
        && ((entropy >= ENTROPY && run < SHORT_RUNS)
            || (entropy >= HIGH_ENTROPY && run < MIDDLING_RUNS && value.length() >= 20));
  }

  /** Whether there are both letters and digits in it. */
  static boolean isMixed(String value) {
    return value.chars().anyMatch(Character::isDigit)
        && value.chars().anyMatch(Character::isLetter);
  }

  /** Shannon entropy, in bits per character. */
  static double entropy(String value) {
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

  /**
   * Mean length of runs of one kind of character; a capital begins the run of the word after it.
   */
  static double meanRun(String value) {
    int runs = 0;
    int characters = 0;
    int previous = 0;
    for (int i = 0; i < value.length(); i++) {
      int kind = kind(value.charAt(i));
      if (kind != 0) {
        characters++;
        if (kind != previous && !(previous == 'U' && kind == 'l')) {
          runs++;
        }
      }
      previous = kind;
    }
    return runs == 0 ? 0 : (double) characters / runs;
  }

  private static int kind(char c) {
    if (Character.isDigit(c)) {
      return 'd';
    }
    if (Character.isUpperCase(c)) {
      return 'U';
    }
    return Character.isLetter(c) ? 'l' : 0;
  }
}

package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.FailureKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a program says in place of a reply while it ends as if all were well: that a limit is
 * reached, that somebody has to log in, that it will not help. An answer that holds anything of
 * what was asked for is none, whatever words are in it, and neither is a sentence about limits or
 * logins, which tasks are about.
 */
public final class Excuse {
  private static final int LONGEST = 400;
  private static final int MOST_LINES = 4;

  /** A list, an object, a cited place: an answer, if a short one. */
  private static final Pattern ANSWER =
      Pattern.compile("[{}\\[\\]]|(?m)^\\s*(?:[-*•]|\\d+[.)])\\s|\\S\\.\\w{1,6}:\\d");

  /** What a program says at once, or to the person: the same words are in analyses of limits. */
  private static final Map<FailureKind, Pattern> TROUBLE =
      new EnumMap<>(
          Map.of(
              FailureKind.RATE_LIMITED,
              told(
                  "you(?:['’]ve| have)? (?:hit|reached|exceeded|used)",
                  "(?:hit|reached|exceeded|exhausted) your",
                  "try again (?:at|in|after|later)",
                  "^(?:\\w+ ){0,2}(?:limit|quota) (?:reached|exceeded|hit|exhausted)",
                  "^too many requests"),
              FailureKind.NOT_AUTHENTICATED,
              told(
                  "please (?:log|sign) in",
                  "^(?:you are )?not (?:logged|signed) in",
                  "please (?:run|use|type) \\S*login",
                  "^(?:invalid|missing|incorrect|no) api key",
                  "^authentication (?:failed|required|error)"),
              FailureKind.UNAVAILABLE,
              told(
                  "(?:currently|temporarily) (?:overloaded|unavailable)",
                  "^(?:the )?(?:\\w+ )?(?:is )?overloaded",
                  "^(?:\\w+ )?(?:service|server) (?:is )?unavailable",
                  "^(?:api|connection|network|internal server) error")));

  private static final Pattern REFUSAL =
      Pattern.compile(
          "(?i)\\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:no|['’])t|won['’]t|must"
              + " decline)|(?:can(?:no|['’])t|unable to) (?:help|assist|comply))\\b|无法(?:协助|帮助)|抱歉");

  private Excuse() {}

  /** The failure that an answer in words tells of; empty for what may be a reply. */
  public static Optional<FailureKind> of(String answer) {
    String text = answer.strip();
    if (text.isEmpty()
        || text.length() > LONGEST
        || text.lines().count() > MOST_LINES
        || ANSWER.matcher(text).find()) {
      return Optional.empty();
    }
    for (Map.Entry<FailureKind, Pattern> trouble : TROUBLE.entrySet()) {
      if (trouble.getValue().matcher(text).find()) {
        return Optional.of(trouble.getKey());
      }
    }
    return REFUSAL.matcher(text).find() ? Optional.of(FailureKind.FAILED) : Optional.empty();
  }

  /** Any of these; {@code ^} is where the text begins, behind a mark such as {@code Error:}. */
  private static Pattern told(String... words) {
    String all = String.join("|", words).replace("^", "^\\W*(?:error\\W+)?");
    return Pattern.compile("(?i)(?:" + all + ")\\b");
  }
}

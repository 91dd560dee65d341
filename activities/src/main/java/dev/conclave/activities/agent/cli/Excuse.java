package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.agent.FailureKind;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a program says in place of a reply while it ends as if all were well: that a limit is
 * reached, that somebody has to log in, that it will not help. An answer that holds anything of
 * what was asked for is none, whatever words are in it.
 */
public final class Excuse {
  private static final int LONGEST = 400;
  private static final int MOST_LINES = 4;

  /** A list, an object, a cited place: an answer, if a short one. */
  private static final Pattern ANSWER =
      Pattern.compile("[{}\\[\\]]|(?m)^\\s*(?:[-*•]|\\d+[.)])\\s|\\S\\.\\w{1,6}:\\d");

  private static final Pattern REFUSAL =
      Pattern.compile(
          "(?i)\\b(?:i(?:['’]m| am) (?:sorry|unable|not able)|i (?:can(?:no|['’])t|won['’]t|must"
              + " decline)|(?:can(?:no|['’])t|unable to) (?:help|assist|comply))\\b|无法(?:协助|帮助)|抱歉");

  private static final Set<FailureKind> KNOWN =
      EnumSet.of(FailureKind.RATE_LIMITED, FailureKind.NOT_AUTHENTICATED, FailureKind.UNAVAILABLE);

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
    FailureKind kind = FailureText.kind(Optional.empty(), text);
    if (KNOWN.contains(kind)) {
      return Optional.of(kind);
    }
    return REFUSAL.matcher(text).find() ? Optional.of(FailureKind.FAILED) : Optional.empty();
  }
}

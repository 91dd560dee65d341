package dev.conclave.activities.workspace;

import dev.conclave.workflows.wire.Cut;

/** A Git command that ended badly; the message holds its own words, shortened. */
final class GitFailed extends RuntimeException {
  private static final int LONGEST = 600;

  private final int exit;

  GitFailed(String command, int exit, String words) {
    super("git " + command + " failed (exit " + exit + "): " + shortened(words));
    this.exit = exit;
  }

  GitFailed(String message, Throwable cause) {
    super(message, cause);
    this.exit = -1;
  }

  int exit() {
    return exit;
  }

  private static String shortened(String words) {
    return Cut.shown(new SecretFilter().redact(words.strip()), LONGEST);
  }
}

package dev.conclave.activities.git;

import dev.conclave.activities.secret.SecretFilter;
import dev.conclave.workflows.wire.Cut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.regex.Pattern;

/**
 * A Git command that ended badly; the message holds its own words, shortened. The same command
 * fails again: what the disk or an interrupt did to it is an {@link UncheckedIOException} instead.
 */
public final class GitFailed extends RuntimeException {
  private static final int LONGEST = 600;

  /**
   * What C libraries say of a machine that has nothing left to give, whatever Git says around it.
   */
  private static final Pattern MACHINE =
      Pattern.compile(
          "(?i)no space left on device|disk quota exceeded|input/output error"
              + "|read-only file system|too many open files|cannot allocate memory");

  private final int exit;

  /** Tells a command that failed from a machine that failed it. */
  static RuntimeException of(String command, int exit, String words) {
    GitFailed failed = new GitFailed(command, exit, words);
    return MACHINE.matcher(words).find()
        ? new UncheckedIOException(new IOException(failed.getMessage(), failed))
        : failed;
  }

  GitFailed(String command, int exit, String words) {
    super("git " + command + " failed (exit " + exit + "): " + shortened(words));
    this.exit = exit;
  }

  GitFailed(String message, Throwable cause) {
    super(message, cause);
    this.exit = -1;
  }

  /** The exit code; -1 when the command did not come to an end. */
  public int exit() {
    return exit;
  }

  private static String shortened(String words) {
    return Cut.shown(new SecretFilter().redact(words.strip()), LONGEST);
  }
}

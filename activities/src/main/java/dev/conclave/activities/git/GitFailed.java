package dev.conclave.activities.git;

import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Cut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A failed Git command, with Git's error message. The command will fail again unless {@link
 * #isTransient}; disk errors, time-outs and interrupts are {@link UncheckedIOException}s.
 */
public final class GitFailed extends RuntimeException {
  static final String NO_GIT = "cannot start git: install it and put it on PATH";

  private static final int LONGEST = 600;

  /** The exit code of {@code timeout} when the program does not exist. */
  private static final int NOT_FOUND = 127;

  /** SIGKILL, sent by the kernel when memory runs out. */
  private static final int KILLED = 137;

  private static final Pattern MACHINE =
      Pattern.compile(
          "(?i)no space left on device|disk quota exceeded|input/output error"
              + "|read-only file system|too many open files|cannot allocate memory"
              // When Git writes files of a work tree or an index, it omits the cause.
              + "|unable to write (?:new[ _]|temporary )?(?:index )?file");

  /** Permanent failures of a remote. All others may be transient, and no list would be complete. */
  private static final Pattern FINAL =
      Pattern.compile(
          "(?i)authentication failed|could not read (?:username|password)|terminal prompts disabled"
              + "|invalid (?:username|password|credentials|token)|permission denied|access denied"
              + "|host key verification failed|returned error: 4(?!08|25|29)\\d\\d"
              + "|repository\\b.{0,500}\\bnot found|could not be found|does not exist"
              + "|does not appear to be a git repository|(?:not|is this) a git repository|url rejected|dubious ownership"
              + "|couldn't find remote ref|not our ref|unadvertised object|want .{0,70} not valid"
              + "|repository corruption|certificate|transport '.{0,40}' not allowed|unable to find remote helper|unsupported protocol");

  private final int exit;
  private final boolean passing;

  /** Distinguishes a failed command from a failed machine. */
  static RuntimeException of(String command, int exit, String words) {
    if (exit == NOT_FOUND) {
      return new GitFailed(NO_GIT, new IOException(words.strip()));
    }
    boolean fetch = command.equals("fetch");
    GitFailed failed = new GitFailed(command, exit, words, fetch && !FINAL.matcher(words).find());
    boolean killed = exit == KILLED && !fetch;
    return killed || MACHINE.matcher(words).find() ? passing(failed) : failed;
  }

  /**
   * Returns the failure of a command that took too long; only a fetch reports it as {@link
   * GitFailed}.
   */
  static RuntimeException late(String command, Duration limit) {
    String words = "stopped after " + limit.toSeconds() + " s";
    GitFailed failed = new GitFailed(command, -1, words, /* passing= */ true);
    return command.equals("fetch") ? failed : passing(failed);
  }

  private static UncheckedIOException passing(GitFailed failed) {
    return new UncheckedIOException(new IOException(failed.getMessage(), failed));
  }

  private GitFailed(String command, int exit, String words, boolean passing) {
    super("git " + command + " failed (exit " + exit + "): " + shortened(words));
    this.exit = exit;
    this.passing = passing;
  }

  GitFailed(String message) {
    this(message, new IOException(message));
  }

  GitFailed(String message, Throwable cause) {
    super(message, cause);
    this.exit = -1;
    this.passing = false;
  }

  /** Returns whether another attempt may succeed: the remote did not answer, or time ran out. */
  public boolean isTransient() {
    return passing;
  }

  /** Returns the exit code; -1 if the command did not end. */
  public int exit() {
    return exit;
  }

  private static String shortened(String words) {
    return Cut.shorten(new SecretFilter().redact(words.strip()), LONGEST);
  }
}

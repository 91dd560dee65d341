package dev.conclave.activities.git;

import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Cut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A Git command that ended badly; the message holds its own words, shortened. The same command
 * fails again unless it {@link #isPassing}: what the disk, the time limit or an interrupt did to it
 * is an {@link UncheckedIOException} instead.
 */
public final class GitFailed extends RuntimeException {
  static final String NO_GIT = "cannot start git: install it and put it on PATH";

  private static final int LONGEST = 600;

  /** What {@code timeout} ends with when it finds no program. */
  private static final int NOT_FOUND = 127;

  /** SIGKILL, as the kernel sends it when memory runs out. */
  private static final int KILLED = 137;

  /**
   * What C libraries say of a machine that has nothing left to give, whatever Git says around it.
   */
  private static final Pattern MACHINE =
      Pattern.compile(
          "(?i)no space left on device|disk quota exceeded|input/output error"
              + "|read-only file system|too many open files|cannot allocate memory");

  /**
   * What a remote says, or Git of it, that it says again. Whatever else goes wrong between two
   * machines may have passed by the next attempt, and nobody has a list of that.
   */
  private static final Pattern FINAL =
      Pattern.compile(
          "(?i)authentication failed|could not read (?:username|password)|terminal prompts disabled"
              + "|invalid (?:username|password|credentials|token)|permission denied|access denied"
              + "|host key verification failed|returned error: 4(?!08|25|29)\\d\\d"
              + "|repository\\b.{0,500}\\bnot found|could not be found|does not exist"
              + "|does not appear to be a git repository|not a git repository|dubious ownership"
              + "|couldn't find remote ref|not our ref|unadvertised object|want .{0,70} not valid"
              + "|certificate|transport '.{0,40}' not allowed|unable to find remote helper|unsupported protocol");

  private final int exit;
  private final boolean passing;

  /** Tells a command that failed from a machine that failed it. */
  static RuntimeException of(String command, int exit, String words) {
    if (exit == NOT_FOUND) {
      return new GitFailed(NO_GIT, new IOException(words.strip()));
    }
    GitFailed failed = new GitFailed(command, exit, words);
    boolean killed = exit == KILLED && !command.equals("fetch");
    return killed || MACHINE.matcher(words).find() ? passing(failed) : failed;
  }

  /** A command that took too long. That is no answer, so only a fetch is a {@link GitFailed}. */
  static RuntimeException late(String command, Duration limit, Optional<Path> special) {
    String words =
        "stopped after "
            + limit.toSeconds()
            + " s"
            + special.map(file -> "; " + file + " is no regular file: remove it").orElse("");
    GitFailed failed = new GitFailed(command, -1, words, /* passing= */ true);
    return command.equals("fetch") ? failed : passing(failed);
  }

  private static UncheckedIOException passing(GitFailed failed) {
    return new UncheckedIOException(new IOException(failed.getMessage(), failed));
  }

  private GitFailed(String command, int exit, String words) {
    this(command, exit, words, command.equals("fetch") && !FINAL.matcher(words).find());
  }

  private GitFailed(String command, int exit, String words, boolean passing) {
    super("git " + command + " failed (exit " + exit + "): " + shortened(words));
    this.exit = exit;
    this.passing = passing;
  }

  GitFailed(String message, Throwable cause) {
    super(message, cause);
    this.exit = -1;
    this.passing = false;
  }

  /** Whether another attempt may end well: a remote that cannot be reached, a time that ran out. */
  public boolean isPassing() {
    return passing;
  }

  /** The exit code; -1 when the command did not come to an end. */
  public int exit() {
    return exit;
  }

  private static String shortened(String words) {
    return Cut.shown(new SecretFilter().redact(words.strip()), LONGEST);
  }
}

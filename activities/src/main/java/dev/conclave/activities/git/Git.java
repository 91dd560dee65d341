package dev.conclave.activities.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs Git: argument arrays, a fresh environment, no prompt, no hook, no file-system monitor, no
 * optional write to anybody's index. Thread-safe.
 */
public final class Git {
  /** Enough for any single step over 200,000 files on a slow disk. */
  static final Duration TIMEOUT = Duration.ofMinutes(10);

  private static final List<String> SETTINGS =
      List.of(
          "core.fsmonitor=false",
          "core.untrackedCache=false",
          "core.splitIndex=false",
          "core.hooksPath=/dev/null",
          "core.quotePath=false",
          "gc.auto=0",
          "maintenance.auto=false",
          "advice.detachedHead=false",
          "submodule.recurse=false");

  private static final Pattern VERSION = Pattern.compile("(\\d+)\\.(\\d+)");

  private final GitEnvironment environment;

  /** Git in an environment made from these variables, of which most are withheld. */
  public Git(Map<String, String> inherited) {
    this.environment = new GitEnvironment(inherited);
  }

  /** Git in an environment made from this process's own. */
  public Git() {
    this(System.getenv());
  }

  /**
   * What the command prints.
   *
   * @throws GitFailed when it ends badly
   */
  public byte[] run(GitPlace place, String... arguments) {
    return run(place, TIMEOUT, new byte[0], arguments);
  }

  /** As {@link #run(GitPlace, String...)}, fed with {@code input}. */
  public byte[] feed(GitPlace place, byte[] input, String... arguments) {
    return run(place, TIMEOUT, input, arguments);
  }

  /** The first line of what the command prints. */
  public String line(GitPlace place, String... arguments) {
    return new String(run(place, arguments), StandardCharsets.UTF_8).strip();
  }

  /** Whether the command ends with 0; 1 is a no, anything else a failure. */
  public boolean says(GitPlace place, String... arguments) {
    try {
      run(place, arguments);
      return true;
    } catch (GitFailed e) {
      if (e.exit() == 1) {
        return false;
      }
      throw e;
    }
  }

  /** Whether this Git is of a version or a newer one. */
  public boolean isAtLeast(GitPlace place, int major, int minor) {
    Matcher version = VERSION.matcher(line(place, "version"));
    if (!version.find()) {
      return false;
    }
    int found = Integer.parseInt(version.group(1));
    return found > major || (found == major && Integer.parseInt(version.group(2)) >= minor);
  }

  /** A setting's value, in lower case; empty when it is not set. */
  public String setting(GitPlace place, String name) {
    try {
      return line(place, "config", "--get", name).toLowerCase(Locale.ROOT);
    } catch (GitFailed unset) {
      return "";
    }
  }

  /** As {@link #feed}, for a command that may take longer or must be shorter than others. */
  public byte[] run(GitPlace place, Duration timeout, byte[] input, String... arguments) {
    return new GitRun(arguments[0], start(place, arguments)).output(input, timeout);
  }

  /** Starts a command that answers as it is asked; the caller ends it. */
  public Process start(GitPlace place, String... arguments) {
    List<String> command = new ArrayList<>(List.of("git"));
    SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(place.folder().toFile());
    environment.fill(builder.environment(), place);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new GitFailed(
          "cannot start git: install it and put it on PATH (" + e.getMessage() + ")", e);
    }
  }
}

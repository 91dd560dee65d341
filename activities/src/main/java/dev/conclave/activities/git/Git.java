package dev.conclave.activities.git;

import dev.conclave.activities.git.GitEnvironment.Reach;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Runs all Git commands, without prompts, transports (except for {@link #fetch}) or programs
 * configured by a repository; see docs/workspace.md. Thread-safe.
 */
public final class Git {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** For commands that read or write every file: up to 200,000 on a slow disk. */
  public static final Duration ALL_FILES_TIMEOUT = Duration.ofMinutes(10);

  private static final Duration FETCH_TIMEOUT = Duration.ofMinutes(25);

  /** Extra time for {@code timeout}, which only matters if this process died. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** Limit for a command's data; mapped packs do not count. A fetch may be as large as Linux. */
  private static final long MOST_BYTES = 1L << 30;

  private static final long MOST_BYTES_FETCHED = 4 * MOST_BYTES;

  private static final List<String> SETTINGS =
      List.of(
          """
          safe.bareRepository=explicit core.checkStat=default core.trustCtime=true
          core.fsmonitor=false core.untrackedCache=false core.splitIndex=false index.sparse=false
          core.hooksPath=/dev/null core.attributesFile=/dev/null core.quotePath=false
          diff.external= diff.orderFile=/dev/null log.showSignature=false log.mailmap=false
          fetch.bundleURI= gc.auto=0 maintenance.auto=false advice.detachedHead=false
          submodule.recurse=false"""
              .split("\\s+"));

  private static final Set<String> USER_SCOPES = Set.of("system", "global");

  /** Git's exit code for an unusable repository. */
  private static final int FATAL = 128;

  /** The first since Git 2.38, the second before. */
  private static final Pattern NOT_OWNED = Pattern.compile("dubious ownership|unsafe repository");

  /** Errors of a partial or damaged remote repository. */
  private static final Pattern LACKS_OBJECTS =
      Pattern.compile("repository corruption|from promisor remote|bad (?:tree )?object");

  private static final Pattern VERSION = Pattern.compile("(\\d{1,4})\\.(\\d{1,4})");

  private final GitEnvironment environment;

  /** Creates an instance; Git inherits only a few of these variables. */
  public Git(Map<String, String> inherited) {
    this.environment = new GitEnvironment(inherited);
  }

  public Git() {
    this(System.getenv());
  }

  public byte[] run(GitPlace place, String... arguments) {
    return run(place, TIMEOUT, new byte[0], arguments);
  }

  /** Runs a command with {@code input} as stdin and another time-out. */
  public byte[] run(GitPlace place, Duration limit, byte[] input, String... arguments) {
    return started(place, Reach.REPOSITORY, limit, arguments).output(input, limit);
  }

  /**
   * Returns the command's output until it ends, its time is up, or it has printed {@code most}
   * bytes.
   */
  public byte[] partial(GitPlace place, Duration limit, int most, String... arguments) {
    return started(place, Reach.REPOSITORY, limit, arguments).partial(limit, most);
  }

  public String line(GitPlace place, String... arguments) {
    return new String(run(place, arguments), StandardCharsets.UTF_8).strip();
  }

  /** Returns true for exit code 0, false for 1; fails for any other. */
  public boolean succeeds(GitPlace place, String... arguments) {
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

  public boolean isAtLeast(GitPlace place, int major, int minor) {
    Matcher version = VERSION.matcher(line(place, "version"));
    return version.find()
        && Integer.parseInt(version.group(1)) * 1000 + Integer.parseInt(version.group(2))
            >= major * 1000 + minor;
  }

  /**
   * Fetches into one of Conclave's repositories, with the user's settings; without history if the
   * remote lacks its objects.
   */
  public void fetch(GitPlace mirror, String url, String ref) {
    try {
      fetch(mirror, url, ref, "--update-shallow");
    } catch (GitFailed e) {
      if (!LACKS_OBJECTS.matcher(String.valueOf(e.getMessage())).find()) {
        throw e;
      }
      fetch(mirror, url, ref, "--depth=1");
    }
  }

  /** Fetches the commit checked out in a local folder, without its history. */
  public String fetchHead(GitPlace ours, Path folder) {
    fetch(ours, folder.toString(), "HEAD", "--depth=1");
    return line(ours, "rev-parse", "--verify", "FETCH_HEAD^{commit}");
  }

  private void fetch(GitPlace mirror, String url, String ref, String history) {
    List<String> command =
        new ArrayList<>(List.of("fetch", "-q", "--no-tags", "--no-recurse-submodules", history));
    if (url.startsWith("file:") || url.startsWith("/")) {
      // Older Git versions serve a partial clone by fetching missing objects as it configures.
      command.add("--upload-pack=GIT_ALLOW_PROTOCOL= git-upload-pack");
    }
    command.addAll(List.of("--", url, ref));
    started(mirror, Reach.REMOTE, FETCH_TIMEOUT, command.toArray(String[]::new))
        .output(new byte[0], FETCH_TIMEOUT);
  }

  /** Runs a command on a remote repository, with the user's settings. */
  public byte[] remote(GitPlace place, String... arguments) {
    return started(place, Reach.REMOTE, ALL_FILES_TIMEOUT, arguments)
        .output(new byte[0], ALL_FILES_TIMEOUT);
  }

  /** Returns the effective value of a setting: the repository's, else the user's. */
  public Optional<String> setting(GitPlace place, String name) {
    return Optional.of(settings(place, "config", "--get", name)).filter(value -> !value.isEmpty());
  }

  /** Returns a command's output; empty if it fails. */
  public Optional<String> tryLine(GitPlace place, String... arguments) {
    try {
      return Optional.of(line(place, arguments)).filter(said -> !said.isEmpty());
    } catch (GitFailed none) {
      return Optional.empty();
    }
  }

  /** Starts a command that answers requests; the caller ends it. */
  public Process start(GitPlace place, Duration limit, String... arguments) {
    return start(builder(place, Reach.REPOSITORY, limit, arguments));
  }

  public List<String> untracked(GitPlace place) {
    Stream<String> excludes = place.excludes().stream().map(file -> "--exclude-from=" + file);
    Stream<String> command = Stream.of("ls-files", "-z", "-o", "--exclude-standard");
    return RawNames.split(run(place, Stream.concat(command, excludes).toArray(String[]::new)));
  }

  /**
   * Returns the {@code core.excludesFile} of the repository and the user. Git uses only the first;
   * here both count, since a repository must not reveal what the user hides.
   */
  public List<Path> excludes(Path gitDir, Path workTree) {
    String[] command = {
      "config", "--show-scope", "-z", "--type=path", "--get-all", "core.excludesFile"
    };
    Path user = environment.defaultExcludes().orElse(null);
    Path own = null;
    String[] found = settings(GitPlace.bare(gitDir), command).split("\0", -1);
    for (int i = 0; i + 1 < found.length; i += 2) {
      Path file = workTree.resolve(found[i + 1]);
      if (USER_SCOPES.contains(found[i])) {
        user = file;
      } else {
        own = SpecialFiles.isLong(file) ? null : file;
      }
    }
    return Stream.of(Optional.ofNullable(own), Optional.ofNullable(user))
        .flatMap(Optional::stream)
        .filter(file -> Files.isRegularFile(file) && Files.isReadable(file))
        .toList();
  }

  /**
   * Refuses, with {@link FailureTypes#WORKSPACE_REFUSED}, another user's repository that {@code
   * safe.directory} does not list.
   */
  void requireOwned(Path gitDir, Path workTree) {
    GitPlace place = GitPlace.over(gitDir, workTree, gitDir.resolve("index"));
    String[] command = {"rev-parse", "--git-dir"};
    ProcessBuilder builder = builder(place, Reach.SETTINGS, TIMEOUT, command);
    // Git does not check the owner of an explicitly given repository.
    builder.environment().keySet().removeAll(place.environment().keySet());
    Path above = workTree.getParent();
    if (above != null) {
      builder.environment().put("GIT_CEILING_DIRECTORIES", above.toString());
    }
    try {
      new GitRun(command[0], start(builder), place).output(new byte[0], TIMEOUT);
    } catch (GitFailed e) {
      if (NOT_OWNED.matcher(String.valueOf(e.getMessage())).find()) {
        throw ApplicationFailure.newNonRetryableFailure(
            "the Git repository at "
                + workTree
                + " belongs to another user, and its settings could run programs. If you trust it:"
                + " git config --global --add safe.directory "
                + workTree,
            FailureTypes.WORKSPACE_REFUSED);
      }
      if (e.exit() != FATAL) {
        throw e;
      }
      // A damaged repository: the command that needs it reports the error.
    }
  }

  private String settings(GitPlace place, String... arguments) {
    try {
      byte[] output =
          started(place, Reach.SETTINGS, TIMEOUT, arguments).output(new byte[0], TIMEOUT);
      return new String(output, StandardCharsets.UTF_8).strip();
    } catch (GitFailed unset) {
      return "";
    }
  }

  private GitRun started(GitPlace place, Reach reach, Duration limit, String... arguments) {
    Process process = start(builder(place, reach, limit, arguments));
    return new GitRun(arguments[0], process, place);
  }

  private ProcessBuilder builder(GitPlace place, Reach reach, Duration limit, String... arguments) {
    SearchPath path =
        environment.path(place.workTree() == null ? place.folder() : place.workTree());
    List<String> command = new ArrayList<>();
    // Ends the command even if this process died.
    String seconds = String.valueOf(limit.plus(GRACE).toSeconds());
    wrap(command, path.find("timeout"), "-s", "KILL", seconds);
    long most = reach == Reach.REMOTE ? MOST_BYTES_FETCHED : MOST_BYTES;
    wrap(command, path.find("prlimit"), "--data=" + most);
    command.add(path.find("git").orElseThrow(() -> new GitFailed(GitFailed.NO_GIT)).toString());
    SETTINGS.forEach(setting -> command.addAll(List.of("-c", setting)));
    if (reach == Reach.REPOSITORY) {
      command.addAll(List.of("-c", "credential.helper="));
      command.addAll(List.of("-c", "core.excludesFile=/dev/null"));
    }
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(place.folder().toFile());
    environment.fill(builder.environment(), reach, path);
    builder.environment().putAll(place.environment());
    return builder;
  }

  private static void wrap(List<String> command, Optional<Path> program, String... arguments) {
    if (program.isPresent()) {
      command.add(program.get().toString());
      command.addAll(List.of(arguments));
    }
  }

  private static Process start(ProcessBuilder builder) {
    try {
      return builder.start();
    } catch (IOException e) {
      throw new GitFailed(GitFailed.NO_GIT + " (" + e.getMessage() + ")", e);
    }
  }
}

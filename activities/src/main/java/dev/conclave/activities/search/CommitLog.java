package dev.conclave.activities.search;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.Repository;
import dev.conclave.workflows.temporal.Cut;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the commits behind a commit, newest first: its ancestors only, at most {@value
 * #MOST_COMMITS}, within half a minute. What was read is kept in a cache file by commit.
 */
public final class CommitLog {
  static final int MOST_COMMITS = 5000;

  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 64 << 20;
  private static final int LONGEST_MESSAGE = 2000;
  private static final String FORMAT = "--format=%x01%H%x1f%ct%x1f%B%x1e";

  /**
   * Follows the head in a cache file whose messages hold no secrets; without it, it is made anew.
   */
  private static final String FILTERED = " each filtered";

  /**
   * What stands between the marks of {@link #FORMAT}: one message, or the changes of one commit.
   */
  private static final Pattern PART = Pattern.compile("[^\u0001\u001e]+");

  /**
   * A commit that changed files.
   *
   * @param time seconds since 1970
   * @param message shortened
   * @param changes the files it changed
   */
  public record Commit(String id, long time, String message, List<Change> changes) {

    /** The first line of the message. */
    public String subject() {
      return message.lines().findFirst().orElse("");
    }

    /**
     * A changed file.
     *
     * @param path after the commit
     * @param before the path it had; equal to {@code path} unless it was renamed
     */
    public record Change(String path, String before) {

      boolean isRename() {
        return !path.equals(before);
      }
    }
  }

  private final Git git = new Git();
  private final GitPlace place;
  private final UnaryOperator<String> redact;

  /** The log of a repository; {@code redact} takes secrets out of what is read and cached. */
  public CommitLog(GitPlace place, UnaryOperator<String> redact) {
    this.place = place;
    this.redact = redact;
  }

  /**
   * The log of the work tree that a folder is in; absent without one. A bare repository is not
   * looked for, since nothing here checks its owner.
   */
  public static Optional<CommitLog> around(Path folder, UnaryOperator<String> redact) {
    return Repository.around(new Git(), folder)
        .map(repository -> new CommitLog(GitPlace.ofUser(repository, folder), redact));
  }

  /** The commits behind HEAD, through a cache file; empty without Git or a commit. */
  public List<Commit> behindHead(Path cache) {
    try {
      return cached(git.line(place, "rev-parse", "--verify", "--quiet", "HEAD^{commit}"), cache);
    } catch (GitFailed none) {
      return List.of();
    }
  }

  /** The commits behind a commit, itself included; nothing is cached. */
  public List<Commit> behind(String commit) {
    return parse(log(commit));
  }

  private List<Commit> cached(String head, Path cache) {
    String first = head + FILTERED + "\n";
    String kept = read(cache);
    if (kept.startsWith(first)) {
      return parse(kept.substring(first.length()));
    }
    String log = log(head);
    write(cache, first + log);
    return parse(log);
  }

  private String log(String commit) {
    byte[] log =
        git.partial(
            place,
            LIMIT,
            MOST_BYTES,
            "log",
            "-z",
            "-M",
            "--relative",
            "--name-status",
            "--no-ext-diff",
            "--no-textconv",
            "--max-count=" + MOST_COMMITS,
            FORMAT,
            "--end-of-options",
            commit,
            "--");
    // Part by part: a key that begins in one message and ends in another would swallow commits.
    return PART.matcher(new String(log, StandardCharsets.UTF_8))
        .replaceAll(part -> Matcher.quoteReplacement(redact.apply(part.group())));
  }

  private static List<Commit> parse(String log) {
    List<Commit> commits = new ArrayList<>();
    for (String entry : log.split("\u0001", -1)) {
      int endOfMessage = entry.indexOf('\u001e');
      if (endOfMessage < 0) {
        continue; // before the first, or cut off by the limit
      }
      String[] head = entry.substring(0, endOfMessage).split("\u001f", 3);
      if (head.length == 3 && head[1].matches("\\d+")) {
        String message = head[2].strip();
        commits.add(
            new Commit(
                head[0],
                Long.parseLong(head[1]),
                Cut.head(message, LONGEST_MESSAGE),
                changes(entry.substring(endOfMessage + 1))));
      }
    }
    return commits;
  }

  private static List<Commit.Change> changes(String text) {
    String[] fields = text.split("\0", -1);
    List<Commit.Change> changes = new ArrayList<>();
    int i = 0;
    while (i < fields.length) {
      String status = fields[i++].strip();
      if (status.matches("[RC]\\d+") && i + 1 < fields.length) {
        String before = status.startsWith("R") ? fields[i] : fields[i + 1];
        changes.add(new Commit.Change(fields[i + 1], before));
        i += 2;
      } else if (status.matches("[AMDTUX]") && i < fields.length) {
        changes.add(new Commit.Change(fields[i], fields[i]));
        i++;
      }
    }
    return List.copyOf(changes);
  }

  private static String read(Path cache) {
    try {
      return new String(Files.readAllBytes(cache), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return ""; // not there or unreadable: read from Git again
    }
  }

  /** Losing the cache costs only time, so a failure is no error. */
  private static void write(Path cache, String text) {
    try {
      AtomicFiles.createPrivateFolders(Objects.requireNonNull(cache.toAbsolutePath().getParent()));
      AtomicFiles.write(cache, text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      return;
    }
  }
}

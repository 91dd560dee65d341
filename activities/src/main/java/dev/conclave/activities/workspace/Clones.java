package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.workflows.model.GitUrl;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Checkouts of remote repositories: one mirror per URL, and one work tree per commit, so that a
 * newer commit does not affect older sessions.
 */
record Clones(Git git, Path folder) {
  /** Maximum size of a listing, in bytes: about a million files. */
  private static final int LONGEST_LISTING = 128 << 20;

  private static final long MOST_BYTES = 16L << 30;

  /** Returns the work tree of a commit; fetches a missing commit. */
  @SuppressWarnings("try") // a lock is held, not used
  Path open(GitUrl url, String key) throws IOException {
    Path home = folder.resolve(key);
    try (PathLock held = PathLock.take(folder.resolve(key + ".lock"))) {
      GitPlace mirror = GitPlace.bare(home.resolve("mirror"));
      TreeRepository.make(git, mirror.gitDir(), false);
      String commit = held(mirror, url).orElseGet(() -> fetch(mirror, url));
      Path place = home.resolve(commit.substring(0, 16));
      Path tree = place.resolve(WorkspaceActivitiesImpl.key(url.name(), url.url()));
      if (!Files.exists(place.resolve("ready")) || !holds(mirror, commit, tree)) {
        requireBounded(mirror, commit);
        checkOut(mirror, commit, place, tree);
        if (!holds(mirror, commit, tree)) {
          Folders.delete(home);
          throw new IOException("the clone of " + url.url() + " is damaged and is recreated");
        }
        AtomicFiles.write(place.resolve("ready"), "");
      }
      return tree.toRealPath();
    }
  }

  /** Returns the mirror of a remote repository, with the refs updated. */
  @SuppressWarnings("try") // a lock is held, not used
  GitPlace mirror(GitUrl url, String key, List<String> refs) {
    try (PathLock held = PathLock.take(folder.resolve(key + ".lock"))) {
      GitPlace mirror = GitPlace.bare(folder.resolve(key).resolve("mirror"));
      TreeRepository.make(git, mirror.gitDir(), false);
      for (String ref : refs) {
        fetch(mirror, new GitUrl(url.url(), Optional.of(ref)));
      }
      return mirror;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the mirror of " + url.url(), e);
    }
  }

  /** Whether a work tree has the content of its commit: an agent may have written to it. */
  private boolean holds(GitPlace mirror, String commit, Path tree) throws IOException {
    Path pointer = tree.resolve(".git");
    Path gitDir = mirror.gitDir().resolve("worktrees").resolve(tree.getFileName());
    if (!Files.isRegularFile(pointer, LinkOption.NOFOLLOW_LINKS)
        || !Files.readString(pointer).strip().equals("gitdir: " + gitDir)) {
      return false;
    }
    byte[] object = git.run(mirror, "cat-file", "commit", commit);
    String root = new String(object, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
    if (!TreeFiles.id("commit", object).equals(commit) || !root.startsWith("tree ")) {
      return false;
    }
    String id = root.substring("tree ".length());
    try (TreeFiles files = TreeFiles.verified(git, mirror, id, () -> {})) {
      SnapshotScan scan = SnapshotScan.of(tree);
      // The index names the listed files; the work tree may also contain our documents.
      git.run(GitPlace.over(gitDir, tree, gitDir.resolve("index")), "read-tree", commit);
      return SnapshotContent.whole(files)
          .differences(tree, scan, raw -> raw.equals(".git") || raw.startsWith(".workflow/"))
          .isEmpty();
    } catch (TreeFiles.Poisoned e) {
      return false;
    }
  }

  /**
   * Finds a commit that was already fetched, if the URL gives its id; other refs may have moved.
   */
  private Optional<String> held(GitPlace mirror, GitUrl url) {
    return url.ref()
        .filter(wanted -> wanted.matches("[0-9a-f]{40}"))
        .filter(commit -> git.succeeds(mirror, "rev-parse", "-q", "--verify", kept(commit)));
  }

  private static String kept(String commit) {
    return "refs/conclave/" + commit;
  }

  private String fetch(GitPlace mirror, GitUrl url) {
    git.fetch(mirror, url.url(), url.ref().orElse("HEAD"));
    String commit = git.line(mirror, "rev-parse", "--verify", "FETCH_HEAD^{commit}");
    git.run(mirror, "update-ref", kept(commit), commit);
    return commit;
  }

  /** Refuses huge commits: a fetch of a few KiB can expand to more than the disk holds. */
  private void requireBounded(GitPlace mirror, String commit) {
    String[] command = {"ls-tree", "-r", "-z", "-l", "--full-tree", commit};
    byte[] listing = git.partial(mirror, Git.ALL_FILES_TIMEOUT, LONGEST_LISTING, command);
    boolean bounded = listing.length < LONGEST_LISTING;
    long left = MOST_BYTES;
    for (String line : bounded ? RawNames.split(listing) : List.<String>of()) {
      String size =
          line.substring(line.lastIndexOf(' ', line.indexOf('\t')) + 1, line.indexOf('\t'));
      left -= size.equals("-") ? 0 : Math.min(Long.parseLong(size), MOST_BYTES);
      bounded &= left >= 0;
    }
    if (!bounded) {
      throw ApplicationFailure.newNonRetryableFailure(
          "commit "
              + commit
              + " has more than a million files or 16 GiB: if you trust it, clone it yourself and give its folder",
          FailureTypes.WORKSPACE_REFUSED);
    }
  }

  private void checkOut(GitPlace mirror, String commit, Path place, Path tree) throws IOException {
    Folders.delete(place);
    Folders.delete(
        mirror.gitDir().resolve("worktrees").resolve(String.valueOf(tree.getFileName())));
    Files.createDirectories(place);
    git.run(mirror, "worktree", "add", "-f", "--detach", "--no-checkout", tree.toString(), commit);
    Repository repository =
        Repository.at(git, tree)
            .orElseThrow(() -> new IOException("Git created no work tree at " + tree));
    GitPlace user = GitPlace.ofUser(repository, tree);
    git.run(user, Git.ALL_FILES_TIMEOUT, new byte[0], "read-tree", "--reset", "-u", commit);
  }
}

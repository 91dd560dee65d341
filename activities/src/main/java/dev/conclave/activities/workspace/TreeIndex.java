package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.Listing.LeftOut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Brings an index of ours up to date with the files of a workspace. */
final class TreeIndex {
  /** So many files may be refused one by one; with more, something else is wrong. */
  private static final int MOST_REFUSED = 500;

  private final Git git;
  private final GitPlace place;
  private final Path root;
  private final List<LeftOut> refused = new ArrayList<>();

  TreeIndex(Git git, GitPlace place, Path root) {
    this.git = git;
    this.place = place;
    this.root = root;
  }

  /**
   * What an index came to hold.
   *
   * @param files how many
   * @param refused the files that Git could not take
   */
  record Held(int files, List<LeftOut> refused) {}

  /** Makes the index hold these files and no others. */
  Held hold(Set<String> files) {
    dropStaleLock();
    Set<String> gone = names();
    gone.removeAll(files);
    if (!gone.isEmpty()) {
      remove(git, place, gone);
    }
    updateByHalves(List.copyOf(files));
    Set<String> held = names();
    files.stream().filter(raw -> !held.contains(raw)).forEach(this::explain);
    return new Held(held.size(), refused);
  }

  /** Git passes over some names without a word that counts, and over files gone meanwhile. */
  private void explain(String raw) {
    LeftOut leftOut = new LeftOut(RawNames.text(raw), "refused by Git");
    boolean known = refused.stream().anyMatch(other -> other.path().equals(leftOut.path()));
    if (!known && Files.exists(RawNames.path(root, raw), LinkOption.NOFOLLOW_LINKS)) {
      refused.add(leftOut);
    }
  }

  private Set<String> names() {
    return new LinkedHashSet<>(RawNames.split(git.run(place, "ls-files", "-z")));
  }

  String writeTree() {
    return git.line(place, "write-tree");
  }

  private void update(Iterable<String> files) {
    git.run(
        place,
        Git.ALL_FILES_TIMEOUT,
        RawNames.join(files),
        "update-index",
        "-z",
        "--add",
        "--remove",
        "--replace",
        "--stdin");
  }

  /** Git refuses a whole batch for one file; here the batch is rid of it. */
  private void updateByHalves(List<String> files) {
    try {
      update(files);
    } catch (GitFailed e) {
      if (files.isEmpty() || refused.size() > MOST_REFUSED) {
        throw e;
      }
      if (files.size() == 1) {
        refused.add(new LeftOut(RawNames.text(files.get(0)), "refused by Git"));
        remove(git, place, files);
        return;
      }
      int middle = files.size() / 2;
      updateByHalves(files.subList(0, middle));
      updateByHalves(files.subList(middle, files.size()));
    }
  }

  /** Removes entries from an index. */
  static void remove(Git git, GitPlace place, Iterable<String> files) {
    git.run(
        place,
        Git.ALL_FILES_TIMEOUT,
        RawNames.join(files),
        "update-index",
        "-z",
        "--force-remove",
        "--stdin");
  }

  /** Left by a Git that was killed; nobody else can hold it, since we hold the workspace's lock. */
  private void dropStaleLock() {
    Path index = place.index().orElseThrow();
    try {
      Files.deleteIfExists(index.resolveSibling(index.getFileName() + ".lock"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the stale lock of " + index, e);
    }
  }
}

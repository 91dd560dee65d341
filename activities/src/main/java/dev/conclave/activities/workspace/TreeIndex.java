package dev.conclave.activities.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
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
   * Makes the index hold these files and no others.
   *
   * @return the files that Git could not take
   */
  List<LeftOut> hold(Set<String> files) {
    dropStaleLock();
    Set<String> gone = new LinkedHashSet<>(RawNames.split(git.run(place, "ls-files", "-z")));
    gone.removeAll(files);
    if (!gone.isEmpty()) {
      git.feed(place, RawNames.join(gone), "update-index", "-z", "--force-remove", "--stdin");
    }
    try {
      update(files);
    } catch (GitFailed oneOrMoreRefused) {
      updateWhatCanBeRead(files);
    }
    return refused;
  }

  String writeTree() {
    return git.line(place, "write-tree");
  }

  private void update(Iterable<String> files) {
    git.feed(
        place,
        RawNames.join(files),
        "update-index",
        "-z",
        "--add",
        "--remove",
        "--replace",
        "--stdin");
  }

  /** Git refuses a whole batch for one unreadable file; here the batch is rid of it. */
  private void updateWhatCanBeRead(Set<String> files) {
    List<String> readable = new ArrayList<>();
    Set<String> unreadable = new HashSet<>();
    for (String raw : files) {
      Path file = RawNames.path(root, raw);
      if (Files.isReadable(file) || Files.isSymbolicLink(file) || !Files.exists(file)) {
        readable.add(raw);
      } else {
        unreadable.add(raw);
        refused.add(new LeftOut(RawNames.text(raw), "unreadable"));
      }
    }
    remove(unreadable);
    updateByHalves(readable);
  }

  private void updateByHalves(List<String> files) {
    try {
      update(files);
    } catch (GitFailed e) {
      if (refused.size() > MOST_REFUSED) {
        throw e;
      }
      if (files.size() == 1) {
        refused.add(new LeftOut(RawNames.text(files.get(0)), "refused by Git"));
        remove(files);
        return;
      }
      int middle = files.size() / 2;
      updateByHalves(files.subList(0, middle));
      updateByHalves(files.subList(middle, files.size()));
    }
  }

  private void remove(Iterable<String> files) {
    git.feed(place, RawNames.join(files), "update-index", "-z", "--force-remove", "--stdin");
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

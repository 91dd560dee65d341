package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Trees checked out for agents: one place per running call, kept for later calls and brought up to
 * date by what differs. A place whose holder died is free again, unless a holder was named that may
 * come back. Thread-safe, also between processes.
 */
public final class Snapshots {
  private static final int MOST_SLOTS = 1_024;

  private final GitTrees trees;
  private final Path folder;
  private final boolean trustAgentSettings;

  /**
   * Snapshots below {@link DataFolder#snapshots()}.
   *
   * @param trustAgentSettings whether agents see the agent settings that a repository brings
   */
  public Snapshots(DataFolder data, GitTrees trees, boolean trustAgentSettings) {
    this.trees = trees;
    this.folder = data.snapshots();
    this.trustAgentSettings = trustAgentSettings;
  }

  /**
   * A snapshot that is this process's as long as it lives.
   *
   * @throws io.temporal.failure.ApplicationFailure non-retryable when the tree is not here
   */
  public Snapshot acquire(Workspace workspace, String tree) {
    return acquire(workspace, tree, SnapshotSlot.ANONYMOUS + UUID.randomUUID());
  }

  /**
   * A snapshot for a call that may outlive this process. The one that the same holder left behind
   * is taken up as it is; what changed in it since its checkout is then told by {@link
   * Snapshot#changedPaths}.
   *
   * @param holder names the call, the same over its attempts
   */
  public Snapshot acquire(Workspace workspace, String tree, String holder) {
    TreeRepository repository = trees.repository(workspace);
    repository.require(tree);
    SnapshotContent content = SnapshotContent.of(trees, repository, tree, trustAgentSettings);
    try {
      Optional<Snapshot> left = takeUp(workspace, content, holder);
      return left.isPresent() ? left.get() : checkOut(workspace, repository, content, holder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a snapshot in " + folder + ": " + e, e);
    }
  }

  /** The workspace's own folder, for what is to change it. */
  public Path original(Workspace workspace) {
    trees.require(workspace);
    return Path.of(workspace.path());
  }

  private Optional<Snapshot> takeUp(Workspace workspace, SnapshotContent content, String holder)
      throws IOException {
    for (int number = 0; number < MOST_SLOTS; number++) {
      SnapshotSlot slot = slot(workspace, number);
      if (!slot.lock().toFile().exists()) {
        return Optional.empty();
      }
      if (slot.holder().filter(holder::equals).isPresent() && slot.scan().toFile().exists()) {
        Optional<PathLock> lock = PathLock.tryTake(slot.lock());
        if (lock.isPresent()) {
          return Optional.of(
              new Snapshot(slot, content, SnapshotScan.read(slot.scan()), lock.get()));
        }
      }
    }
    return Optional.empty();
  }

  private Snapshot checkOut(
      Workspace workspace, TreeRepository repository, SnapshotContent content, String holder)
      throws IOException {
    for (int number = 0; number < MOST_SLOTS; number++) {
      SnapshotSlot slot = slot(workspace, number);
      Optional<PathLock> lock = PathLock.tryTake(slot.lock());
      if (lock.isEmpty()) {
        continue;
      }
      boolean taken = false;
      try {
        if (!slot.isFree()) {
          continue;
        }
        SnapshotScan scan = fill(slot, repository, content, holder);
        taken = true;
        return new Snapshot(slot, content, scan, lock.get());
      } finally {
        if (!taken) {
          lock.get().close();
        }
      }
    }
    throw new IOException(MOST_SLOTS + " snapshots of one workspace are in use");
  }

  private SnapshotScan fill(
      SnapshotSlot slot, TreeRepository repository, SnapshotContent content, String holder)
      throws IOException {
    boolean pooled = slot.clean().isPresent();
    if (!pooled) {
      Folders.delete(slot.folder());
    }
    slot.take(holder);
    SnapshotScan scan = checkOut(slot, repository, content);
    if (!holdsExactly(scan, content)) {
      // Somebody wrote in it while it was nobody's.
      Folders.delete(slot.tree());
      Files.deleteIfExists(slot.index());
      scan = checkOut(slot, repository, content);
    }
    scan.write(slot.scan());
    return scan;
  }

  private SnapshotScan checkOut(
      SnapshotSlot slot, TreeRepository repository, SnapshotContent content) throws IOException {
    Files.createDirectories(slot.tree());
    Files.deleteIfExists(slot.folder().resolve("index.lock"));
    GitPlace place = GitPlace.over(repository.gitDir(), slot.tree(), slot.index());
    trees
        .git()
        .run(
            place,
            Git.ALL_FILES_TIMEOUT,
            new byte[0],
            "read-tree",
            "--reset",
            "-u",
            content.tree());
    return SnapshotScan.of(slot.tree());
  }

  private static boolean holdsExactly(SnapshotScan scan, SnapshotContent content) {
    Set<String> found =
        scan.stamps().keySet().stream()
            .filter(raw -> !raw.endsWith("/"))
            .collect(Collectors.toSet());
    return found.equals(content.blobs().keySet());
  }

  private SnapshotSlot slot(Workspace workspace, int number) {
    return new SnapshotSlot(folder.resolve(workspace.key()).resolve(String.valueOf(number)));
  }
}

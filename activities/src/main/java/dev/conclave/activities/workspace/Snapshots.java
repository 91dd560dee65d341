package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Digests;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Trees checked out for agents, one slot per running call, pooled and updated for later calls.
 * Thread-safe, also across processes.
 */
public final class Snapshots {
  /** Contains the tree id that a slot is known to match exactly; only in the pool. */
  static final String CLEAN = "clean";

  /** Contains the scan of a slot after its checkout. */
  private static final String SCAN = "scan";

  private static final String INDEX = "index";

  private static final int MOST_SLOTS = 1_024;

  /** File system clocks are coarse: two consecutive changes may have the same time. */
  private static final Duration UNSEEN = Duration.ofSeconds(1);

  private final GitTrees trees;
  private final Path folder;
  private final boolean trustAgentSettings;

  /**
   * What this process has verified, by slot folder. Kept in memory, because an agent without a
   * sandbox could write to the disk.
   */
  private final Map<Path, Verified> verified = new ConcurrentHashMap<>();

  /**
   * A verified checkout.
   *
   * @param scan digest of the slot's scan
   * @param began when reading began; a file changed shortly before may change again unnoticed
   */
  private record Verified(String tree, String scan, Instant began) {}

  /** {@code trustAgentSettings} makes a repository's own agent settings visible to agents. */
  public Snapshots(DataFolder data, GitTrees trees, boolean trustAgentSettings) {
    this.trees = trees;
    this.folder = data.snapshots();
    this.trustAgentSettings = trustAgentSettings;
  }

  /**
   * Opens a snapshot for a call that may outlive this process. All attempts of the call have the
   * same {@code holder}; a later one reopens the snapshot as it is, with changes.
   */
  public Snapshot acquire(Workspace workspace, String tree, String holder) {
    try {
      return acquired(workspace, tree, holder);
    } catch (TreeFiles.Poisoned discarded) {
      return acquired(workspace, tree, holder);
    }
  }

  private Snapshot acquired(Workspace workspace, String tree, String holder) {
    TreeRepository repository = trees.repositoryWith(workspace, tree);
    SnapshotContent content = SnapshotContent.of(trees, repository, tree, trustAgentSettings);
    Path place = folder.resolve(workspace.key());
    try {
      Slot.Taken left = Slot.left(place, holder, SCAN).orElse(null);
      if (left != null) {
        Known known = known(left.slot());
        return new Snapshot(left.slot(), content, known == null ? null : known.scan(), left.lock());
      }
      for (int i = 0; i < MOST_SLOTS; i++) {
        Snapshot made = checkOut(Slot.of(place, i), repository, content, holder);
        if (made != null) {
          return made;
        }
      }
      throw new IOException(MOST_SLOTS + " snapshots of one workspace are in use");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a snapshot in " + folder + ": " + e, e);
    }
  }

  /** Opens a writable work folder in an execution for a call. */
  public WorkFolder writable(Workspace workspace, String session, String tree, String holder) {
    ExecutionRepository repository = new ExecutionRepository(trees, workspace, session);
    return new WorkFolders(repository, trustAgentSettings).openForAgent(tree, holder);
  }

  /** Checks out a tree; null if the slot is taken. */
  private @Nullable Snapshot checkOut(
      Slot slot, TreeRepository repository, SnapshotContent content, String holder)
      throws IOException {
    PathLock lock = slot.take().orElse(null);
    if (lock == null) {
      return null;
    }
    boolean taken = false;
    try {
      if (!slot.has(CLEAN)) {
        Folders.delete(slot.folder());
      }
      // Written before the first change: from now on, only the holder knows the content.
      slot.hold(holder);
      Files.deleteIfExists(slot.folder().resolve(CLEAN));
      SnapshotScan scan = checkOut(slot, repository, content);
      if (scan == null) {
        // Something wrote to the unused slot.
        Folders.delete(slot.tree());
        Files.deleteIfExists(slot.folder().resolve(INDEX));
        scan = checkOut(slot, repository, content);
      }
      if (scan == null) {
        repository.discard();
        throw new TreeFiles.Poisoned(content.tree());
      }
      taken = true;
      return new Snapshot(slot, content, scan, lock);
    } finally {
      if (!taken) {
        lock.close();
      }
    }
  }

  /** Has Git check out a tree, and verifies all files; null if they do not match the tree. */
  private @Nullable SnapshotScan checkOut(
      Slot slot, TreeRepository repository, SnapshotContent content) throws IOException {
    Known known = known(slot);
    verified.remove(slot.folder());
    Files.createDirectories(slot.tree());
    Files.deleteIfExists(slot.folder().resolve("index.lock"));
    GitPlace place = GitPlace.over(repository.gitDir(), slot.tree(), slot.folder().resolve(INDEX));
    String[] command = {"read-tree", "--reset", "-u", content.tree()};
    try {
      trees.git().run(place, Git.ALL_FILES_TIMEOUT, new byte[0], command);
    } catch (GitFailed damaged) {
      return null;
    }
    Instant began = Instant.now();
    SnapshotScan scan = SnapshotScan.of(slot.tree());
    Predicate<String> trusted = raw -> known != null && known.trusts(content.tree(), raw, scan);
    if (!content.differences(slot.tree(), scan, trusted).isEmpty()) {
      return null;
    }
    Path written = slot.folder().resolve(SCAN);
    scan.write(written);
    String digest = Digests.sha256(Files.readAllBytes(written));
    verified.put(slot.folder(), new Verified(content.tree(), digest, began));
    return scan;
  }

  private record Known(Verified verified, SnapshotScan scan) {

    /** Returns whether a file is unchanged since it was verified for this tree. */
    boolean trusts(String tree, String raw, SnapshotScan now) {
      String stamp = scan.stamps().getOrDefault(raw, "");
      return tree.equals(verified.tree())
          && stamp.equals(now.stamps().get(raw))
          && SnapshotScan.changed(stamp).isBefore(verified.began().minus(UNSEEN));
    }
  }

  private @Nullable Known known(Slot slot) throws IOException {
    Verified known = verified.get(slot.folder());
    Path scan = slot.folder().resolve(SCAN);
    return known != null
            && Files.isRegularFile(scan)
            && Digests.sha256(Files.readAllBytes(scan)).equals(known.scan())
        ? new Known(known, SnapshotScan.read(scan))
        : null;
  }

  /**
   * Removes snapshots that were not used for 3 days, and the least recently used beyond 8 GiB;
   * returns how many. Snapshots in use stay.
   */
  public static int tidy(DataFolder data) {
    return tidy(data, Duration.ofDays(3), 8L << 30);
  }

  static int tidy(DataFolder data, Duration age, long bytes) {
    Instant oldest = Instant.now().minus(age);
    long kept = 0;
    int removed = 0;
    try {
      for (Slot slot : slots(data)) {
        // A checkout that was never finished has no scan.
        long size = slot.has(SCAN) ? SnapshotScan.read(slot.folder().resolve(SCAN)).bytes() : 0;
        if (!slot.used().isBefore(oldest) && kept + size <= bytes) {
          kept += size;
        } else if (slot.remove()) {
          removed++;
        }
      }
      return removed;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tidy snapshots: " + e.getMessage(), e);
    }
  }

  private static List<Slot> slots(DataFolder data) throws IOException {
    List<Slot> slots = new ArrayList<>();
    for (Path workspace : Folders.in(data.snapshots())) {
      Folders.in(workspace).forEach(place -> slots.add(new Slot(place)));
    }
    slots.sort(Comparator.comparing(Slot::used).reversed());
    return slots;
  }
}

package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Trees checked out for agents, one slot per running call, pooled and updated for later calls.
 * Thread-safe, also across processes.
 */
public final class Snapshots {
  static final String HOLDER = "holder";
  static final String CLEAN = "clean";

  private static final int MOST_SLOTS = 1_024;

  /** File system clocks are coarse: two consecutive changes may have the same time. */
  private static final Duration UNSEEN = Duration.ofSeconds(1);

  /** After this time, a holder is considered lost. */
  private static final Duration LONGEST_HOLD = Duration.ofDays(1);

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

  /**
   * A slot for one snapshot. Its folder:
   *
   * <pre>
   * tree/    the checkout
   * index    its Git index
   * scan     the scan of tree/ after the checkout
   * holder   the name of the holder, which remains if it dies
   * clean    the tree id that tree/ is known to match exactly; only in the pool
   * </pre>
   *
   * The holder's process has a lock file next to it.
   */
  record Slot(Path folder) {
    Path tree() {
      return folder.resolve("tree");
    }

    private Path index() {
      return folder.resolve("index");
    }

    private Path scan() {
      return folder.resolve("scan");
    }

    private Path lock() {
      return folder.resolveSibling(folder.getFileName() + ".lock");
    }

    private String holder() throws IOException {
      try {
        return Files.readString(folder.resolve(HOLDER));
      } catch (NoSuchFileException e) {
        return "";
      }
    }

    private Instant used() {
      return Instant.ofEpochMilli(folder.toFile().lastModified());
    }

    /** Whether its holder is gone or lost; a holder may come back to a process that runs there. */
    private boolean isFree() throws IOException {
      return holder().isEmpty() || used().isBefore(Instant.now().minus(LONGEST_HOLD));
    }

    /** Returns the size from its scan; 0 if the checkout was never finished. */
    private long bytes() throws IOException {
      return Files.exists(scan()) ? SnapshotScan.read(scan()).bytes() : 0;
    }

    @SuppressWarnings("try") // a lock is held, not used
    private boolean remove() throws IOException {
      Optional<PathLock> lock = PathLock.tryTake(lock());
      if (lock.isEmpty()) {
        return false;
      }
      try (PathLock held = lock.get()) {
        Folders.delete(folder);
        return true;
      }
    }
  }

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
      for (int i = 0; i < MOST_SLOTS && Files.exists(slot(place, i).lock()); i++) {
        Slot slot = slot(place, i);
        if (slot.holder().equals(holder) && Files.exists(slot.scan())) {
          Optional<PathLock> lock = PathLock.tryTake(slot.lock());
          if (lock.isPresent()) {
            Known known = known(slot);
            return new Snapshot(slot, content, known == null ? null : known.scan(), lock.get());
          }
        }
      }
      for (int i = 0; i < MOST_SLOTS; i++) {
        Snapshot made = checkOut(slot(place, i), repository, content, holder);
        if (made != null) {
          return made;
        }
      }
      throw new IOException(MOST_SLOTS + " snapshots of one workspace are in use");
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make a snapshot in " + folder + ": " + e, e);
    }
  }

  private static Slot slot(Path place, int number) {
    return new Slot(place.resolve(String.valueOf(number)));
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
    PathLock lock = PathLock.tryTake(slot.lock()).orElse(null);
    if (lock == null) {
      return null;
    }
    boolean taken = false;
    try {
      if (!slot.isFree()) {
        return null;
      }
      if (!Files.exists(slot.folder().resolve(CLEAN))) {
        Folders.delete(slot.folder());
      }
      // Written before the first change: from now on, only the holder knows the content.
      AtomicFiles.createPrivateFolders(slot.folder());
      AtomicFiles.write(slot.folder().resolve(HOLDER), holder);
      Files.deleteIfExists(slot.folder().resolve(CLEAN));
      SnapshotScan scan = checkOut(slot, repository, content);
      if (scan == null) {
        // Something wrote to the unused slot.
        Folders.delete(slot.tree());
        Files.deleteIfExists(slot.index());
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
    GitPlace place = GitPlace.over(repository.gitDir(), slot.tree(), slot.index());
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
    scan.write(slot.scan());
    String digest = Digests.sha256(Files.readAllBytes(slot.scan()));
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
    return known != null
            && Files.isRegularFile(slot.scan())
            && Digests.sha256(Files.readAllBytes(slot.scan())).equals(known.scan())
        ? new Known(known, SnapshotScan.read(slot.scan()))
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
        long size = slot.bytes();
        if (!slot.used().isBefore(oldest) && kept + size <= bytes) {
          kept += size;
        } else if (slot.isFree() && slot.remove()) {
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

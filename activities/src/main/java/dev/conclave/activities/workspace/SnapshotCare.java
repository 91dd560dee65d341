package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Keeps the snapshots of a host within bounds. What somebody works in is never touched. For a
 * worker to run when it starts and from time to time.
 */
public final class SnapshotCare {
  private final Path folder;
  private final Duration age;
  private final long bytes;

  /** Removes what nobody used for 3 days, and the longest unused beyond 8 GiB in all. */
  public SnapshotCare(DataFolder data) {
    this(data, Duration.ofDays(3), 8L << 30);
  }

  SnapshotCare(DataFolder data, Duration age, long bytes) {
    this.folder = data.snapshots();
    this.age = age;
    this.bytes = bytes;
  }

  /**
   * Removes snapshots by age and size.
   *
   * @return how many
   */
  public int tidy() {
    Instant oldest = Instant.now().minus(age);
    long[] kept = {0};
    return removeAll(
        slot -> {
          long size = size(slot);
          if (!slot.used().isBefore(oldest) && kept[0] + size <= bytes) {
            kept[0] += size;
            return false;
          }
          // One whose holder may come back for it counts as removed: it is, when it does not.
          return slot.isFree();
        });
  }

  /**
   * Removes the snapshots that a holder left behind and will not take up again.
   *
   * @return how many
   */
  public int forget(String holder) {
    return removeAll(slot -> slot.holder().filter(holder::equals).isPresent());
  }

  private interface Test {
    boolean on(SnapshotSlot slot) throws IOException;
  }

  /** Latest first. */
  private int removeAll(Test due) {
    try {
      Map<SnapshotSlot, Instant> used = new HashMap<>();
      for (Path workspace : folders(folder)) {
        for (Path place : folders(workspace)) {
          SnapshotSlot slot = new SnapshotSlot(place);
          used.put(slot, slot.used());
        }
      }
      int removed = 0;
      for (SnapshotSlot slot :
          used.entrySet().stream()
              .sorted(Map.Entry.<SnapshotSlot, Instant>comparingByValue().reversed())
              .map(Map.Entry::getKey)
              .toList()) {
        removed += due.on(slot) && remove(slot) ? 1 : 0;
      }
      return removed;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot tidy " + folder + ": " + e.getMessage(), e);
    }
  }

  @SuppressWarnings("try") // a lock is held, not used
  private static boolean remove(SnapshotSlot slot) throws IOException {
    Optional<PathLock> lock = PathLock.tryTake(slot.lock());
    if (lock.isEmpty()) {
      return false;
    }
    try (PathLock held = lock.get()) {
      Folders.delete(slot.folder());
      return true;
    }
  }

  /** From its scan; one without a scan was never finished, and costs what it may. */
  private static long size(SnapshotSlot slot) throws IOException {
    return Files.exists(slot.scan()) ? SnapshotScan.read(slot.scan()).bytes() : 0;
  }

  private static List<Path> folders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.filter(Files::isDirectory).toList();
    }
  }
}

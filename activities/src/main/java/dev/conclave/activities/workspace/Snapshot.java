package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tree checked out for one call. Closing returns it to the pool if {@link #changedPaths} was
 * called and found no changes, else removes it.
 */
public final class Snapshot implements CallPlace {
  private static final int MOST_CHANGED = 1_000;

  private final Slot slot;
  private final SnapshotContent content;
  private final @Nullable SnapshotScan before;
  private final PathLock lock;
  private boolean unchanged;
  private boolean detached;
  private boolean closed;

  /** {@code before} is the scan after the checkout; null if it is not certain. */
  Snapshot(Slot slot, SnapshotContent content, @Nullable SnapshotScan before, PathLock lock) {
    this.slot = slot;
    this.content = content;
    this.before = before;
    this.lock = lock;
  }

  @Override
  public boolean isReopened() {
    return before == null;
  }

  @Override
  public Path path() {
    return slot.tree();
  }

  @Override
  public List<String> leftOut() {
    return content.leftOut().stream().map(RawNames::text).sorted().toList();
  }

  /**
   * Returns the first 1,000 changed paths since the checkout, sorted, including ignored files. A
   * file rewritten with the same content counts as unchanged; a new folder ends with a slash.
   */
  @Override
  public List<String> changedPaths() {
    SnapshotScan scan = SnapshotScan.of(slot.tree());
    if (before == null) {
      return found(content.differences(slot.tree(), scan, raw -> false));
    }
    Map<String, String> then = before.stamps();
    Map<String, String> now = scan.stamps();
    Set<String> all = new HashSet<>(then.keySet());
    all.addAll(now.keySet());
    Set<String> changed = new HashSet<>();
    for (String raw : all) {
      if (isChanged(raw, then.getOrDefault(raw, ""), now.getOrDefault(raw, ""))) {
        changed.add(raw);
      }
    }
    return found(changed);
  }

  private List<String> found(Set<String> changed) {
    unchanged = changed.isEmpty();
    return changed.stream().map(RawNames::text).sorted().limit(MOST_CHANGED).toList();
  }

  private boolean isChanged(String raw, String then, String now) {
    return !then.equals(now)
        && !(SnapshotScan.isSameFile(then, now) && content.holds(slot.tree(), raw));
  }

  @Override
  public void detach() {
    detached = true;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (lock) {
      if (unchanged && !detached) {
        Path clean = slot.folder().resolve(Snapshots.CLEAN);
        AtomicFiles.write(clean, content.tree());
        slot.release();
        Files.setLastModifiedTime(slot.folder(), FileTime.from(Instant.now()));
      } else if (!detached) {
        Folders.delete(slot.folder());
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot return " + slot.folder() + ": " + e.getMessage(), e);
    }
  }
}

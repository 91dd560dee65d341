package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A tree checked out for one call. Closing returns it to the pool when {@link #changedPaths} was
 * called and found nothing, else removes it.
 */
public final class Snapshot implements AutoCloseable {
  private static final int MOST_CHANGED = 1_000;

  private final Snapshots.Slot slot;
  private final SnapshotContent content;
  private final SnapshotScan before;
  private final PathLock lock;
  private boolean unchanged;
  private boolean detached;
  private boolean closed;

  Snapshot(Snapshots.Slot slot, SnapshotContent content, SnapshotScan before, PathLock lock) {
    this.slot = slot;
    this.content = content;
    this.before = before;
    this.lock = lock;
  }

  public Path path() {
    return slot.tree();
  }

  /**
   * What changed since the checkout, ignored files included: the first 1,000 paths, sorted. A file
   * rewritten with the same content counts as unchanged; a new folder ends with a slash.
   */
  public List<String> changedPaths() {
    try {
      Map<String, String> then = before.stamps();
      Map<String, String> now = SnapshotScan.of(slot.tree()).stamps();
      Set<String> all = new HashSet<>(then.keySet());
      all.addAll(now.keySet());
      Set<String> changed = new HashSet<>();
      for (String raw : all) {
        if (isChanged(raw, then.getOrDefault(raw, ""), now.getOrDefault(raw, ""))) {
          changed.add(RawNames.text(raw));
        }
      }
      unchanged = changed.isEmpty();
      return changed.stream().sorted().limit(MOST_CHANGED).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot scan " + slot.tree() + ": " + e.getMessage(), e);
    }
  }

  private boolean isChanged(String raw, String then, String now) throws IOException {
    return !then.equals(now)
        && !(SnapshotScan.isSameFile(then, now)
            && blob(RawNames.path(slot.tree(), raw)).equals(content.blobs().get(raw)));
  }

  private static String blob(Path file) throws IOException {
    try {
      byte[] bytes = Files.readAllBytes(file);
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      sha1.update(("blob " + bytes.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(sha1.digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-1", e);
    }
  }

  /**
   * Leaves it to a process that still works in it, until {@link Snapshots#acquire} with the same
   * holder takes it up again.
   */
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
        Files.deleteIfExists(slot.folder().resolve(Snapshots.HOLDER));
        Files.setLastModifiedTime(slot.folder(), FileTime.from(Instant.now()));
      } else if (!detached) {
        Folders.delete(slot.folder());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot give back " + slot.folder() + ": " + e.getMessage(), e);
    }
  }
}

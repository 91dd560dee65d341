package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.workspace.Listing.LeftOut;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A tree checked out for one running call. Used by one thread.
 *
 * <p>{@link #close} gives it back: to the pool when {@link #changedPaths} was asked and found
 * nothing, else it is removed.
 */
public final class Snapshot implements AutoCloseable {
  private static final int MOST_CHANGED = 1_000;

  private enum End {
    REMOVE,
    POOL,
    LEAVE,
    CLOSED
  }

  private final SnapshotSlot slot;
  private final SnapshotContent content;
  private final SnapshotScan before;
  private final PathLock lock;
  private End end = End.REMOVE;

  Snapshot(SnapshotSlot slot, SnapshotContent content, SnapshotScan before, PathLock lock) {
    this.slot = slot;
    this.content = content;
    this.before = before;
    this.lock = lock;
  }

  /** The folder to work in. */
  public Path path() {
    return slot.tree();
  }

  /** What of the tree is not in it and why: agent settings, secrets, links that lead out. */
  public List<LeftOut> leftOut() {
    return content.leftOut();
  }

  /**
   * What is not as it was after the checkout, ignored files included; the first 1,000 paths,
   * sorted. A file written again with the same content counts as unchanged; a new folder ends with
   * a slash.
   */
  public List<String> changedPaths() {
    try {
      Map<String, String> then = before.stamps();
      Map<String, String> now = SnapshotScan.of(slot.tree()).stamps();
      Set<String> all = new HashSet<>(then.keySet());
      all.addAll(now.keySet());
      TreeSet<String> changed = new TreeSet<>();
      for (String raw : all) {
        if (isChanged(raw, then.getOrDefault(raw, ""), now.getOrDefault(raw, ""))) {
          changed.add(RawNames.text(raw));
        }
      }
      end = changed.isEmpty() ? End.POOL : End.REMOVE;
      return changed.stream().limit(MOST_CHANGED).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot scan " + slot.tree() + ": " + e.getMessage(), e);
    }
  }

  /** Marks it as not to be used again; {@link #close} then removes it. */
  public void discard() {
    end = End.REMOVE;
  }

  /**
   * Leaves it to a process that still works in it: nobody else gets it, and {@link
   * Snapshots#acquire} with the same holder takes it up again, in this process or another.
   */
  public void detach() {
    end = End.LEAVE;
  }

  @Override
  public void close() {
    if (end == End.CLOSED) {
      return;
    }
    End how = end;
    end = End.CLOSED;
    try (lock) {
      if (how == End.POOL) {
        slot.giveBack(content.tree());
      } else if (how == End.REMOVE) {
        Folders.delete(slot.folder());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot give back " + slot.folder() + ": " + e.getMessage(), e);
    }
  }

  private boolean isChanged(String raw, String then, String now) throws IOException {
    if (then.equals(now)) {
      return false;
    }
    boolean sameFile =
        then.startsWith("f")
            && !now.isEmpty()
            && SnapshotScan.kindAndMode(then).equals(SnapshotScan.kindAndMode(now));
    return !sameFile || !blob(RawNames.path(slot.tree(), raw)).equals(content.blobs().get(raw));
  }

  /** The id that Git would give a file's content. */
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
}

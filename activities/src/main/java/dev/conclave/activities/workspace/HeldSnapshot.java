package dev.conclave.activities.workspace;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** A snapshot while somebody works in it. */
final class HeldSnapshot implements Snapshot {
  private static final int MOST_CHANGED = 1_000;

  private enum End {
    REMOVE,
    POOL,
    LEAVE
  }

  private final SnapshotSlot slot;
  private final SnapshotContent content;
  private final SnapshotScan before;
  private final PathLock lock;
  private End end = End.REMOVE;
  private boolean closed;

  HeldSnapshot(SnapshotSlot slot, SnapshotContent content, SnapshotScan before, PathLock lock) {
    this.slot = slot;
    this.content = content;
    this.before = before;
    this.lock = lock;
  }

  @Override
  public Path path() {
    return slot.tree();
  }

  @Override
  public List<LeftOut> leftOut() {
    return content.leftOut();
  }

  @Override
  public List<String> changedPaths() {
    try {
      Map<String, String> then = before.stamps();
      Map<String, String> now = SnapshotScan.of(slot.tree()).stamps();
      TreeSet<String> changed = new TreeSet<>();
      for (Map.Entry<String, String> entry : now.entrySet()) {
        if (changed(entry.getKey(), then.getOrDefault(entry.getKey(), ""), entry.getValue())) {
          changed.add(RawNames.text(entry.getKey()));
        }
      }
      then.keySet().stream()
          .filter(raw -> !now.containsKey(raw))
          .map(RawNames::text)
          .forEach(changed::add);
      end = changed.isEmpty() ? End.POOL : End.REMOVE;
      return changed.stream().limit(MOST_CHANGED).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot scan " + slot.tree() + ": " + e.getMessage(), e);
    }
  }

  @Override
  public void discard() {
    end = End.REMOVE;
  }

  @Override
  public void detach() {
    end = End.LEAVE;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try (lock) {
      switch (end) {
        case POOL -> slot.giveBack(content.tree());
        case REMOVE -> Folders.delete(slot.folder());
        case LEAVE -> {}
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot give back " + slot.folder() + ": " + e.getMessage(), e);
    }
  }

  private boolean changed(String raw, String then, String now) throws IOException {
    if (then.equals(now)) {
      return false;
    }
    boolean sameFile =
        then.startsWith("f")
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

package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A place for one snapshot. Its folder:
 *
 * <pre>
 * tree/    the checkout
 * index    Git's index of it
 * scan     what stood in tree/ after the checkout
 * holder   whose it is; stays when the holder dies
 * clean    the tree id that tree/ is known to hold, nothing more and nothing less; in the pool only
 * </pre>
 *
 * and beside it a lock that its holder's process has.
 */
record SnapshotSlot(Path folder) {
  /** Holders that cannot be named again: their places are free as soon as their lock is. */
  static final String ANONYMOUS = "anonymous-";

  /** A holder that has not come back by then does not. */
  private static final Duration LONGEST_HOLD = Duration.ofDays(1);

  Path tree() {
    return folder.resolve("tree");
  }

  Path index() {
    return folder.resolve("index");
  }

  Path scan() {
    return folder.resolve("scan");
  }

  Path lock() {
    return folder.resolveSibling(folder.getFileName() + ".lock");
  }

  Optional<String> holder() throws IOException {
    return text("holder");
  }

  Optional<String> clean() throws IOException {
    return text("clean");
  }

  /** When it was taken or given back last. */
  Instant used() throws IOException {
    try {
      return Files.getLastModifiedTime(folder).toInstant();
    } catch (NoSuchFileException e) {
      return Instant.EPOCH;
    }
  }

  /**
   * Whether nobody comes back for it: a holder that is named may adopt what it left running there,
   * also while no process has its lock.
   */
  boolean isFree() throws IOException {
    Optional<String> holder = holder();
    return holder.isEmpty()
        || holder.get().startsWith(ANONYMOUS)
        || used().isBefore(Instant.now().minus(LONGEST_HOLD));
  }

  /** Before the first change: from now on only its holder knows what is in it. */
  void take(String holder) throws IOException {
    AtomicFiles.createPrivateFolders(folder);
    AtomicFiles.write(folder.resolve("holder"), holder.getBytes(StandardCharsets.UTF_8));
    Files.deleteIfExists(folder.resolve("clean"));
  }

  void giveBack(String tree) throws IOException {
    AtomicFiles.write(folder.resolve("clean"), tree.getBytes(StandardCharsets.UTF_8));
    Files.deleteIfExists(folder.resolve("holder"));
    Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
  }

  private Optional<String> text(String name) throws IOException {
    try {
      return Optional.of(Files.readString(folder.resolve(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}

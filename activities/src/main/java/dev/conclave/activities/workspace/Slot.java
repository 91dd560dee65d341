package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.PathLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A numbered folder with a checkout for one program at a time. The file {@code holder} in it names
 * the program's call, and remains if the call's process dies; the lock file is next to the folder.
 */
record Slot(Path folder) {
  private static final String HOLDER = "holder";

  /** After this time, a holder is considered lost. */
  private static final Duration LONGEST_HOLD = Duration.ofDays(1);

  /** A slot that this process may use until it closes the lock. */
  record Taken(Slot slot, PathLock lock) {}

  static Slot of(Path place, int number) {
    return new Slot(place.resolve(String.valueOf(number)));
  }

  /** Takes the slot that an earlier attempt of this holder left, if it contains a file. */
  static Optional<Taken> left(Path place, String holder, String file) throws IOException {
    for (int i = 0; Files.exists(of(place, i).lock()); i++) {
      Slot slot = of(place, i);
      if (slot.holder().equals(holder) && slot.has(file)) {
        Optional<PathLock> lock = PathLock.tryTake(slot.lock());
        if (lock.isPresent()) {
          return Optional.of(new Taken(slot, lock.get()));
        }
      }
    }
    return Optional.empty();
  }

  Path tree() {
    return folder.resolve("tree");
  }

  Path lock() {
    return folder.resolveSibling(folder.getFileName() + ".lock");
  }

  boolean has(String file) {
    return Files.exists(folder.resolve(file));
  }

  String holder() throws IOException {
    try {
      return Files.readString(folder.resolve(HOLDER));
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  Instant used() {
    return Instant.ofEpochMilli(folder.toFile().lastModified());
  }

  /**
   * Takes it if its holder is gone or lost; a holder may come back to a process that runs there.
   */
  Optional<PathLock> take() throws IOException {
    Optional<PathLock> lock = PathLock.tryTake(lock());
    boolean free = false;
    try {
      free = holder().isEmpty() || used().isBefore(Instant.now().minus(LONGEST_HOLD));
    } finally {
      if (!free) {
        lock.ifPresent(PathLock::close);
      }
    }
    return free ? lock : Optional.empty();
  }

  void hold(String holder) throws IOException {
    AtomicFiles.createPrivateFolders(folder);
    AtomicFiles.write(folder.resolve(HOLDER), holder);
  }

  void release() throws IOException {
    Files.deleteIfExists(folder.resolve(HOLDER));
  }

  @SuppressWarnings("try") // a lock is held, not used
  boolean remove() throws IOException {
    Optional<PathLock> lock = take();
    if (lock.isEmpty()) {
      return false;
    }
    try (PathLock held = lock.get()) {
      Folders.delete(folder);
      return true;
    }
  }
}

package dev.conclave.activities.document;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A lock between threads and processes, on a file that is never deleted. It ends with its holder.
 */
public final class PathLock implements AutoCloseable {
  /**
   * On Linux, closing any channel of a file releases all its locks, so a process opens only one.
   */
  private static final Map<Path, InProcess> HELD = new ConcurrentHashMap<>();

  private final FileChannel channel;
  private final Path key;

  /** The in-process lock, kept while threads hold it or wait for it. */
  private static final class InProcess {
    private final Semaphore free = new Semaphore(1);
    private int threads;
  }

  private PathLock(FileChannel channel, Path key) {
    this.channel = channel;
    this.key = key;
  }

  public static PathLock take(Path file) {
    return lock(file, /* wait= */ true).orElseThrow();
  }

  public static Optional<PathLock> tryTake(Path file) {
    return lock(file, /* wait= */ false);
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot release a lock: " + e.getMessage(), e);
    } finally {
      leave(key, /* held= */ true);
    }
  }

  private static InProcess enter(Path key) {
    return HELD.compute(
        key,
        (path, known) -> {
          InProcess one = known == null ? new InProcess() : known;
          one.threads++;
          return one;
        });
  }

  private static void leave(Path key, boolean held) {
    HELD.computeIfPresent(
        key,
        (path, one) -> {
          one.free.release(held ? 1 : 0);
          return --one.threads == 0 ? null : one;
        });
  }

  private static Optional<PathLock> lock(Path file, boolean wait) {
    Path key = file.toAbsolutePath().normalize();
    Semaphore free = enter(key).free;
    if (wait) {
      try {
        free.acquire();
      } catch (InterruptedException e) {
        leave(key, /* held= */ false);
        Thread.currentThread().interrupt();
        throw new UncheckedIOException(new InterruptedIOException("interrupted at " + file));
      }
    } else if (!free.tryAcquire()) {
      leave(key, /* held= */ false);
      return Optional.empty();
    }
    boolean locked = false;
    try {
      AtomicFiles.createPrivateFolders(Objects.requireNonNull(key.getParent()));
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = wait ? channel.lock() : channel.tryLock();
      locked = lock != null;
      if (locked) {
        return Optional.of(new PathLock(channel, key));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file + ": " + e.getMessage(), e);
    } finally {
      if (!locked) {
        leave(key, /* held= */ true);
      }
    }
  }
}

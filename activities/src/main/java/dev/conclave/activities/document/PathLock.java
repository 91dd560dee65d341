package dev.conclave.activities.document;

import java.io.IOException;
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

/** A lock between threads and processes, on a file that stays; it ends with its holder. */
public final class PathLock implements AutoCloseable {
  /** Closing any channel on a file releases all its locks on Linux, so a process opens only one. */
  private static final Map<Path, Semaphore> HELD = new ConcurrentHashMap<>();

  private final FileChannel channel;
  private final Semaphore inProcess;

  private PathLock(FileChannel channel, Semaphore inProcess) {
    this.channel = channel;
    this.inProcess = inProcess;
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
      inProcess.release();
    }
  }

  private static Optional<PathLock> lock(Path file, boolean wait) {
    Path key = file.toAbsolutePath().normalize();
    Semaphore inProcess = HELD.computeIfAbsent(key, path -> new Semaphore(1));
    if (wait) {
      inProcess.acquireUninterruptibly();
    } else if (!inProcess.tryAcquire()) {
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
        return Optional.of(new PathLock(channel, inProcess));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file + ": " + e.getMessage(), e);
    } finally {
      if (!locked) {
        inProcess.release();
      }
    }
  }
}

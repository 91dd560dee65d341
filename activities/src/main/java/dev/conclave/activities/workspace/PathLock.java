package dev.conclave.activities.workspace;

import dev.conclave.activities.document.AtomicFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

/**
 * A lock between threads and between processes, on a file that stays. The operating system releases
 * it when its holder dies, however it dies.
 */
public final class PathLock implements AutoCloseable {
  /**
   * A process must hold at most one channel on a lock file: on Linux, to close another one would
   * release the lock.
   */
  private static final Map<Path, Semaphore> HELD = new ConcurrentHashMap<>();

  private final FileChannel channel;
  private final Semaphore inProcess;

  private PathLock(FileChannel channel, Semaphore inProcess) {
    this.channel = channel;
    this.inProcess = inProcess;
  }

  /** Waits until it has the lock. */
  public static PathLock take(Path file) {
    Semaphore inProcess = semaphore(file);
    inProcess.acquireUninterruptibly();
    return locked(file, inProcess, true).orElseThrow();
  }

  /** The lock, unless somebody has it. */
  public static Optional<PathLock> tryTake(Path file) {
    Semaphore inProcess = semaphore(file);
    return inProcess.tryAcquire() ? locked(file, inProcess, false) : Optional.empty();
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

  private static Semaphore semaphore(Path file) {
    return HELD.computeIfAbsent(file.toAbsolutePath().normalize(), key -> new Semaphore(1));
  }

  private static Optional<PathLock> locked(Path file, Semaphore inProcess, boolean wait) {
    boolean got = false;
    try {
      Path folder = file.toAbsolutePath().getParent();
      if (folder != null) {
        AtomicFiles.createPrivateFolders(folder);
      }
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        FileLock lock = wait ? channel.lock() : channel.tryLock();
        got = lock != null;
      } finally {
        if (!got) {
          channel.close();
        }
      }
      return got ? Optional.of(new PathLock(channel, inProcess)) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot lock " + file + ": " + e.getMessage(), e);
    } finally {
      if (!got) {
        inProcess.release();
      }
    }
  }
}

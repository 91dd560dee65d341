package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The right to act on a call's spool: one attempt at a time, over all workers of the host. */
public final class SpoolLock implements AutoCloseable {
  private static final long POLL_MILLIS = 100;

  // The system's lock belongs to the process, and closing any channel of the file gives it up:
  // within
  // this JVM the paths themselves are held.
  private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

  private final Path file;
  private final FileChannel channel;

  private SpoolLock(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /** Waits until the attempt before this one has let go. */
  public static SpoolLock take(Spool spool, CallControl control) throws IOException, CallLeft {
    while (true) {
      Optional<SpoolLock> lock = tryTake(spool);
      if (lock.isPresent()) {
        return lock.get();
      }
      control.check();
      Pause.millis(POLL_MILLIS);
    }
  }

  /** Empty while somebody else has it. */
  static Optional<SpoolLock> tryTake(Spool spool) throws IOException {
    Path file = spool.lock();
    if (!HELD_HERE.add(file)) {
      return Optional.empty();
    }
    Optional<SpoolLock> taken = Optional.empty();
    try {
      taken = lock(file);
      return taken;
    } finally {
      if (taken.isEmpty()) {
        HELD_HERE.remove(file);
      }
    }
  }

  private static Optional<SpoolLock> lock(Path file) throws IOException {
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    FileLock lock = channel.tryLock();
    if (lock == null) {
      channel.close();
      return Optional.empty();
    }
    return Optional.of(new SpoolLock(file, channel));
  }

  @Override
  public void close() throws IOException {
    try {
      channel.close();
    } finally {
      HELD_HERE.remove(file);
    }
  }
}

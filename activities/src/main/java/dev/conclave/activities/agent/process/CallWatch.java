package dev.conclave.activities.agent.process;

import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallEnding.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for a call's process, whoever started it, reads its stdout as it grows, and ends it when it
 * exceeds its limits.
 */
public final class CallWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CallWatch.class);
  private static final long POLL_MILLIS = 25;
  private static final int BUFFER = 64 << 10;

  /** So long a program may take to end after its last event. */
  private static final Duration TO_END = Duration.ofSeconds(5);

  /** So much a call leaves of a disk that had twice as much when it was first looked at. */
  public static final long LEAST_FREE = 512L << 20;

  /** Read at each look, so that its lines hold up no look at how fast a flood grows. */
  private static final long PART = 1 << 20;

  private final CallFolder folder;
  private final ProcessIdentity process;
  private final CallLimits limits;
  private final CallControl control;

  private final long watchStart = System.nanoTime();
  private final Duration before;
  private final long freeAtFirst;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private long lastGrowth = watchStart;
  private long bytes;
  private long read;

  /**
   * The limits at which a call is ended.
   *
   * @param wallClock from the start of the process
   * @param maxOutputBytes stdout and stderr together
   */
  public record CallLimits(Duration wallClock, Duration staleAfter, long maxOutputBytes) {}

  /** The progress of a process: how long it runs, what it has printed, since when nothing more. */
  public record Vitals(long seconds, long bytes, long quietSeconds) {}

  /**
   * A watch.
   *
   * @param started when the process was
   */
  public CallWatch(
      CallFolder folder,
      ProcessIdentity process,
      Instant started,
      CallLimits limits,
      CallControl control) {
    this.folder = folder;
    this.process = process;
    this.limits = limits;
    this.control = control;
    this.freeAtFirst = free();
    // From here on the monotonic clock counts: a laptop that sleeps does not use a call's time up.
    Duration sinceStart = Duration.between(started, Instant.now());
    this.before = sinceStart.isNegative() ? Duration.ZERO : sinceStart;
  }

  /**
   * Returns when the call has ended, by itself or by us; nothing of it runs then.
   *
   * @param lines takes each line of stdout, from its beginning; what is not UTF-8 in it is replaced
   * @param hopeless whether the program has said that waiting on is in vain
   * @param answered whether it has said that its answer is whole
   * @throws AttemptEnded when the call is to be left running, or the thread is interrupted
   */
  public CallEnding await(
      Consumer<String> lines,
      BooleanSupplier hopeless,
      BooleanSupplier answered,
      Consumer<Vitals> progress)
      throws IOException, AttemptEnded {
    while (true) {
      boolean ended = folder.exit() != null || !process.isAlive();
      long now = folder.stdout().toFile().length() + folder.stderr().toFile().length();
      if (now != bytes) {
        bytes = now;
        lastGrowth = System.nanoTime();
      }
      boolean flooded = !ended && bytes > limits.maxOutputBytes();
      if (!flooded) {
        read(lines, PART);
      }
      progress.accept(new Vitals(running().toSeconds(), bytes, since(lastGrowth).toSeconds()));
      Reason reason =
          flooded
              ? Reason.FLOODED
              : ended ? null : reasonToKill(hopeless.getAsBoolean(), answered.getAsBoolean());
      if (ended || reason != null) {
        if (reason != null) {
          kill(folder, reason);
          // Gives back to the disk what was printed until the kill took effect.
          folder.cut(limits.maxOutputBytes());
        } else {
          // Tools that an agent left running in the background are part of the call.
          folder.tree().kill();
        }
        read(lines, flooded ? 0 : limits.maxOutputBytes());
        if (line.size() > 0) {
          lines.accept(line.toString(StandardCharsets.UTF_8));
        }
        if (reason == null && !folder.stdoutIsItsOwn()) {
          reason = Reason.REPLACED;
        }
        return reason == null ? folder.ending() : CallEnding.killed(reason);
      }
      if (control.isDetached()) {
        throw new AttemptEnded(false);
      }
      CallControl.sleep(POLL_MILLIS);
    }
  }

  private @Nullable Reason reasonToKill(boolean hopeless, boolean answered) {
    if (answered && since(lastGrowth).compareTo(TO_END) > 0) {
      return Reason.ANSWERED;
    } else if (hopeless) {
      return Reason.HOPELESS;
    } else if (freeAtFirst >= 2 * LEAST_FREE && free() < LEAST_FREE) {
      return Reason.DISK_FULL;
    } else if (running().compareTo(limits.wallClock()) > 0) {
      return Reason.WALL_CLOCK;
    } else if (since(lastGrowth).compareTo(limits.staleAfter()) > 0) {
      return Reason.STALE;
    }
    return control.isCancelled() ? Reason.CANCELLED : null;
  }

  /** Ends a call and everything it started; the reason is on disk before the first signal. */
  static void kill(CallFolder folder, Reason reason) throws IOException {
    try {
      folder.noteKill(reason);
    } catch (IOException e) {
      // A full disk must not keep a process alive.
      LOG.warn("cannot note why call {} is ended", folder.path().getFileName(), e);
    }
    List<ProcessIdentity> survivors = folder.tree().kill();
    if (!survivors.isEmpty()) {
      LOG.warn("call {}: could not end {}", folder.path().getFileName(), survivors);
    }
  }

  /** Hands over the lines that were completed since the last look, in so many bytes at most. */
  private void read(Consumer<String> lines, long most) throws IOException {
    if (!folder.begun()) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder.stdout(), StandardOpenOption.READ)) {
      ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
      long end = Math.min(Math.min(read + most, limits.maxOutputBytes()), channel.size());
      while (read < end && channel.read(buffer, read) > 0) {
        read += buffer.position();
        buffer.flip();
        while (buffer.hasRemaining()) {
          byte next = buffer.get();
          if (next == '\n') {
            lines.accept(line.toString(StandardCharsets.UTF_8));
            line.reset();
          } else {
            line.write(next);
          }
        }
        buffer.clear();
      }
    }
  }

  /** Bytes left of the disk that holds all calls and what they write. */
  private long free() {
    return folder.path().toFile().getUsableSpace();
  }

  private Duration running() {
    return before.plus(since(watchStart));
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}

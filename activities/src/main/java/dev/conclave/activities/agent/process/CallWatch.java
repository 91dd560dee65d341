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
 * Waits for a call's process, whichever attempt started it, reads its stdout as it grows, and ends
 * it at its limits.
 */
public final class CallWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CallWatch.class);
  private static final long POLL_MILLIS = 25;
  private static final int BUFFER = 64 << 10;

  /** Time that a program may take to exit after its last event. */
  private static final Duration EXIT_GRACE = Duration.ofSeconds(5);

  /** Minimum free disk space, enforced if there was twice as much at the start. */
  public static final long LEAST_FREE = 512L << 20;

  /** Bytes read per poll, so that parsing does not delay the check for excessive output. */
  private static final long READ_SIZE = 1 << 20;

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
   * @param maxOutputBytes of stdout and stderr together
   */
  public record CallLimits(Duration wallClock, Duration staleAfter, long maxOutputBytes) {}

  /** The progress of a process: run time, bytes printed, and time since its last output. */
  public record Vitals(long seconds, long bytes, long quietSeconds) {}

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
    // From here on use the monotonic clock: time while a laptop is suspended does not count.
    Duration sinceStart = Duration.between(started, Instant.now());
    this.before = sinceStart.isNegative() ? Duration.ZERO : sinceStart;
  }

  /**
   * Waits until the call has ended, by itself or by Conclave, and no process of it is left.
   *
   * @param lines receives each line of stdout; invalid UTF-8 is replaced
   * @param hopeless whether the program reported that waiting is pointless
   * @param answered whether the program reported a complete answer
   * @throws AttemptEnded when the call is left running, or the thread is interrupted
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
        read(lines, READ_SIZE);
      }
      progress.accept(new Vitals(running().toSeconds(), bytes, since(lastGrowth).toSeconds()));
      Reason reason =
          flooded
              ? Reason.OUTPUT_EXCEEDED
              : ended ? null : reasonToKill(hopeless.getAsBoolean(), answered.getAsBoolean());
      if (ended || reason != null) {
        if (reason != null) {
          kill(folder, reason);
          // Frees the disk space of output printed until the kill took effect.
          folder.truncate(limits.maxOutputBytes());
        } else {
          // Background processes that an agent left are part of the call.
          folder.tree().kill();
        }
        read(lines, flooded ? 0 : limits.maxOutputBytes());
        if (line.size() > 0) {
          lines.accept(line.toString(StandardCharsets.UTF_8));
        }
        if (reason == null && !folder.isStdoutIntact()) {
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
    if (answered && since(lastGrowth).compareTo(EXIT_GRACE) > 0) {
      return Reason.ANSWERED;
    } else if (hopeless) {
      return Reason.GAVE_UP;
    } else if (freeAtFirst >= 2 * LEAST_FREE && free() < LEAST_FREE) {
      return Reason.DISK_FULL;
    } else if (running().compareTo(limits.wallClock()) > 0) {
      return Reason.WALL_CLOCK;
    } else if (since(lastGrowth).compareTo(limits.staleAfter()) > 0) {
      return Reason.STALE;
    }
    return control.isCancelled() ? Reason.CANCELLED : null;
  }

  /** Ends a call and all its processes. Writes the reason to disk before the first signal. */
  static void kill(CallFolder folder, Reason reason) throws IOException {
    try {
      folder.noteKill(reason);
    } catch (IOException e) {
      // A full disk must not prevent the kill.
      LOG.warn("cannot record why call {} is ended", folder.path().getFileName(), e);
    }
    List<ProcessIdentity> survivors = folder.tree().kill();
    if (!survivors.isEmpty()) {
      LOG.warn("call {}: could not end {}", folder.path().getFileName(), survivors);
    }
  }

  /** Passes on the lines completed since the last poll, reading at most {@code most} bytes. */
  private void read(Consumer<String> lines, long most) throws IOException {
    if (!folder.isStarted()) {
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

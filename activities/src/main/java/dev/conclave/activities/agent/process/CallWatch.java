package dev.conclave.activities.agent.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for a call's process and holds it to its limits, whoever started it. */
public final class CallWatch {
  private static final Logger LOG = LoggerFactory.getLogger(CallWatch.class);
  private static final long POLL_MILLIS = 100;

  private final Spool spool;
  private final ProcessIdentity process;
  private final Instant started;
  private final CallLimits limits;
  private final CallControl control;

  private final long watchStart = System.nanoTime();
  private final Duration before;
  private long lastGrowth = watchStart;
  private long bytes;

  public CallWatch(
      Spool spool,
      ProcessIdentity process,
      Instant started,
      CallLimits limits,
      CallControl control) {
    this.spool = spool;
    this.process = process;
    this.started = started;
    this.limits = limits;
    this.control = control;
    // From here on the monotonic clock counts: a laptop that sleeps does not use a call's time up.
    Duration sinceStart = Duration.between(started, Instant.now());
    this.before = sinceStart.isNegative() ? Duration.ZERO : sinceStart;
  }

  /**
   * Returns when the call has ended, by itself or by us; nothing of it runs then.
   *
   * @param tail is kept up with the output
   * @param hopeless whether the stream has told that waiting on is in vain
   * @param vitals is told how the process goes, several times a second
   * @throws CallLeft when the control says so, or the thread is interrupted
   */
  public Ending await(StreamTail tail, BooleanSupplier hopeless, Consumer<Vitals> vitals)
      throws IOException, CallLeft {
    while (true) {
      tail.advance();
      grow();
      vitals.accept(
          new Vitals(
              process.pid(), Duration.between(started, Instant.now()), bytes, since(lastGrowth)));
      Optional<Ending> ending = ended();
      if (ending.isEmpty()) {
        ending = hopeless.getAsBoolean() ? Optional.of(kill(KillReason.HOPELESS)) : overLimit();
      }
      if (ending.isPresent()) {
        tail.finish();
        return ending.get();
      }
      obey();
      Pause.millis(POLL_MILLIS);
    }
  }

  private Optional<Ending> ended() throws IOException {
    if (spool.exit().isEmpty() && process.isAlive()) {
      return Optional.empty();
    }
    // Tools that an agent left running in the background are part of the call.
    new ProcessTree(Optional.of(process), spool.marker()).kill();
    return Optional.of(judge(spool));
  }

  /** How a call ended whose process is gone. */
  public static Ending judge(Spool spool) throws IOException {
    Optional<KillReason> killed = spool.killed();
    if (killed.isPresent()) {
      return new Ending.Killed(killed.get());
    }
    return spool.exit().<Ending>map(Ending.Exited::new).orElseGet(Ending.Unobserved::new);
  }

  private Optional<Ending> overLimit() throws IOException {
    if (bytes > limits.maxOutputBytes()) {
      Ending ending = kill(KillReason.FLOODED);
      cut(spool.stdout());
      cut(spool.stderr());
      return Optional.of(ending);
    }
    if (before.plus(since(watchStart)).compareTo(limits.wallClock()) > 0) {
      return Optional.of(kill(KillReason.WALL_CLOCK));
    }
    if (since(lastGrowth).compareTo(limits.staleAfter()) > 0) {
      return Optional.of(kill(KillReason.STALE));
    }
    return Optional.empty();
  }

  /** The disk is given back what was printed beyond the cap until the kill took effect. */
  private void cut(Path file) throws IOException {
    if (size(file) > limits.maxOutputBytes()) {
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.truncate(limits.maxOutputBytes());
      }
    }
  }

  private void obey() throws CallLeft {
    if (control.order() == CallControl.Order.CANCEL) {
      kill(KillReason.CANCELLED);
    }
    control.check();
  }

  private Ending kill(KillReason reason) {
    kill(spool, Optional.of(process), reason);
    return new Ending.Killed(reason);
  }

  /** Ends a call and everything it started; the reason is on disk before the first signal. */
  static void kill(Spool spool, Optional<ProcessIdentity> process, KillReason reason) {
    try {
      spool.noteKill(reason);
    } catch (IOException e) {
      // A full disk must not keep a process alive.
      LOG.warn("cannot note why call {} is ended", spool.folder().getFileName(), e);
    }
    var survivors = new ProcessTree(process, spool.marker()).kill();
    if (!survivors.isEmpty()) {
      LOG.warn("call {}: could not end {}", spool.folder().getFileName(), survivors);
    }
  }

  private void grow() throws IOException {
    long now = size(spool.stdout()) + size(spool.stderr());
    if (now != bytes) {
      bytes = now;
      lastGrowth = System.nanoTime();
    }
  }

  private static long size(Path file) throws IOException {
    return Files.exists(file) ? Files.size(file) : 0;
  }

  private static Duration since(long nanos) {
    return Duration.ofNanos(System.nanoTime() - nanos);
  }
}

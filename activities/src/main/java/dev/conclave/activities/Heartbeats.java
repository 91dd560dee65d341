package dev.conclave.activities;

import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The heartbeats of an activity, sent on a thread of their own until closed, and its interrupt when
 * the server wants no more of it. Thread-safe.
 */
public final class Heartbeats implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);

  private final String activity;
  private final Runnable beat;
  private final Predicate<ActivityCompletionException> ends;
  private final ScheduledExecutorService timer;
  private volatile Optional<ActivityCompletionException> end = Optional.empty();
  private Optional<Thread> working = Optional.empty();

  /**
   * Begins.
   *
   * @param delay before the first one
   * @param beat sends one
   * @param ends is told each answer of the server that it wants no more, and says whether the
   *     activity has to end therefore
   */
  public Heartbeats(
      ActivityInfo activity,
      Duration delay,
      Duration period,
      Runnable beat,
      Predicate<ActivityCompletionException> ends) {
    this.activity = activity.getActivityId();
    this.beat = beat;
    this.ends = ends;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread thread = new Thread(task, "heartbeat " + this.activity);
              thread.setDaemon(true);
              return thread;
            });
    var unused =
        timer.scheduleAtFixedRate(
            this::beat, delay.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** What the server said when the activity had to end; empty while it may go on. */
  public Optional<ActivityCompletionException> end() {
    return end;
  }

  /** Does work of this thread, which is interrupted when it has to end; what it made counts. */
  public <T> T interruptible(Supplier<T> work) {
    interrupts(Optional.of(Thread.currentThread()));
    try {
      return work.get();
    } catch (RuntimeException e) {
      if (end.isEmpty()) {
        throw e;
      }
      // Exceptions of the SDK suppress none, and the server takes no other answer.
      LOG.info("activity {} failed after it was cancelled or timed out", activity, e);
      throw end.get();
    } finally {
      interrupts(Optional.empty());
    }
  }

  /** Without a thread, a late interrupt is kept from the next activity on this pooled one. */
  private synchronized void interrupts(Optional<Thread> thread) {
    working = thread;
    if (thread.isEmpty() && end.isPresent()) {
      Thread.interrupted();
    }
  }

  private void beat() {
    try {
      beat.run();
    } catch (ActivityCompletionException e) {
      LOG.debug("the server ends activity {}", activity, e);
      if (ends.test(e)) {
        end = Optional.of(end.orElse(e));
        interrupt();
      }
    } catch (RuntimeException e) {
      // The next one may get through; a timer that sees an exception would send none.
      LOG.warn("heartbeat of activity {} failed", activity, e);
    }
  }

  /** Again with each heartbeat: the activity may have cleared an earlier interrupt. */
  private synchronized void interrupt() {
    working.ifPresent(Thread::interrupt);
  }

  @Override
  public void close() {
    timer.shutdown(); // without an interrupt, which the SDK would log as a failed heartbeat
  }
}

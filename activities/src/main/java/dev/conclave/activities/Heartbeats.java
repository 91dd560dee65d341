package dev.conclave.activities;

import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCompletionException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The heartbeats of an activity, sent on a thread of their own until closed, and its interrupt when
 * the server wants no more of it. Thread-safe.
 */
public final class Heartbeats implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);

  /** How long work that has to end may take to heed its interrupt. */
  private static final int PATIENCE_MILLIS = 2_500;

  private static final int POLL_MILLIS = 100;

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

  /** Returns what the server said when the activity had to end; empty while it may go on. */
  public Optional<ActivityCompletionException> end() {
    return end;
  }

  /**
   * Does work on a thread of its own, which is interrupted when it has to end; what it made counts.
   * Returns at the latest five seconds after the server wanted no more: what does not heed the
   * interrupt, such as a pattern in a long text, then ends by itself.
   */
  public <T> T interruptible(Supplier<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Optional<Map<String, String>> context = Optional.ofNullable(MDC.getCopyOfContextMap());
    Thread thread = new Thread(() -> complete(result, work, context));
    thread.setName(Thread.currentThread().getName());
    thread.setDaemon(true);
    interrupts(Optional.of(thread));
    boolean stopping = false;
    try {
      thread.start();
      for (int left = PATIENCE_MILLIS / POLL_MILLIS; ; left -= end.isPresent() ? 1 : 0) {
        try {
          return result.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          if (left <= 0) {
            LOG.warn("activity {} was given up, which does not heed its interrupt", activity);
            throw end.orElseThrow();
          }
        } catch (InterruptedException e) {
          stopping = true;
          thread.interrupt();
        }
      }
    } catch (ExecutionException e) {
      if (end.isEmpty() || !(e.getCause() instanceof RuntimeException)) {
        throw thrown(e.getCause());
      }
      // Exceptions of the SDK suppress none, and the server takes no other answer.
      LOG.info("activity {} failed after it was cancelled or timed out", activity, e.getCause());
      throw end.get();
    } finally {
      interrupts(Optional.empty());
      if (stopping) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static <T> void complete(
      CompletableFuture<T> result, Supplier<T> work, Optional<Map<String, String>> context) {
    try {
      context.ifPresent(MDC::setContextMap);
      result.complete(work.get());
    } catch (Throwable e) {
      result.completeExceptionally(e);
    }
  }

  private static RuntimeException thrown(@Nullable Throwable failure) {
    if (failure instanceof Error error) {
      throw error;
    }
    return failure instanceof RuntimeException e ? e : new IllegalStateException(failure);
  }

  private synchronized void interrupts(Optional<Thread> thread) {
    working = thread;
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

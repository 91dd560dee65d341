package dev.conclave.activities;

import io.temporal.activity.ActivityExecutionContext;
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
 * Heartbeats of an activity, sent from a separate thread until closed. Interrupts the activity when
 * the server no longer waits for its result. Thread-safe.
 */
public final class Heartbeats implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Heartbeats.class);

  /** How long interrupted work may take to stop. */
  private static final int GRACE_MILLIS = 2_500;

  private static final int POLL_MILLIS = 100;

  /** Short, since people watch a call's progress through its heartbeats. */
  private static final Duration CALL_PERIOD = Duration.ofSeconds(1);

  private final String activity;
  private final Runnable beat;
  private final Predicate<ActivityCompletionException> ends;
  private final ScheduledExecutorService timer;
  private volatile Optional<ActivityCompletionException> end = Optional.empty();
  private Optional<Thread> working = Optional.empty();

  /**
   * Starts the heartbeats.
   *
   * @param delay before the first heartbeat
   * @param beat sends one heartbeat
   * @param ends receives each response by which the server ends the activity, and returns whether
   *     the activity must stop
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

  /**
   * Starts the heartbeats of an activity that waits for a call.
   *
   * @param cancel runs when the workflow cancels the activity
   * @param detach runs when the server ends this attempt only: the call is for the next one
   */
  public static Heartbeats ofCall(
      ActivityExecutionContext context, Supplier<?> progress, Runnable cancel, Runnable detach) {
    return new Heartbeats(
        context.getInfo(),
        Duration.ZERO,
        CALL_PERIOD,
        () -> context.heartbeat(progress.get()),
        e -> {
          (ActivityFailures.isCancellation(e) ? cancel : detach).run();
          return true;
        });
  }

  /** Returns the server response that stopped the activity; empty while it may continue. */
  public Optional<ActivityCompletionException> end() {
    return end;
  }

  /**
   * Runs work on a separate thread, which is interrupted when the activity must stop; a result that
   * is complete by then still counts. Returns at most five seconds after the server ended the
   * activity: work that ignores the interrupt, such as a pattern match on a long text, is left to
   * finish in the background.
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
      for (int left = GRACE_MILLIS / POLL_MILLIS; ; left -= end.isPresent() ? 1 : 0) {
        try {
          return result.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          if (left <= 0) {
            LOG.warn("abandoned activity {}: it does not respond to its interrupt", activity);
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
      // SDK exceptions cannot hold suppressed ones, and the server accepts no other answer.
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
      LOG.debug("the server ended activity {}", activity, e);
      if (ends.test(e)) {
        end = Optional.of(end.orElse(e));
        interrupt();
      }
    } catch (RuntimeException e) {
      // The next heartbeat may succeed; an exception here would cancel the timer.
      LOG.warn("heartbeat of activity {} failed", activity, e);
    }
  }

  /** Repeats with each heartbeat, because the activity may have cleared an earlier interrupt. */
  private synchronized void interrupt() {
    working.ifPresent(Thread::interrupt);
  }

  @Override
  public void close() {
    timer.shutdown(); // without an interrupt, which the SDK would log as a failed heartbeat
  }
}

package dev.conclave.worker;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for orphaned calls when a worker starts and then again and again, on a thread of its own
 * that keeps no process alive. A look that fails costs money or disk space, not sessions.
 */
final class OrphanWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OrphanWatch.class);
  private static final long GRACE_SECONDS = 5;

  /** What is removed by age and size has time: a worker may run for months. */
  private static final int SWEEPS_A_TIDYING = 60;

  private final ScheduledExecutorService thread;

  private OrphanWatch(ScheduledExecutorService thread) {
    this.thread = thread;
  }

  /**
   * Sweeps and tidies before it returns, then does both periodically; sweeping the more often.
   *
   * @param pause from the end of one look to the next
   */
  static OrphanWatch start(Registrations.Orphans orphans, Duration pause) {
    look(orphans::sweep);
    look(orphans::tidy);
    ScheduledExecutorService thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread sweeping = new Thread(task, "orphaned calls");
              sweeping.setDaemon(true);
              return sweeping;
            });
    var unused =
        thread.scheduleWithFixedDelay(
            () -> look(orphans::sweep), pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
    long rare = pause.multipliedBy(SWEEPS_A_TIDYING).toMillis();
    var unusedToo =
        thread.scheduleWithFixedDelay(() -> look(orphans::tidy), rare, rare, TimeUnit.MILLISECONDS);
    return new OrphanWatch(thread);
  }

  /** A timer that saw an exception would look no more. */
  private static void look(Runnable orphans) {
    try {
      orphans.run();
    } catch (RuntimeException e) {
      LOG.warn("orphaned calls could not be looked for", e);
    }
  }

  /** Looks no more; returns when a look that is under way is over, or after a few seconds. */
  @Override
  public void close() {
    thread.shutdown();
    try {
      if (!thread.awaitTermination(GRACE_SECONDS, TimeUnit.SECONDS)) {
        thread.shutdownNow();
      }
    } catch (InterruptedException e) {
      thread.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}

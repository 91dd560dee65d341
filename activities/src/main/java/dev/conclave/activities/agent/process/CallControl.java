package dev.conclave.activities.agent.process;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Orders to a running call: end its processes (cancel), or leave them to the next attempt (detach).
 * Only the first order counts. Thread-safe.
 */
public final class CallControl {
  private boolean cancelled;
  private boolean detached;
  private @Nullable Thread preparing;

  /** Thrown when an attempt of the activity ends before its call. */
  public static final class AttemptEnded extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean cancelled;

    public AttemptEnded(boolean cancelled) {
      super(cancelled ? "the call was cancelled" : "the call keeps running without this attempt");
      this.cancelled = cancelled;
    }

    /** Returns whether the call was cancelled; otherwise the next attempt adopts it. */
    public boolean cancelled() {
      return cancelled;
    }
  }

  public synchronized void cancel() {
    cancelled = !detached;
    if (cancelled && preparing != null) {
      preparing.interrupt();
    }
  }

  /** Runs the preparation of a call, which a cancel interrupts. */
  public <T> T interruptible(Supplier<T> work) throws AttemptEnded {
    synchronized (this) {
      check();
      preparing = Thread.currentThread();
    }
    try {
      return work.get();
    } catch (RuntimeException e) {
      check();
      throw e;
    } finally {
      synchronized (this) {
        preparing = null;
        if (cancelled) {
          Thread.interrupted();
        }
      }
    }
  }

  public synchronized void detach() {
    detached = !cancelled;
  }

  public synchronized boolean isCancelled() {
    return cancelled;
  }

  public synchronized boolean isDetached() {
    return detached;
  }

  public synchronized void check() throws AttemptEnded {
    if (cancelled || detached) {
      throw new AttemptEnded(cancelled);
    }
  }

  /** Sleeps. An interrupt means that the worker is shutting down, and detaches from the call. */
  public static void sleep(long millis) throws AttemptEnded {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AttemptEnded(false);
    }
  }
}

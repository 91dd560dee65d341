package dev.conclave.activities.agent.process;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Orders to a running call: to end its processes (cancel), or to leave them to the next attempt
 * (detach). The first order stands. Thread-safe.
 */
public final class CallControl {
  private boolean cancelled;
  private boolean detached;
  private @Nullable Thread preparing;

  /** An attempt of the activity ended before its call did. */
  public static final class AttemptEnded extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean cancelled;

    public AttemptEnded(boolean cancelled) {
      super(cancelled ? "the call was cancelled" : "the call goes on without this attempt");
      this.cancelled = cancelled;
    }

    /** Returns whether nobody wants the call any more; else the next attempt adopts it. */
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

  /** Does what comes before a call's process starts, which a cancel interrupts. */
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

  /** Throws when the call was cancelled or detached. */
  public synchronized void check() throws AttemptEnded {
    if (cancelled || detached) {
      throw new AttemptEnded(cancelled);
    }
  }

  /** Sleeps. An interrupt is the worker shutting down: the call goes on without it. */
  public static void sleep(long millis) throws AttemptEnded {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AttemptEnded(false);
    }
  }
}

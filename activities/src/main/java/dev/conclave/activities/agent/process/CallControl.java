package dev.conclave.activities.agent.process;

/** What a running call is told to do. The first order stands. Thread-safe. */
public final class CallControl {
  /** Go on, end the processes, or leave them to the next attempt. */
  public enum Order {
    CONTINUE,
    CANCEL,
    DETACH
  }

  private volatile Order order = Order.CONTINUE;

  /** An attempt of the activity ended before its call did. */
  public static final class AttemptEnded extends Exception {
    private static final long serialVersionUID = 1L;

    private final boolean cancelled;

    public AttemptEnded(boolean cancelled) {
      super(cancelled ? "the call was cancelled" : "the call goes on without this attempt");
      this.cancelled = cancelled;
    }

    /** Whether nobody wants the call any more; else the next attempt adopts it. */
    public boolean cancelled() {
      return cancelled;
    }
  }

  public void cancel() {
    give(Order.CANCEL);
  }

  public void detach() {
    give(Order.DETACH);
  }

  public Order order() {
    return order;
  }

  /** Obeys an order when no process has to be ended for it. */
  public void check() throws AttemptEnded {
    if (order != Order.CONTINUE) {
      throw new AttemptEnded(order == Order.CANCEL);
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

  private synchronized void give(Order wanted) {
    if (order == Order.CONTINUE) {
      order = wanted;
    }
  }
}

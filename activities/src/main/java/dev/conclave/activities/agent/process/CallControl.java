package dev.conclave.activities.agent.process;

/** What the world wants of a running call. The first order stands. Thread-safe. */
public final class CallControl {
  /** Go on, end the process, or leave it alone and stop looking. */
  public enum Order {
    GO_ON,
    CANCEL,
    DETACH
  }

  private volatile Order order = Order.GO_ON;

  /** Nobody wants the call any more: its processes are ended. */
  public void cancel() {
    give(Order.CANCEL);
  }

  /** This attempt has lost the call; its process lives on for the next. */
  public void detach() {
    give(Order.DETACH);
  }

  public Order order() {
    return order;
  }

  /**
   * Obeys an order that needs nothing done to a process.
   *
   * @throws CallLeft when there is one
   */
  public void check() throws CallLeft {
    if (order() != Order.GO_ON) {
      throw new CallLeft(order() == Order.CANCEL);
    }
  }

  private synchronized void give(Order wanted) {
    if (order == Order.GO_ON) {
      order = wanted;
    }
  }
}

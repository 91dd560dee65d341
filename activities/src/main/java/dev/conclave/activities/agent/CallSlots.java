package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Limits how many agent programs run side by side in this worker: a permit for each, all agents
 * together. Thread-safe.
 */
public final class CallSlots extends Semaphore {
  private static final long serialVersionUID = 1L;
  private static final long POLL_MILLIS = 200;

  public CallSlots(int slots) {
    super(slots, true);
  }

  /**
   * Takes a slot for a program that runs already, be it one more than there are: so many fewer are
   * started until it is released.
   */
  void takeForRunning() {
    reducePermits(1);
  }

  /** Waits for a slot; no clock of the call runs meanwhile. */
  void take(CallControl control, Runnable waiting) throws AttemptEnded {
    if (tryAcquire()) {
      return;
    }
    waiting.run();
    try {
      while (!tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
        control.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AttemptEnded(false);
    }
  }
}

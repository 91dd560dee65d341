package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Limits how many agent programs run at once in this worker, over all agents. Thread-safe. */
public final class CallSlots extends Semaphore {
  private static final long serialVersionUID = 1L;
  private static final long POLL_MILLIS = 200;

  public CallSlots(int slots) {
    super(slots, true);
  }

  /**
   * Takes a slot for a running program even if none is free; new programs wait until enough are
   * released.
   */
  void takeForRunning() {
    reducePermits(1);
  }

  /** Waits for a slot. Time-outs of the call do not run meanwhile. */
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

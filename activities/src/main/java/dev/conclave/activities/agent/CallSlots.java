package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** How many agent programs run side by side in this worker, all agents together. Thread-safe. */
final class CallSlots {
  private static final long LOOK_MILLIS = 200;

  private final Permits free;

  CallSlots(int slots) {
    free = new Permits(slots);
  }

  /** A slot, until closed. */
  interface Slot extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes a slot for a program that runs already, be it one more than there are: so many fewer are
   * started until it is given back.
   */
  Slot owe() {
    free.reducePermits(1);
    return free::release;
  }

  /**
   * Waits for a slot; no clock of the call runs meanwhile.
   *
   * @param waiting is told when none is free
   */
  Slot take(CallControl control, Runnable waiting) throws AttemptEnded {
    if (free.tryAcquire()) {
      return free::release;
    }
    waiting.run();
    try {
      while (!free.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        control.check();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AttemptEnded(false);
    }
    return free::release;
  }

  /** May be fewer than none. */
  private static final class Permits extends Semaphore {
    private static final long serialVersionUID = 1L;

    Permits(int permits) {
      super(permits, true);
    }

    @Override
    protected void reducePermits(int reduction) {
      super.reducePermits(reduction);
    }
  }
}

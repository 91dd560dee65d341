package dev.conclave.activities.agent.process;

/** Waiting in an attempt: an interrupt is the worker going down, and leaves the call alone. */
public final class Pause {
  private Pause() {}

  public static void millis(long millis) throws CallLeft {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CallLeft(false);
    }
  }
}

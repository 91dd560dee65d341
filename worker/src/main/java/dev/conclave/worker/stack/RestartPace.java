package dev.conclave.worker.stack;

import java.time.Duration;
import java.time.Instant;

/**
 * When a stack that keeps dying may be started again: at once, then after 1 s, 2 s, 4 s … and at
 * most a minute; from the beginning once it has run for two minutes. Not thread-safe.
 */
final class RestartPace {
  private static final Duration FIRST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofMinutes(1);
  private static final Duration SOUND = Duration.ofMinutes(2);

  private Instant last = Instant.MIN;
  private Duration pause = Duration.ZERO;

  /** Whether a start is due. */
  boolean due(Instant now) {
    return last.equals(Instant.MIN) || !now.isBefore(last.plus(pause));
  }

  /** A start is made now; how long the next one has to wait. */
  Duration attempted(Instant now) {
    boolean sound = last.equals(Instant.MIN) || now.isAfter(last.plus(pause).plus(SOUND));
    pause = sound ? FIRST : shorter(pause.multipliedBy(2), LONGEST);
    last = now;
    return pause;
  }

  private static Duration shorter(Duration a, Duration b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}

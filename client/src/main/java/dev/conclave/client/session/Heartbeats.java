package dev.conclave.client.session;

import com.google.protobuf.Timestamp;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What one who looks again and again knows of calls beyond a single look: how long each has been
 * silent, by the own clock, and when its process began. Not thread-safe.
 */
final class Heartbeats {
  /** A heartbeat comes every second; a busy machine may be late. */
  private static final Duration LATE = Duration.ofSeconds(8);

  private final Map<String, Heard> heard = new HashMap<>();
  private final Map<String, Instant> begun = new HashMap<>();

  private record Heard(Timestamp beat, long at) {}

  /** How long a call has been silent beyond what is usual; zero while it is not. */
  Duration silence(PendingActivityInfo activity) {
    long now = System.nanoTime();
    Heard last =
        heard.merge(
            activity.getActivityId() + " " + activity.getAttempt(),
            new Heard(activity.getLastHeartbeatTime(), now),
            (old, fresh) -> old.beat().equals(fresh.beat()) ? old : fresh);
    Duration silence = Duration.ofNanos(now - last.at());
    return silence.compareTo(LATE) > 0 ? silence : Duration.ZERO;
  }

  /**
   * When a process began. What a worker reports is late by up to a second; the earliest time that
   * follows from it is the truest, and does not jump.
   */
  Instant begun(String call, long pid, long seconds, Instant now) {
    return begun.merge(
        call + " " + pid,
        now.minusSeconds(seconds),
        (old, fresh) -> fresh.isBefore(old) ? fresh : old);
  }
}

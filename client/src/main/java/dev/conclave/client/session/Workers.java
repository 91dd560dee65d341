package dev.conclave.client.session;

import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.time.Duration;
import java.util.function.Supplier;

/** Presence of task queue pollers; the server remembers pollers for five minutes. */
public record Workers(TemporalConnection connection) {
  public enum Presence {
    THERE,
    ABSENT,
    /** The server does not report pollers, such as the in-memory one. */
    UNKNOWN
  }

  private static final long LOOK_MILLIS = 200;

  /** Polls until present or the patience ends; a new worker starts its pollers seconds apart. */
  public static Presence awaited(Supplier<Presence> look, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    Presence presence = look.get();
    try {
      while (presence == Presence.ABSENT && System.nanoTime() < end) {
        Thread.sleep(LOOK_MILLIS);
        presence = look.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Presence.UNKNOWN;
    }
    return presence;
  }

  public Presence ofWorkflows() {
    return presence(TaskQueues.WORKFLOWS, TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW);
  }

  public Presence ofAnyHost() {
    return presence(TaskQueues.WORKFLOWS, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY);
  }

  /** Checks a host's worker by its probe queue, which it polls even when all slots are in use. */
  public Presence ofHost(String hostId) {
    return presence(TaskQueues.probe(hostId), TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY);
  }

  private Presence presence(String queue, TaskQueueType type) {
    try {
      return connection.pollers(queue, type).isEmpty() ? Presence.ABSENT : Presence.THERE;
    } catch (StatusRuntimeException e) {
      return Presence.UNKNOWN;
    }
  }
}

package dev.conclave.client.session;

import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.time.Duration;
import java.util.function.Supplier;

/** Who polls a task queue, as far as the server tells: it remembers pollers for five minutes. */
public record Workers(TemporalConnection connection) {
  public enum Presence {
    THERE,
    ABSENT,
    /** The server cannot tell, as the in-memory one. */
    UNKNOWN
  }

  private static final long LOOK_MILLIS = 200;

  /** Looks again until the patience ends: a new worker polls its queues seconds apart. */
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

  /** The worker of a host, by the one queue that it polls also while all its slots are taken. */
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

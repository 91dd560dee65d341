package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.time.Duration;

/**
 * Who polls for this host, as the server tells: the queue that is polled however busy it is.
 *
 * @param host its id
 */
record Polling(TemporalConnection connection, String host) {

  /** Whether a process polls. All of a worker's queues are polled from the same moment on. */
  boolean by(ProcessIdentity process) {
    try {
      return connection
          .pollers(TaskQueues.probe(host), TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY)
          .stream()
          .anyMatch(poller -> poller.getIdentity().startsWith(process.pid() + "@"));
    } catch (StatusRuntimeException e) {
      // A key that may not look at queues: the process has to do. Else it is asked again.
      return e.getStatus().getCode() == Status.Code.PERMISSION_DENIED && process.isAlive();
    }
  }

  /** Waits for a process to poll; false when it has not within so long. */
  boolean by(ProcessIdentity process, Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!by(process)) {
      if (!process.isAlive() || System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(200);
    }
    return true;
  }
}

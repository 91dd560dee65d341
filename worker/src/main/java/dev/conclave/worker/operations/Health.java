package dev.conclave.worker.operations;

import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.enums.v1.TaskQueueType;
import java.util.Optional;

/** Whether a worker does its work: it polls, and its server says so. Thread-safe. */
final class Health {
  private volatile Optional<String> phase = Optional.of("the worker is starting");
  private final TemporalConnection connection;
  private final HostId host;

  Health(TemporalConnection connection, HostId host) {
    this.connection = connection;
    this.host = host;
  }

  /** The worker polls from now on. */
  void started() {
    phase = Optional.empty();
  }

  /** The worker takes no more tasks. */
  void stopping() {
    phase = Optional.of("the worker is stopping");
  }

  /** What is wrong, in a sentence; empty when nothing is. Asks the server. */
  Optional<String> problem() {
    return phase.isPresent() ? phase : pollingProblem();
  }

  /**
   * The server is asked, so that one question answers for both; for the queue that is polled also
   * while all slots of the others are taken.
   */
  private Optional<String> pollingProblem() {
    String queue = TaskQueues.probe(host.id());
    String self = connection.client().getOptions().getIdentity();
    try {
      boolean polls =
          connection.pollers(queue, TaskQueueType.TASK_QUEUE_TYPE_ACTIVITY).stream()
              .anyMatch(poller -> poller.getIdentity().equals(self));
      return polls
          ? Optional.empty()
          : Optional.of("the Temporal server knows no poller of this worker on " + queue);
    } catch (StatusRuntimeException e) {
      // The in-memory server cannot tell; that it answers is all there is to know.
      return e.getStatus().getCode() == Status.Code.UNIMPLEMENTED
          ? Optional.empty()
          : Optional.of(
              "the Temporal server at %s does not answer: %s"
                  .formatted(connection.settings().address(), e.getStatus().getCode()));
    }
  }
}

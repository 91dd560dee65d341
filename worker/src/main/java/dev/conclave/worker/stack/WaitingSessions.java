package dev.conclave.worker.stack;

import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsRequest;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * How many sessions a server has.
 *
 * @param open under way, those that wait for a human included
 * @param awaiting a human
 */
public record WaitingSessions(long open, long awaiting) {
  private static final String OPEN = SessionKind.query() + " AND ExecutionStatus = 'Running'";
  private static final String AWAITING =
      OPEN + " AND " + SearchAttributes.AWAITING.getName() + " != 'none'";

  /** Counts; empty when the server does not tell. */
  static Optional<WaitingSessions> on(TemporalConnection connection) {
    try {
      return Optional.of(new WaitingSessions(count(connection, OPEN), count(connection, AWAITING)));
    } catch (StatusRuntimeException e) {
      return Optional.empty(); // in memory, without our attributes, or not for this key
    }
  }

  /** A line for who has just come; empty when nobody is awaited. */
  Optional<String> greeting() {
    return awaiting == 0
        ? Optional.empty()
        : Optional.of(
            (awaiting == 1 ? "1 session waits" : awaiting + " sessions wait")
                + " for you: `conclave list --awaiting`");
  }

  private static long count(TemporalConnection connection, String query) {
    return connection
        .service()
        .blockingStub()
        .withDeadlineAfter(TemporalConnection.PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .countWorkflowExecutions(
            CountWorkflowExecutionsRequest.newBuilder()
                .setNamespace(connection.namespace())
                .setQuery(query)
                .build())
        .getCount();
  }
}

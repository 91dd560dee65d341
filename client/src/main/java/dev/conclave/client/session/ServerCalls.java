package dev.conclave.client.session;

import dev.conclave.workflows.temporal.ServerException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.client.WorkflowException;
import io.temporal.client.WorkflowExecutionAlreadyStarted;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowQueryException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.common.converter.DataConverterException;
import java.util.function.Supplier;

/** Translates client and server failures into messages for users. */
final class ServerCalls {
  private ServerCalls() {}

  /**
   * Runs a call and translates its failures.
   *
   * @throws UsageException.UnknownSession when there is no such session
   * @throws ServerException when the server or every worker does not respond
   */
  static <T> T call(String session, Supplier<T> call) {
    try {
      return call.get();
    } catch (WorkflowExecutionAlreadyStarted e) {
      throw e;
    } catch (WorkflowException | StatusRuntimeException | DataConverterException e) {
      throw explained(session, e);
    }
  }

  /** Returns the translated exception, or the original if there is no translation. */
  static RuntimeException explained(String session, RuntimeException e) {
    if (e instanceof WorkflowNotFoundException) {
      return new UsageException.UnknownSession(
          "There is no session " + session + " on this server; `conclave list --all` lists them.");
    }
    // The SDK reports payloads that it cannot decode as server failures.
    for (Throwable t = e; t != null; t = t.getCause()) {
      if (t instanceof DataConverterException unread) {
        String what = session.isEmpty() ? "The server's response" : "Session " + session;
        return new ServerException(what + " cannot be read here: " + unread.getMessage(), e);
      }
    }
    if (e instanceof WorkflowQueryException) {
      return new ServerException(
          "Cannot read session %s: its worker cannot replay it, possibly because another version started it (%s)."
              .formatted(session, reason(e)),
          e);
    }
    return e instanceof WorkflowServiceException || e instanceof StatusRuntimeException
        ? explained(session, e, Status.fromThrowable(e))
        : e;
  }

  private static RuntimeException explained(String session, RuntimeException e, Status status) {
    return switch (status.getCode()) {
      case NOT_FOUND ->
          new UsageException.UnknownSession("There is no session " + session + " on this server.");
      case DEADLINE_EXCEEDED, FAILED_PRECONDITION ->
          new ServerException(
              "No worker answered for session %s in time. The session is safe: start a worker with `conclave up` or `conclave worker`, then try again."
                  .formatted(session),
              e);
      case UNAVAILABLE ->
          new ServerException(
              "The Temporal server does not respond (%s); `conclave up` starts one on this machine."
                  .formatted(reason(e)),
              e);
      case UNIMPLEMENTED ->
          new ServerException(
              "This server cannot do that (the in-memory server neither lists nor describes sessions): start a real one with `conclave up`.",
              e);
      default -> new ServerException("The Temporal server rejected the call: " + reason(e), e);
    };
  }

  private static String reason(Throwable thrown) {
    Throwable deepest = thrown;
    while (deepest.getCause() != null) {
      deepest = deepest.getCause();
    }
    String said = deepest.getMessage();
    return said == null
        ? deepest.getClass().getSimpleName()
        : said.lines().findFirst().orElse("").strip();
  }
}

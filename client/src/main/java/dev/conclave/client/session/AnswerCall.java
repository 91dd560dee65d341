package dev.conclave.client.session;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.session.SessionWorkflow;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Sends one answer as an update, and waits for its outcome no longer than told. */
final class AnswerCall {
  private final TemporalConnection connection;
  private final String session;

  AnswerCall(TemporalConnection connection, String session) {
    this.connection = connection;
    this.session = session;
  }

  AnswerReply send(JsonNode answer, String answerId, Duration patience) {
    CompletableFuture<AnswerReply> reply = new CompletableFuture<>();
    // An update that no worker takes blocks for as long as the SDK retries: on a thread of its own.
    Thread sender = new Thread(() -> complete(reply, answer, answerId), "answer " + session);
    sender.setDaemon(true);
    sender.start();
    try {
      return reply.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw notTaken(patience);
    } catch (ExecutionException e) {
      throw explain(e.getCause() == null ? e : e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while the answer was on its way; send it again.", e);
    } finally {
      sender.interrupt();
    }
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the future is ours
  private void complete(CompletableFuture<AnswerReply> reply, JsonNode answer, String answerId) {
    try {
      UpdateOptions<AnswerReply> options =
          UpdateOptions.newBuilder(AnswerReply.class)
              .setUpdateName(SessionWorkflow.ANSWER)
              .setUpdateId(answerId)
              .setWaitForStage(WorkflowUpdateStage.COMPLETED)
              .build();
      reply.complete(
          connection
              .client()
              .newUntypedWorkflowStub(session)
              .startUpdate(options, answer)
              .getResult());
    } catch (RuntimeException e) {
      reply.completeExceptionally(e);
    }
  }

  private RuntimeException explain(Throwable thrown) {
    if (thrown instanceof WorkflowUpdateException
        && thrown.getCause() instanceof ApplicationFailure failure) {
      return new Refusal("Refused: " + failure.getOriginalMessage(), thrown);
    }
    if (thrown instanceof WorkflowNotFoundException) {
      return new Refusal(
          "Session "
              + session
              + " is over or unknown, so it takes no answer; see `conclave show "
              + session
              + "`, or go on with `conclave resume "
              + session
              + "`.",
          thrown);
    }
    if (thrown instanceof WorkflowServiceException e) {
      return ServerCalls.explain(session, e, ServerCalls.status(e));
    }
    if (thrown instanceof DataConverterException e) {
      return ServerCalls.unreadable(session, e);
    }
    return thrown instanceof RuntimeException e ? e : new ServerException("" + thrown, thrown);
  }

  private ServerException notTaken(Duration patience) {
    String why =
        switch (new Workers(connection).ofWorkflows()) {
          case ABSENT ->
              "no worker polls queue "
                  + TaskQueues.WORKFLOWS
                  + "; start one with `conclave up` or `conclave worker`";
          // The server remembers a poller for minutes after its end.
          case THERE, UNKNOWN ->
              "the worker is busy, stuck or gone; see `conclave status`, and start one with"
                  + " `conclave up`";
        };
    return new ServerException(
        "The answer was not taken within %d s, so nothing is recorded so far: %s. A worker that comes may still take it: look with `conclave show %s` before you send another; the same answer counts once."
            .formatted(patience.toSeconds(), why, session));
  }
}

package dev.conclave.client.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionActivities;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionWorkflow;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.NotSealed;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.temporal.api.common.v1.Payloads;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.api.enums.v1.WorkflowTaskFailedCause;
import io.temporal.api.history.v1.ActivityTaskScheduledEventAttributes;
import io.temporal.api.history.v1.HistoryEvent;
import io.temporal.api.workflowservice.v1.DeleteWorkflowExecutionRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseRequest;
import io.temporal.api.workflowservice.v1.GetWorkflowExecutionHistoryReverseResponse;
import io.temporal.client.UpdateOptions;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.client.WorkflowFailedException;
import io.temporal.client.WorkflowNotFoundException;
import io.temporal.client.WorkflowServiceException;
import io.temporal.client.WorkflowStub;
import io.temporal.client.WorkflowUpdateException;
import io.temporal.client.WorkflowUpdateStage;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import io.temporal.failure.ApplicationFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/**
 * The newest run of one session on a server. Every method calls the server, and throws {@link
 * UsageException.UnknownSession} or {@link ServerException} when that fails. Thread-safe.
 *
 * @param handle short name of the session
 */
public record Session(TemporalConnection connection, String id, String handle) {
  private static final int LAST_EVENTS = 20;

  public SessionView state() {
    return state(describe());
  }

  /**
   * Returns the session that takes answers for this one: itself at a gate, else the session that it
   * waits for or that continues its result.
   */
  public Session answerTarget() {
    SessionView view = state();
    return view.waitsFor()
        .or(view::then)
        .filter(other -> view.gate().isEmpty())
        .flatMap(this::begun)
        .orElse(this);
  }

  /**
   * Returns the session that continues this one's result if this one has completed; else itself.
   */
  public Session continuation() {
    return ended()
        .filter("completed"::equals)
        .flatMap(how -> known().view().then())
        .flatMap(this::begun)
        .orElse(this);
  }

  private Optional<Session> begun(String other) {
    Session session = new Session(connection, other, handle + begunAs(other));
    try {
      session.describe();
      return Optional.of(session);
    } catch (UsageException.UnknownSession e) {
      return Optional.empty();
    }
  }

  private static String begunAs(String id) {
    return id.substring(KindSpec.folderName(id).length());
  }

  SessionView state(WorkflowExecutionDescription description) {
    return query(description, SessionWorkflow::state);
  }

  /** Returns all accepted answers, oldest first. Needs a worker. */
  public List<Decision> decisions() {
    return query(describe(), SessionWorkflow::decisions);
  }

  /** Returns the answer that closed a gate; empty while it is open. Needs a worker. */
  public Optional<Decision> answered(String gate) {
    return decisions().stream()
        .filter(decision -> decision.gate().equals(gate))
        .reduce((older, newer) -> newer);
  }

  /**
   * Returns the whole state, running or closed; of a closed one from its history if no worker can
   * tell.
   */
  public SessionState<?> known() {
    WorkflowExecutionDescription description = describe();
    Class<? extends SessionState<?>> type =
        SessionKinds.ofType(description.getWorkflowType()).orElse(PlanState.KIND).state();
    Optional<? extends SessionState<?>> closed = closed(description, type);
    if (closed.isPresent()) {
      return closed.get();
    }
    try {
      return query(description, any -> stub().query("carried", type));
    } catch (ServerException e) {
      // A run terminated during a workflow task cannot be replayed for a query.
      if (ended(description).isEmpty()) {
        throw e;
      }
      return ServerCalls.call(id, () -> recorded(description, type)).orElseThrow(() -> e);
    }
  }

  /**
   * Returns the final state of a session that ended by itself, without a worker: from its result,
   * its failure or, since Canceled has neither, its last scheduled folder write.
   */
  private <S extends SessionState<?>> Optional<S> closed(
      WorkflowExecutionDescription description, Class<S> type) {
    return switch (description.getStatus()) {
      case WORKFLOW_EXECUTION_STATUS_COMPLETED, WORKFLOW_EXECUTION_STATUS_FAILED ->
          ServerCalls.call(id, () -> result(type));
      case WORKFLOW_EXECUTION_STATUS_CANCELED -> {
        try {
          yield ServerCalls.call(id, () -> recorded(description, type))
              .filter(SessionState::closed);
        } catch (ServerException e) {
          yield Optional.empty(); // the in-memory server has no history; its worker answers
        }
      }
      default -> Optional.empty();
    };
  }

  private <S extends SessionState<?>> Optional<S> result(Class<S> type) {
    try {
      return Optional.of(stub().getResult(type));
    } catch (DataConverterException e) {
      if (!NotSealed.isCauseOf(e)) {
        throw e;
      }
      return Optional.empty(); // it ended before messages had to be sealed; a worker can read it
    } catch (WorkflowFailedException e) {
      return e.getCause() instanceof ApplicationFailure failure
              && FailureTypes.SESSION_FAILED.equals(failure.getType())
          ? Optional.of(failure.getDetails().get(type))
          : Optional.empty();
    }
  }

  /** Returns a run's state at its last folder write, else at its start. */
  private <S extends SessionState<?>> Optional<S> recorded(
      WorkflowExecutionDescription description, Class<S> type) {
    GetWorkflowExecutionHistoryReverseRequest.Builder page =
        GetWorkflowExecutionHistoryReverseRequest.newBuilder()
            .setNamespace(connection.namespace())
            .setExecution(description.getExecution());
    do {
      GetWorkflowExecutionHistoryReverseResponse events =
          connection
              .client()
              .getWorkflowServiceStubs()
              .blockingStub()
              .getWorkflowExecutionHistoryReverse(page.build());
      Optional<JsonNode> state =
          events.getHistory().getEventsList().stream()
              .flatMap(event -> state(event).stream())
              .findFirst();
      if (state.isPresent()) {
        return state.map(json -> WireMapper.get().convertValue(json, type));
      }
      page.setNextPageToken(events.getNextPageToken());
    } while (!page.getNextPageToken().isEmpty());
    return Optional.empty();
  }

  private Optional<JsonNode> state(HistoryEvent event) {
    ActivityTaskScheduledEventAttributes order = event.getActivityTaskScheduledEventAttributes();
    if (order.getActivityType().getName().equals(SessionActivities.PROJECT)) {
      JsonNode state = json(order.getInput()).path("state");
      if (!state.isObject()) {
        throw new ServerException("Session " + id + " was run by an older version of Conclave.");
      }
      return Optional.of(state);
    }
    if (!event.hasWorkflowExecutionStartedEventAttributes()) {
      return Optional.empty();
    }
    JsonNode input = json(event.getWorkflowExecutionStartedEventAttributes().getInput());
    Instant start =
        Instant.ofEpochSecond(event.getEventTime().getSeconds(), event.getEventTime().getNanos());
    Map<String, Object> fresh =
        Map.of("session", id, "request", input.path("request"), "created_at", start);
    return Optional.of(
        input.hasNonNull("carried") ? input.path("carried") : WireMapper.get().valueToTree(fresh));
  }

  private JsonNode json(Payloads payloads) {
    return converter().fromPayloads(0, Optional.of(payloads), JsonNode.class, JsonNode.class);
  }

  /**
   * Returns the final state of a closed session.
   *
   * @throws UsageException when it is still running
   */
  public SessionState<?> last() {
    if (ended().isEmpty()) {
      throw new UsageException(
          "Session %1$s is still running: follow it with `conclave watch %1$s`.".formatted(handle));
    }
    return known();
  }

  public WorkflowExecutionDescription describe() {
    return ServerCalls.call(id, () -> stub().describe());
  }

  /** Returns the first language of its texts; English if unknown. */
  public Language language() {
    return Language.of("" + SessionLine.memo(describe(), SessionMemo.LANGUAGE));
  }

  /** Returns how its workflow ended, as a word; empty while it runs. */
  public Optional<String> ended() {
    return ended(describe());
  }

  static Optional<String> ended(WorkflowExecutionDescription description) {
    return description.getStatus() == WorkflowExecutionStatus.WORKFLOW_EXECUTION_STATUS_RUNNING
        ? Optional.empty()
        : Optional.of(SessionLine.word(description.getStatus()));
  }

  /** Returns why the workflow task keeps failing; empty if it does not. */
  Optional<String> stuck(WorkflowExecutionDescription description) {
    if (description.getRawDescription().getPendingWorkflowTask().getAttempt() < 2) {
      return Optional.empty();
    }
    GetWorkflowExecutionHistoryReverseRequest newest =
        GetWorkflowExecutionHistoryReverseRequest.newBuilder()
            .setNamespace(connection.namespace())
            .setExecution(description.getExecution())
            .setMaximumPageSize(LAST_EVENTS)
            .build();
    try {
      return connection
          .client()
          .getWorkflowServiceStubs()
          .blockingStub()
          .getWorkflowExecutionHistoryReverse(newest)
          .getHistory()
          .getEventsList()
          .stream()
          .takeWhile(event -> !event.hasWorkflowTaskCompletedEventAttributes())
          .filter(HistoryEvent::hasWorkflowTaskFailedEventAttributes)
          .map(event -> stuck(event.getWorkflowTaskFailedEventAttributes().getCause()))
          .findFirst();
    } catch (StatusRuntimeException e) {
      return Optional.empty(); // the caller's next call fails and reports the reason
    }
  }

  private static String stuck(WorkflowTaskFailedCause cause) {
    return cause == WorkflowTaskFailedCause.WORKFLOW_TASK_FAILED_CAUSE_NON_DETERMINISTIC_ERROR
        ? "stuck: its worker cannot replay it because another version of Conclave started it; a"
            + " worker of that version can continue it"
        : "stuck: its worker fails to continue it; see `conclave logs`";
  }

  DataConverter converter() {
    return connection.client().getOptions().getDataConverter();
  }

  /**
   * Answers a gate. Idempotent: the same answer has the same update id.
   *
   * @throws UsageException with the validator's message
   * @throws ServerException when no worker accepts it within {@code patience}
   */
  public AnswerReply answer(GateAnswer answer, Duration patience) {
    return answer(answer, Optional.empty(), patience);
  }

  /** Answers a gate, signed with a key. */
  public AnswerReply answer(GateAnswer answer, Optional<ApproverKey> key, Duration patience) {
    String answerId = answer.answerId().orElseGet(() -> answer.key().substring(0, 32));
    GateAnswer whole = answer.under(answerId);
    JsonNode json =
        WireMapper.get().valueToTree(key.map(signer -> whole.signedFor(id, signer)).orElse(whole));
    // The server keeps an update without a worker and delivers it to the next one, long after we
    // reported a failure. So query first, which leaves nothing behind, and send no update if that
    // fails.
    state();
    UpdateOptions<AnswerReply> options =
        UpdateOptions.newBuilder(AnswerReply.class)
            .setUpdateName(SessionWorkflow.ANSWER)
            .setUpdateId(answerId)
            .setWaitForStage(WorkflowUpdateStage.COMPLETED)
            .build();
    FutureTask<AnswerReply> reply =
        new FutureTask<>(() -> stub().startUpdate(options, json).getResult());
    // An update without a worker blocks while the SDK retries, hence a separate thread.
    Thread sender = new Thread(reply, "answer " + id);
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
      throw new ServerException("Interrupted while sending the answer; send it again.", e);
    } finally {
      sender.interrupt();
    }
  }

  private RuntimeException explain(Throwable thrown) {
    if (thrown instanceof WorkflowUpdateException
        && thrown.getCause() instanceof ApplicationFailure failure) {
      return new UsageException("Refused: " + failure.getOriginalMessage(), thrown);
    }
    if (thrown instanceof WorkflowNotFoundException) {
      return new UsageException(
          "Session %1$s has ended or is unknown, so it takes no answers: see `conclave show %1$s`, or continue it with `conclave resume %1$s`."
              .formatted(handle),
          thrown);
    }
    return thrown instanceof RuntimeException e
        ? ServerCalls.explained(id, e)
        : new ServerException("" + thrown, thrown);
  }

  private ServerException notTaken(Duration patience) {
    String why =
        stuck(describe())
            .orElse(
                "the worker is busy or gone; see `conclave status`, or start one with `conclave up`");
    return new ServerException(
        "No worker accepted the answer within %d s, so nothing is recorded yet: %s. A worker that starts later may still accept it: check `conclave show %s` before you send another. The same answer counts once."
            .formatted(patience.toSeconds(), why, handle));
  }

  public void cancel(String by) {
    // A sealed session accepts only a cancellation that names its run.
    String run = describe().getRawDescription().getWorkflowExecutionInfo().getFirstRunId();
    ObjectNode who = WireMapper.get().createObjectNode().put("by", by).put("run", run);
    ServerCalls.call(
        id,
        () -> {
          try {
            workflow().cancelSession(Message.of(who));
          } catch (WorkflowServiceException e) {
            // The server limits signals per run, and a flood may have used them up.
            if (Status.fromThrowable(e).getCode() != Status.Code.INVALID_ARGUMENT) {
              throw e;
            }
            stub().cancel();
          }
          return id;
        });
  }

  /** Returns the ids of running sessions started for this one. */
  public List<String> runningChildren() {
    String query = "WorkflowId STARTS_WITH '%s/' AND ExecutionStatus = 'Running'".formatted(id);
    return ServerCalls.call(
        id,
        () ->
            connection
                .client()
                .listExecutions(query)
                .map(run -> run.getExecution().getWorkflowId())
                .toList());
  }

  /** Deletes its runs, and those of sessions started for it, from the server. */
  public void deleteHistory() {
    String query = "WorkflowId = '%1$s' OR WorkflowId STARTS_WITH '%1$s/'".formatted(id);
    ServerCalls.call(
        id,
        () -> {
          connection
              .client()
              .listExecutions(query)
              .forEach(
                  run ->
                      connection
                          .service()
                          .blockingStub()
                          .deleteWorkflowExecution(
                              DeleteWorkflowExecutionRequest.newBuilder()
                                  .setNamespace(connection.namespace())
                                  .setWorkflowExecution(run.getExecution())
                                  .build()));
          return id;
        });
  }

  private <T> T query(
      WorkflowExecutionDescription description, Function<SessionWorkflow, T> question) {
    Optional<String> stuck = stuck(description);
    if (stuck.isPresent()) {
      throw new ServerException("Session " + id + " is " + stuck.get() + ".");
    }
    return ServerCalls.call(id, () -> question.apply(workflow()));
  }

  private SessionWorkflow workflow() {
    return connection.client().newWorkflowStub(SessionWorkflow.class, id);
  }

  private WorkflowStub stub() {
    return connection.client().newUntypedWorkflowStub(id);
  }
}

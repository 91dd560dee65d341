package dev.conclave.client.session;

import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.NotSealed;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.text.Words;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DataConverterException;
import java.time.Instant;
import java.util.Optional;

/**
 * A session as a listing knows it, without asking a worker.
 *
 * @param status active, awaiting, complete, saved, cancelled or failed, as a session's own
 * @param workflow how its workflow stands: {@code running}, {@code completed} and the like
 * @param phase word of the phase; absent when search attributes are not registered
 * @param round the running or last one
 * @param awaiting type of the open gate, or {@code none}
 * @param by who started it
 * @param hindrance what keeps it from going on, where that was looked for
 */
public record SessionLine(
    String id,
    String runId,
    String status,
    String workflow,
    Optional<String> phase,
    Optional<Long> round,
    Optional<String> awaiting,
    Instant started,
    Optional<Instant> closed,
    Optional<String> task,
    Optional<String> repository,
    Optional<String> by,
    Optional<String> hindrance) {

  static final String ENCRYPTED = "(encrypted)";

  static SessionLine of(WorkflowExecutionMetadata execution) {
    io.temporal.common.SearchAttributes attributes = execution.getTypedSearchAttributes();
    String workflow = word(execution.getStatus());
    Optional<String> phase = Optional.ofNullable(attributes.get(SearchAttributes.PHASE));
    Optional<String> awaiting = Optional.ofNullable(attributes.get(SearchAttributes.AWAITING));
    return new SessionLine(
        execution.getExecution().getWorkflowId(),
        execution.getExecution().getRunId(),
        status(workflow, phase, awaiting),
        workflow,
        phase,
        Optional.ofNullable(attributes.get(SearchAttributes.ROUND)),
        awaiting,
        execution.getStartTime(),
        Optional.ofNullable(execution.getCloseTime()).filter(at -> at.isAfter(Instant.EPOCH)),
        memo(execution, SessionMemo.TASK),
        memo(execution, SessionMemo.REPOSITORY),
        memo(execution, SessionMemo.BY),
        Optional.empty());
  }

  /** A session encrypted with a key unknown here must not hide the others. */
  private static Optional<String> memo(WorkflowExecutionMetadata execution, String name) {
    try {
      return Optional.ofNullable((String) execution.getMemo(name, String.class));
    } catch (DataConverterException e) {
      return Optional.of(NotSealed.isCauseOf(e) ? "(not sealed)" : ENCRYPTED);
    }
  }

  /** Without a known phase, how the workflow ended is the status. */
  private static String status(String workflow, Optional<String> phase, Optional<String> awaiting) {
    return phase.isEmpty() && !workflow.equals("running")
        ? workflow
        : SessionView.status(phase.orElse(""), opened(awaiting).isPresent());
  }

  private static Optional<String> opened(Optional<String> awaiting) {
    return awaiting.filter(gate -> !gate.equals("none"));
  }

  public SessionLine hinderedBy(Optional<String> what) {
    return with(status, awaiting, what);
  }

  /** The same, which awaits what the one that it waits for awaits. */
  SessionLine awaitingAs(SessionLine other) {
    return running() && !awaitsHuman() && other.awaitsHuman()
        ? with(other.status(), other.awaiting(), hindrance)
        : this;
  }

  private SessionLine with(String standing, Optional<String> gate, Optional<String> hinderedBy) {
    return new SessionLine(
        id,
        runId,
        standing,
        workflow,
        phase,
        round,
        gate,
        started,
        closed,
        task,
        repository,
        by,
        hinderedBy);
  }

  public boolean running() {
    return workflow.equals("running");
  }

  /** Whether it waits for a human, as far as search attributes tell. */
  public boolean awaitsHuman() {
    return running() && opened(awaiting).isPresent();
  }

  static String word(WorkflowExecutionStatus status) {
    return Words.of(status).replace("workflow-execution-status-", "");
  }
}

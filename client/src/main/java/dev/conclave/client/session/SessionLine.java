package dev.conclave.client.session;

import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.Words;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DataConverterException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A session as a listing knows it, without asking a worker.
 *
 * @param status active, awaiting, complete, saved, cancelled or failed, as a session's own
 * @param workflow how its workflow stands: {@code running}, {@code completed} and the like
 * @param phase word of the phase; absent when search attributes are not registered
 * @param round the running or last one
 * @param awaiting type of the open gate, or {@code none}
 * @param task its first words
 * @param repository path or URL of its workspace
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
    Optional<String> hindrance) {

  /** Stands for what cannot be read here. */
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
        Optional.empty());
  }

  /** One session whose key is not known here hides none of the others. */
  private static Optional<String> memo(WorkflowExecutionMetadata execution, String name) {
    try {
      return Optional.ofNullable((String) execution.getMemo(name, String.class));
    } catch (DataConverterException e) {
      return Optional.of(ENCRYPTED);
    }
  }

  /** Of a closed session whose phase is not known there is no more than how its workflow ended. */
  private static String status(String workflow, Optional<String> phase, Optional<String> awaiting) {
    Optional<Phase> known = phase.flatMap(word -> Words.parse(Phase.class, word));
    return known.isEmpty() && !workflow.equals("running")
        ? workflow
        : SessionView.status(known.orElse(Phase.INITIALIZING), opened(awaiting).isPresent());
  }

  private static Optional<String> opened(Optional<String> awaiting) {
    return awaiting.filter(gate -> !gate.equals("none"));
  }

  public SessionLine hinderedBy(Optional<String> what) {
    return new SessionLine(
        id,
        runId,
        status,
        workflow,
        phase,
        round,
        awaiting,
        started,
        closed,
        task,
        repository,
        what);
  }

  /** Whether it is under way. */
  public boolean running() {
    return workflow.equals("running");
  }

  /** Whether it waits for a human, as far as search attributes tell. */
  public boolean awaitsHuman() {
    return running() && opened(awaiting).isPresent();
  }

  static String word(WorkflowExecutionStatus status) {
    return status
        .name()
        .replace("WORKFLOW_EXECUTION_STATUS_", "")
        .toLowerCase(Locale.ROOT)
        .replace('_', '-');
  }
}

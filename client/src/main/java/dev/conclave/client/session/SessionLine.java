package dev.conclave.client.session;

import dev.conclave.workflows.host.SearchAttributes;
import dev.conclave.workflows.plan.SessionMemo;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A session as a listing knows it, without asking a worker.
 *
 * @param status of the workflow: {@code running}, {@code completed} and the like
 * @param phase word of the phase; absent when search attributes are not registered
 * @param round the running or last one
 * @param awaiting type of the open gate, or {@code none}
 * @param task its first words
 * @param repository path or URL of its workspace
 * @param hindrance what it waits for beside agents and humans, where that was looked for
 */
public record SessionLine(
    String id,
    String runId,
    String status,
    Optional<String> phase,
    Optional<Long> round,
    Optional<String> awaiting,
    Instant started,
    Optional<Instant> closed,
    Optional<String> task,
    Optional<String> repository,
    Optional<String> hindrance) {

  static SessionLine of(WorkflowExecutionMetadata execution) {
    io.temporal.common.SearchAttributes attributes = execution.getTypedSearchAttributes();
    return new SessionLine(
        execution.getExecution().getWorkflowId(),
        execution.getExecution().getRunId(),
        word(execution.getStatus()),
        Optional.ofNullable(attributes.get(SearchAttributes.PHASE)),
        Optional.ofNullable(attributes.get(SearchAttributes.ROUND)),
        Optional.ofNullable(attributes.get(SearchAttributes.AWAITING)),
        execution.getStartTime(),
        Optional.ofNullable(execution.getCloseTime()).filter(at -> at.isAfter(Instant.EPOCH)),
        Optional.ofNullable((String) execution.getMemo(SessionMemo.TASK, String.class)),
        Optional.ofNullable((String) execution.getMemo(SessionMemo.REPOSITORY, String.class)),
        Optional.empty());
  }

  SessionLine hinderedBy(String what) {
    return new SessionLine(
        id,
        runId,
        status,
        phase,
        round,
        awaiting,
        started,
        closed,
        task,
        repository,
        Optional.of(what));
  }

  /** Whether it is under way. */
  public boolean running() {
    return status.equals("running");
  }

  /** Whether it waits for a human, as far as search attributes tell. */
  public boolean awaitsHuman() {
    return running() && awaiting.filter(gate -> !gate.equals("none")).isPresent();
  }

  static String word(WorkflowExecutionStatus status) {
    return status
        .name()
        .replace("WORKFLOW_EXECUTION_STATUS_", "")
        .toLowerCase(Locale.ROOT)
        .replace('_', '-');
  }
}

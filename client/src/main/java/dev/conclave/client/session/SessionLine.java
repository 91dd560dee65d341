package dev.conclave.client.session;

import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.temporal.NotSealed;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.text.Words;
import io.soabase.recordbuilder.core.RecordBuilder;
import io.temporal.api.enums.v1.WorkflowExecutionStatus;
import io.temporal.client.WorkflowExecutionMetadata;
import io.temporal.common.converter.DataConverterException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A session in a listing, read without a worker.
 *
 * @param handle its short name, or its id if it has none
 * @param status active, awaiting, complete, saved, cancelled or failed
 * @param workflow its workflow status: {@code running}, {@code completed}, …
 * @param phase the phase as a word; absent when search attributes are not registered
 * @param round the current or last round
 * @param awaiting type of the open gate, or {@code none}
 * @param by the user who started it
 * @param hindrance what blocks it, if that was checked
 */
@RecordBuilder
public record SessionLine(
    String id,
    String handle,
    String runId,
    String status,
    String workflow,
    @Nullable String phase,
    @Nullable Long round,
    @Nullable String awaiting,
    Instant started,
    @Nullable Instant closed,
    @Nullable String task,
    @Nullable String repository,
    @Nullable String by,
    @Nullable String hindrance)
    implements SessionLineBuilder.With {
  static final String ENCRYPTED = "(encrypted)";

  public SessionLine {
    handle = handle.isEmpty() ? id : handle;
  }

  static SessionLine of(WorkflowExecutionMetadata execution) {
    io.temporal.common.SearchAttributes attributes = execution.getTypedSearchAttributes();
    String workflow = word(execution.getStatus());
    String phase = attributes.get(SearchAttributes.PHASE);
    String awaiting = attributes.get(SearchAttributes.AWAITING);
    Instant closed = execution.getCloseTime();
    String id = execution.getExecution().getWorkflowId();
    String handle = memo(execution, SessionMemo.HANDLE);
    return new SessionLine(
        id,
        handle == null || !KindSpec.isId(handle)
            ? id
            : handle + id.substring(KindSpec.folderName(id).length()),
        execution.getExecution().getRunId(),
        status(workflow, phase, awaiting),
        workflow,
        phase,
        attributes.get(SearchAttributes.ROUND),
        awaiting,
        execution.getStartTime(),
        closed != null && closed.isAfter(Instant.EPOCH) ? closed : null,
        memo(execution, SessionMemo.TASK),
        memo(execution, SessionMemo.REPOSITORY),
        memo(execution, SessionMemo.BY),
        null);
  }

  /** Tolerates a memo with an unknown key, so that one session does not hide the others. */
  static @Nullable String memo(WorkflowExecutionMetadata execution, String name) {
    try {
      return (String) execution.getMemo(name, String.class);
    } catch (DataConverterException e) {
      return NotSealed.isCauseOf(e) ? "(not sealed)" : ENCRYPTED;
    }
  }

  /** Without a known phase, the workflow's end is the status. */
  private static String status(String workflow, @Nullable String phase, @Nullable String awaiting) {
    return phase == null && !workflow.equals("running")
        ? workflow
        : SessionView.status(phase == null ? "" : phase, isOpen(awaiting));
  }

  private static boolean isOpen(@Nullable String awaiting) {
    return awaiting != null && !awaiting.equals("none");
  }

  /** Copies the gate of the session that this one waits for. */
  SessionLine withGateOf(SessionLine other) {
    return running() && !awaitsHuman() && other.awaitsHuman()
        ? withStatus(other.status).withAwaiting(other.awaiting)
        : this;
  }

  public boolean running() {
    return workflow.equals("running");
  }

  /** Whether it waits for a human, according to search attributes. */
  public boolean awaitsHuman() {
    return running() && isOpen(awaiting);
  }

  static String word(WorkflowExecutionStatus status) {
    return Words.of(status).replace("workflow-execution-status-", "");
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.Tree;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateBook;
import dev.conclave.workflows.gate.GateType;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A small kind of session beside the planning one: a topic with two gates. */
@WorkflowInterface
public interface TopicWorkflow extends SessionWorkflow {

  @WorkflowMethod(name = "AnalyzeWorkflow")
  State run(Input input);

  @QueryMethod(name = "carried")
  State carried();

  /** Its phases. */
  enum Phase implements SessionPhase {
    OPENING,
    AWAITING_CONFIGURATION,
    AWAITING_TASKS,
    COMPLETE,
    SAVED,
    CANCELLED,
    FAILED;

    @Override
    public boolean closed() {
      return compareTo(COMPLETE) >= 0;
    }

    @Override
    public Optional<GateType> gate() {
      return switch (this) {
        case AWAITING_CONFIGURATION -> Optional.of(GateType.CONFIGURATION);
        case AWAITING_TASKS -> Optional.of(GateType.TASKS);
        default -> Optional.empty();
      };
    }
  }

  /** What it is started with. */
  record Request(
      String task,
      WorkspaceSpec workspace,
      List<String> tools,
      boolean toolsNamed,
      List<String> fallback,
      Optional<Deadline> deadline,
      boolean searchAttributes)
      implements SessionRequest {}

  /** The argument of a run. */
  record Input(Request request, Optional<State> carried, List<Notification> unsent) {}

  /** What it carries along: its own phase and mode, and what every session does. */
  record State(
      Phase phase,
      Phase resumeAt,
      Optional<AnalysisMode> mode,
      long revision,
      Instant createdAt,
      Instant updatedAt,
      Optional<Workspace> workspace,
      Optional<Tree> tree,
      List<AgentStatus> roster,
      List<DroppedAgent> dropped,
      List<String> writers,
      List<Decision> decisions,
      GateBook gates,
      BudgetBook budget,
      List<String> notes,
      Optional<Instant> deadlineAt,
      boolean deadlineServed,
      Optional<String> ending,
      Moves moves,
      List<CallRecord> calls)
      implements SessionState {}
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.config.BudgetConfiguration;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.GateBook;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The state of a running {@link TopicWorkflow}. */
final class TopicSession extends PhasedSession<TopicWorkflow.Phase> {
  private final TopicWorkflow.Request request;

  Optional<AnalysisMode> mode;

  static TopicSession of(TopicWorkflow.Input input) {
    return new TopicSession(
        input.request(),
        input.carried().orElseGet(() -> beginning(input.request())),
        input.carried().isPresent());
  }

  private TopicSession(TopicWorkflow.Request request, TopicWorkflow.State from, boolean continued) {
    super(
        Workflow.getInfo().getWorkflowId(),
        request,
        from,
        continued,
        false,
        from.phase(),
        from.resumeAt());
    this.request = request;
    mode = from.mode();
  }

  private static TopicWorkflow.State beginning(TopicWorkflow.Request request) {
    Instant now = now();
    return new TopicWorkflow.State(
        TopicWorkflow.Phase.OPENING,
        TopicWorkflow.Phase.OPENING,
        Optional.empty(),
        0,
        now,
        now,
        Optional.empty(),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        GateBook.EMPTY,
        BudgetBook.of(
            new BudgetConfiguration(Optional.empty(), Optional.empty(), Optional.empty())),
        List.of(),
        request.deadline().map(deadline -> now.plus(deadline.after())),
        false,
        Optional.empty(),
        Moves.NONE,
        List.of());
  }

  TopicWorkflow.State state() {
    return new TopicWorkflow.State(
        phase(),
        resumeAt(),
        mode,
        revision(),
        createdAt(),
        updatedAt(),
        whereabouts().workspace(),
        whereabouts().tree(),
        roster().agents(),
        roster().dropped(),
        roster().writers(),
        decisions(),
        gates().book(),
        spending().book(),
        notes(),
        deadlineAt(),
        deadlineServed(),
        ending(),
        whereabouts().moves(),
        ledger().calls());
  }

  @Override
  public SessionKind kind() {
    return SessionKind.ANALYZE;
  }

  @Override
  public TopicWorkflow.Request request() {
    return request;
  }

  @Override
  public int round() {
    return 0;
  }

  @Override
  protected String details() {
    return "**" + standing() + "**";
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowLock;
import java.util.Optional;

/** {@inheritDoc} */
public final class BudgetWatch implements BudgetGate {
  private final Session session;
  private final Waiting waiting;
  private final Stopping stopping;
  private final Offer offer;
  private final WorkflowLock asking = Workflow.newWorkflowLock();

  public BudgetWatch(Session session, Waiting waiting, Stopping stopping, Offer offer) {
    this.session = session;
    this.waiting = waiting;
    this.stopping = stopping;
    this.offer = offer;
  }

  @Override
  public Verdict judge(String callId, String agent) {
    // Seats come here side by side. Without the lock each would open the gate for itself, and one
    // answer would have to serve questions that it never saw.
    asking.lock();
    try {
      while (!session.roster().dropped(agent)) {
        // What costs nothing is asked even when the human said to decide.
        if (waiting.decideNow() && !agent.equals(AgentStatus.DIRECT)) {
          return Verdict.DECIDED;
        }
        if (session.spending().reserve(callId, agent)) {
          return Verdict.ALLOWED;
        }
        act(agent);
      }
      return Verdict.DROPPED;
    } finally {
      asking.unlock();
    }
  }

  private void act(String agent) {
    Optional<TakenAnswer> taken = waiting.answer(GateType.BUDGET, () -> offer.budget(agent));
    if (taken.isEmpty()) {
      throw new CanceledFailure("stopped while the budget was awaited");
    }
    GateAnswer answer = taken.get().answer();
    session.record(taken.get());
    switch (answer.kind()) {
      case RAISE -> session.spending().raise(answer.budget().orElseThrow());
      case DROP_AGENT ->
          session.roster().drop(answer.agent().orElseThrow(), "dropped at the budget");
      case CANCEL -> stopping.cancel(() -> answer.by().orElse(""));
      default -> waiting.decideNow(true);
    }
    if (CancellationScope.current().isCancelRequested()) {
      throw new CanceledFailure("cancelled at the budget");
    }
  }
}

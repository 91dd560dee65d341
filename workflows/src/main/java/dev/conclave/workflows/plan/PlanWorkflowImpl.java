package dev.conclave.workflows.plan;

import dev.conclave.workflows.session.RunningWorkflow;
import io.temporal.workflow.WorkflowInit;
import java.util.Optional;

/**
 * {@inheritDoc}
 *
 * <p>{@link Phases} says what each phase does and which comes next.
 */
public final class PlanWorkflowImpl extends RunningWorkflow<PlanSession, Phase>
    implements PlanWorkflow {

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public PlanWorkflowImpl(PlanInput input) {
    super(PlanSession.of(input), Move::new, PlanOffer::new, Phases::new);
  }

  @Override
  public PlanState run(PlanInput input) {
    runToEnd(
        input.unsent(),
        unsent -> new PlanInput(session().request(), Optional.of(session().state()), unsent));
    return session().state();
  }

  @Override
  public SessionView state() {
    return Views.session(session().state(), session().hindrance(), session().calls());
  }

  @Override
  public RoundView round(int number) {
    return Views.round(session().state(), number);
  }

  @Override
  public PlanState carried() {
    return session().state();
  }
}

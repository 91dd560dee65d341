package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.hosting.Hosting;
import dev.conclave.workflows.hosting.Projection;
import dev.conclave.workflows.plan.PlanInput;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.plan.Views;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.steering.Answers;
import dev.conclave.workflows.steering.Cancelling;
import dev.conclave.workflows.steering.DeadlineWatch;
import dev.conclave.workflows.steering.Stopping;
import dev.conclave.workflows.steering.Telling;
import dev.conclave.workflows.wire.Message;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.ContinueAsNewOptions;
import io.temporal.workflow.Workflow;
import io.temporal.workflow.WorkflowInfo;
import io.temporal.workflow.WorkflowInit;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * {@inheritDoc}
 *
 * <p>The run is a loop over phases; {@link Phases} says what each does and which comes next. What
 * reaches the session from outside only changes state here, and the phase that waits goes on.
 */
public final class PlanWorkflowImpl implements PlanWorkflow {
  private final PlanSession session;
  private final Projection projection;
  private final Telling telling;
  private final Stopping stopping;
  private final Steps steps;
  private final Answers answers;

  /** State is there before the first message: a signal may be delivered ahead of {@link #run}. */
  @WorkflowInit
  public PlanWorkflowImpl(PlanInput input) {
    WorkflowInfo run = Workflow.getInfo();
    session =
        new PlanSession(run.getWorkflowId(), input, run.getContinuedExecutionRunId().isPresent());
    stopping = new Stopping(session);
    Hosting hosting = new Hosting(session, new Move(session));
    projection = new Projection(session, hosting);
    telling = new Telling(session, hosting);
    Phases phases = new Phases(session, hosting, projection, telling, stopping);
    steps = new Steps(session, phases, telling, stopping);
    answers = new Answers(session, stopping);
  }

  @Override
  public PlanState run(PlanInput input) {
    projection.start();
    telling.people().sendAgain(input.unsent());
    new DeadlineWatch(session, telling, stopping).start();
    while (!session.phase.closed()) {
      session.enter(steps.next());
      telling.tell();
      if (!session.phase.closed() && Workflow.getInfo().isContinueAsNewSuggested()) {
        continueAsNew();
      }
    }
    session.closeGates();
    telling.tell();
    CancellationScope detached =
        Workflow.newDetachedCancellationScope(
            () -> {
              telling.people().ended();
              projection.awaitWrittenAtEnd();
              Workflow.await(Workflow::isEveryHandlerFinished);
            });
    detached.run();
    stopping.rethrowIfCanceledFromOutside();
    return session.state();
  }

  /** An answer or a cancel that was not acted on is acted on first: a new run would not know it. */
  private void continueAsNew() {
    CancellationScope whole = CancellationScope.current();
    BooleanSupplier hasToAct =
        () -> session.gates().answered() || stopping.requested() || whole.isCancelRequested();
    // Detached: a cancel from outside ends the session as any other, within its next phase.
    Workflow.newDetachedCancellationScope(
            () -> {
              telling.people().awaitSentUnless(hasToAct::getAsBoolean);
              Workflow.await(() -> hasToAct.getAsBoolean() || Workflow.isEveryHandlerFinished());
            })
        .run();
    if (!hasToAct.getAsBoolean()) {
      Workflow.continueAsNew(
          // The server carries everything else over, but not the memo.
          ContinueAsNewOptions.newBuilder().setMemo(SessionMemo.of(session.request())).build(),
          new PlanInput(
              session.request(), Optional.of(session.state()), telling.people().unsent()));
    }
  }

  @Override
  public AnswerReply answer(Message answer) {
    return answers.take(answer);
  }

  @Override
  public void validateAnswer(Message answer) {
    answers.validate(answer);
  }

  @Override
  public void submitAnswer(Message answer) {
    answers.takeSignalled(answer);
  }

  @Override
  public void cancelSession(Message by) {
    stopping.cancel(() -> Cancelling.who(by));
  }

  @Override
  public SessionView state() {
    return Views.session(session.state(), session.hindrance(), session.calls());
  }

  @Override
  public RoundView round(int number) {
    return Views.round(session.state(), number);
  }

  @Override
  public List<Decision> decisions() {
    return List.copyOf(session.decisions());
  }

  @Override
  public PlanState carried() {
    return session.state();
  }
}

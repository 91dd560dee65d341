package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.temporal.Message;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.ContinueAsNewOptions;
import io.temporal.workflow.Workflow;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * A session of any kind as a workflow. The run is a loop over phases; the kind's {@link Course}
 * says what each does and which comes next. What reaches the session from outside only changes
 * state here, and the phase that waits goes on.
 *
 * @param <S> the kind's session
 * @param <P> the kind's phases
 */
public abstract class RunningWorkflow<S extends PhasedSession<P>, P extends Enum<P> & SessionPhase>
    implements SessionWorkflow {
  private final S session;
  private final Equipment equipment;
  private final Steps<P> steps;
  private final Answers answers;

  /**
   * A run of a session. To be called by the constructor that Temporal calls with the run's argument
   * ({@code @WorkflowInit}): a signal may be delivered ahead of the run.
   *
   * @param relocation what the kind needs on another host
   * @param offer what its gates take
   * @param course its phases
   */
  protected RunningWorkflow(
      S session,
      Function<S, Relocation> relocation,
      Function<S, Offer> offer,
      BiFunction<S, Equipment, Course<P>> course) {
    this.session = session;
    equipment = Equipment.of(session, relocation.apply(session), offer.apply(session));
    steps = new Steps<>(session, course.apply(session, equipment), equipment);
    answers = new Answers(session, equipment.stopping());
  }

  /** The state of this run. */
  protected final S session() {
    return session;
  }

  /**
   * Runs the session to its end, or to the end of this run of it.
   *
   * @param unsent what the run before was telling people when it was continued as new
   * @param nextRun makes the argument of the next run from what this one leaves unsent
   */
  protected final void runToEnd(
      List<Notification> unsent, Function<List<Notification>, Object> nextRun) {
    equipment.projection().start();
    equipment.telling().people().sendAgain(unsent);
    new DeadlineWatch(session, equipment.telling(), equipment.stopping()).start();
    while (!session.closed()) {
      session.enter(steps.next());
      equipment.telling().tell();
      if (!session.closed() && Workflow.getInfo().isContinueAsNewSuggested()) {
        continueAsNew(nextRun);
      }
    }
    session.closeGates();
    equipment.telling().tell();
    CancellationScope detached =
        Workflow.newDetachedCancellationScope(
            () -> {
              equipment.telling().people().ended();
              equipment.projection().awaitWrittenAtEnd();
              Workflow.await(Workflow::isEveryHandlerFinished);
            });
    detached.run();
    equipment.stopping().rethrowIfCanceledFromOutside();
  }

  /** An answer or a cancel that was not acted on is acted on first: a new run would not know it. */
  private void continueAsNew(Function<List<Notification>, Object> nextRun) {
    CancellationScope whole = CancellationScope.current();
    BooleanSupplier hasToAct =
        () ->
            session.gates().answered()
                || equipment.stopping().requested()
                || whole.isCancelRequested();
    // Detached: a cancel from outside ends the session as any other, within its next phase.
    Workflow.newDetachedCancellationScope(
            () -> {
              equipment.telling().people().awaitSentUnless(hasToAct::getAsBoolean);
              Workflow.await(() -> hasToAct.getAsBoolean() || Workflow.isEveryHandlerFinished());
            })
        .run();
    if (!hasToAct.getAsBoolean()) {
      Workflow.continueAsNew(
          // The server carries everything else over, but not the memo.
          ContinueAsNewOptions.newBuilder().setMemo(SessionMemo.of(session.request())).build(),
          nextRun.apply(equipment.telling().people().unsent()));
    }
  }

  @Override
  public final AnswerReply answer(Message answer) {
    return answers.take(answer);
  }

  @Override
  public final void validateAnswer(Message answer) {
    answers.validate(answer);
  }

  @Override
  public final void submitAnswer(Message answer) {
    answers.takeSignalled(answer);
  }

  @Override
  public final void cancelSession(Message by) {
    equipment.stopping().cancel(() -> Cancelling.who(by));
  }

  @Override
  public final List<Decision> decisions() {
    return List.copyOf(session.decisions());
  }
}

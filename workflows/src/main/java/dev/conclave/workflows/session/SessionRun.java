package dev.conclave.workflows.session;

import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.api.WorkspaceActivities.Opened;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.ServerActivities;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.ContinueAsNewOptions;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The run of a session: a loop over its phases, each in a scope that a cancellation or the deadline
 * can end. Message handlers only change state; the waiting phase reacts.
 */
public abstract class SessionRun<
        R extends SessionRequest, S extends SessionState<P>, P extends Enum<P> & SessionPhase>
    implements SessionWorkflow {
  private static final String FIRST_RELEASE = "first-release";

  protected final S state;
  protected final StopCondition stop;
  protected final HostCalls host;
  protected final GateLoop gates;
  protected final AgentCalls agents;
  protected final ReplyDocuments documents;
  protected final SessionFolderWriter folder;
  private final ServerActivities server =
      Workflow.newLocalActivityStub(ServerActivities.class, ActivityProfile.local(0));
  private final StatusPublisher status;
  private final AnswerHandler answers;
  private boolean renewing;

  /**
   * Temporal calls the constructor with the run's argument, because a signal may arrive before the
   * run starts.
   */
  protected SessionRun(S state, GatePolicy offer) {
    this.state = state;
    ConclaveDataConverter.sealSession(state.request().trusted().sealed());
    stop = new StopCondition(state);
    host = new HostCalls(state, this);
    status = new StatusPublisher(state, host);
    gates = new GateLoop(state, stop, status, offer);
    documents = new ReplyDocuments(state, host);
    agents = new AgentCalls(state, host, documents, gates);
    folder = new SessionFolderWriter(state, host);
    answers = new AnswerHandler(state, stop);
  }

  /**
   * Returns the work of a phase, which returns the next phase, or the same one to continue as new
   * at an open gate.
   */
  protected abstract Supplier<P> work(P phase);

  /** Publishes the session's results, however it ends. */
  protected void keepResults() {}

  /** Opens the workspace and lists its agents, first in every kind of session. */
  protected final P open(P next) {
    host.open();
    host.listAgents();
    return next;
  }

  /**
   * Moves a session with a repository by URL to another host. The state changes only when
   * everything is ready there.
   *
   * @throws ActivityFailure when the new host does not pick up work either
   */
  protected void relocate(Workspace from, Opened to, HostRoster agents) {
    state.moveTo(to, agents);
    state.note(
        "host "
            + from.hostName()
            + " is unavailable: host "
            + to.workspace().hostName()
            + " continues");
    state.touch();
  }

  /**
   * Ends the phase to restart it in a new run, when history suggests continue-as-new. Call it only
   * while waiting for a host, which may take months.
   */
  void renewWhileWaiting() {
    if (Workflow.getInfo().isContinueAsNewSuggested()
        && !state.closed()
        && !state.phase().waits()
        && state.gates().open().isEmpty()
        && state.waitsFor().isEmpty()) {
      renewing = true;
      stop.endPhase("history is long, and the session waits for its host");
    }
  }

  /** Runs the session to its end, or to the end of this run; returns its full state. */
  public final S run(SessionInput<R, S> input) {
    // The first getVersion call decides how the SDK replays versions in the whole history. In a
    // phase, parallel to the folder's thread, it would come too late (CONTRIBUTING.md).
    Workflow.getVersion(FIRST_RELEASE, Workflow.DEFAULT_VERSION, 1);
    if (!KindSpec.isId(state.session())) {
      throw ApplicationFailure.newNonRetryableFailure(
          "a session id consists of letters, digits, '.', '_' and '-'",
          FailureTypes.FOLDER_REFUSED);
    }
    folder.start();
    status.sendAgain(input.unsent());
    answers.startValidating();
    stop.startDeadline(status);
    while (!state.closed()) {
      P before = state.phase();
      state.enter(next());
      // A gate writes the folder itself, and before the first call there are no results.
      if (state.budget().calls() > 0 && !before.waits() && !state.phase().waits()) {
        folder.refresh();
      }
      if (!state.closed() && Workflow.getInfo().isContinueAsNewSuggested()) {
        continueAsNew();
      }
    }
    state.closeGates();
    status.publish();
    CancellationScope detached =
        Workflow.newDetachedCancellationScope(
            () -> {
              keepResults();
              status.ended();
              folder.writeEnd();
              status.awaitSent();
              Workflow.await(Workflow::isEveryHandlerFinished);
            });
    detached.run();
    close();
    return state;
  }

  /**
   * Closes the workflow in the status of its session, for Temporal's status filters and metrics.
   *
   * @throws CanceledFailure when cancelled, by a message or by a cancel request
   * @throws ApplicationFailure with the state as its details when failed
   */
  private void close() {
    CancellationScope whole = CancellationScope.current();
    SessionEnd end = state.phase().end();
    String why = state.ending().orElse("");
    if (end == SessionEnd.CANCELLED && !whole.isCancelRequested()) {
      // The SDK closes as Canceled only on a cancel request of the server.
      Workflow.newDetachedCancellationScope(
              () -> {
                server.requestCancel(why);
                Workflow.await(whole::isCancelRequested);
              })
          .run();
    }
    if (whole.isCancelRequested()) {
      throw new CanceledFailure(why);
    }
    if (end == SessionEnd.FAILED) {
      throw ApplicationFailure.newNonRetryableFailure(why, FailureTypes.SESSION_FAILED, state);
    }
  }

  private P next() {
    if (stop.endsBefore(state.phase())) {
      return stopped();
    }
    if (!state.phase().waits()) {
      status.publish(); // a gate publishes when it opens
    }
    renewing = false;
    List<P> result = new ArrayList<>();
    Supplier<P> work = work(state.phase());
    CancellationScope scope = Workflow.newCancellationScope(() -> result.add(work.get()));
    stop.guard(scope);
    try {
      scope.run();
      P next = result.get(0);
      if (!stop.requested() || next.closed()) {
        return next;
      }
      // The phase ended before the stop: an answer that it took is acted on after a resume.
      state.enter(next);
      return stopped();
    } catch (CanceledFailure e) {
      if (renewing && !isToStop()) {
        return state.phase();
      }
      return isToStop()
          ? stopped()
          : failed(scope, "a call was cancelled, but the session was not");
    } catch (ActivityFailure e) {
      if (renewing && !isToStop()) {
        return state.phase();
      }
      return isToStop()
          ? stopped()
          : failed(scope, e.getActivityType() + " failed: " + HostCalls.reason(e));
    } catch (ApplicationFailure e) {
      // A record too large for history is refused where the activity is called; a session without a
      // host can be resumed.
      if (!FailureTypes.OVERSIZED.equals(e.getType())
          && !FailureTypes.HOST_GONE.equals(e.getType())) {
        throw e;
      }
      return failed(scope, HostCalls.reason(e));
    } finally {
      state.callLog().clear();
    }
  }

  private boolean isToStop() {
    return stop.requested() || CancellationScope.current().isCancelRequested();
  }

  private P stopped() {
    return phase(stop.ending());
  }

  private P failed(CancellationScope scope, String reason) {
    scope.cancel("the phase has failed");
    state.setEnding(reason);
    return phase(SessionEnd.FAILED);
  }

  private P phase(SessionEnd end) {
    return Arrays.stream(state.phase().getDeclaringClass().getEnumConstants())
        .filter(phase -> phase.end() == end)
        .findFirst()
        .orElseThrow();
  }

  /**
   * Acts on an answer or cancellation first, because the new run would not know it. Validates all
   * signals too; they are bounded, and the server holds back more while a run closes.
   */
  private void continueAsNew() {
    CancellationScope whole = CancellationScope.current();
    Supplier<Boolean> hasToAct =
        () -> state.gates().answered() || stop.requested() || whole.isCancelRequested();
    // Detached: an external cancellation ends the session in its next phase.
    Workflow.newDetachedCancellationScope(
            () ->
                Workflow.await(
                    () ->
                        hasToAct.get()
                            || (Workflow.isEveryHandlerFinished() && answers.allValidated())))
        .run();
    if (!hasToAct.get()) {
      Workflow.continueAsNew(
          // The server carries over everything except the memo.
          ContinueAsNewOptions.newBuilder().setMemo(SessionMemo.of(state.request())).build(),
          new SessionInput<>(state.request(), Optional.of(state), status.unsent()));
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
    answers.enqueue(answer);
  }

  @Override
  public final void cancelSession(Message by) {
    answers.cancel(by);
  }

  public final S fullState() {
    return state;
  }

  @Override
  public final SessionView state() {
    return state.view();
  }

  @Override
  public final List<Decision> decisions() {
    return state.decisions();
  }
}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.context.ContextPhase;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.ContextWorkflow;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.SessionInput;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Message;
import dev.conclave.workflows.temporal.ServerActivities;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.enums.v1.ParentClosePolicy;
import io.temporal.api.enums.v1.WorkflowIdReusePolicy;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.ChildWorkflowFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.ChildWorkflowOptions;
import io.temporal.workflow.CompletablePromise;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.Map;
import java.util.Optional;

/**
 * Gathers the full context in a child session. If the planning session is terminated, the child
 * keeps running, so that its open gate is not lost. If the planning session is stopped, it stops
 * the child and keeps the child's state, so that a resume repeats no agent call.
 */
final class FullContext {
  private final PlanState state;
  private final HostCalls host;
  private final ServerActivities server =
      Workflow.newLocalActivityStub(ServerActivities.class, ActivityProfile.local(3));

  FullContext(PlanState state, HostCalls host) {
    this.state = state;
    this.host = host;
  }

  Phase gather() {
    if (state.explored != null || state.direction() > 0) {
      return Phase.ANALYZING;
    }
    if (state.request().contextOf() != null) {
      return adopt(state.request().contextOf());
    }
    if (state.request().context() != ContextDepth.FULL) {
      return Phase.ANALYZING;
    }
    String id = ContextState.KIND.childId(state.session());
    ContextRequest request = request();
    ContextWorkflow child = child(id, request);
    SessionInput<ContextRequest, ContextState> input =
        new SessionInput<>(request, Optional.ofNullable(state.unfinished));
    CompletablePromise<ContextState> outcome = Workflow.newPromise();
    // Detached: the child is stopped by a message, to which it replies with its full state.
    Workflow.newDetachedCancellationScope(
            () -> outcome.completeFrom(Async.function(child::run, input)))
        .run();
    Promise<WorkflowExecution> begun = Workflow.getWorkflowExecution(child);
    try {
      begun.get();
      state.waitFor(id);
      Workflow.await(outcome::isCompleted);
      state.setTreeFresh(false);
    } catch (CanceledFailure e) {
      Workflow.newDetachedCancellationScope(() -> stop(id, begun, outcome)).run();
      throw e;
    } catch (ChildWorkflowFailure e) {
      state.setEnding(
          ("%s from an earlier run is still running: answer it or run `conclave cancel %s`,"
                  + " then resume this session")
              .formatted(id, id));
      return Phase.FAILED;
    } finally {
      state.waitFor(null);
    }
    known(id, outcome)
        .ifPresentOrElse(
            this::take,
            () -> state.note("the full context ended without a result; using search results only"));
    return Phase.ANALYZING;
  }

  /** Uses the context of another session; its constraints apply like those of a child. */
  private Phase adopt(String id) {
    Optional<ContextState> gathered = stateOf(id);
    boolean complete = gathered.filter(one -> one.phase() == ContextPhase.COMPLETE).isPresent();
    String key = state.requireWorkspace().key();
    boolean here =
        gathered.flatMap(ContextState::workspace).filter(at -> at.key().equals(key)).isPresent();
    if (!complete || !here) {
      state.setEnding(
          "%s has no complete context of this workspace; start without --context %s"
              .formatted(id, id));
      return Phase.FAILED;
    }
    ContextState of = gathered.get();
    use(of);
    Optional<String> then = of.tree().flatMap(Tree::head);
    Optional<String> now = state.requireTree().head();
    if (!then.equals(now)) {
      state.note(
          "the context of %s was gathered at commit %s; the workspace is at %s"
              .formatted(id, commit(then), commit(now)));
    }
    return Phase.ANALYZING;
  }

  private static String commit(Optional<String> head) {
    return head.map(id -> id.substring(0, Math.min(12, id.length()))).orElse("none");
  }

  private Optional<ContextState> stateOf(String id) {
    try {
      // A failed or cancelled session has no result, but it answers queries.
      return Optional.of(WireMapper.get().convertValue(server.fullState(id), ContextState.class));
    } catch (ActivityFailure e) {
      return Optional.empty();
    }
  }

  /** Returns the final state of a child; empty if it was terminated and cannot be queried. */
  private Optional<ContextState> known(String id, Promise<ContextState> outcome) {
    return outcome.getFailure() == null ? Optional.of(outcome.get()) : stateOf(id);
  }

  /** Returns the child's request: same host, because this session reads its documents. */
  private ContextRequest request() {
    Workspace opened = state.requireWorkspace();
    Optional<String> commit = opened.url().flatMap(any -> opened.head());
    WorkspaceSpec here = state.request().workspace().at(commit).on(opened.host());
    PlanRequest own = state.request();
    return new ContextRequest(
        own.terms().forChild(here), own.editable(), own.sources(), state.context());
  }

  private ContextWorkflow child(String id, ContextRequest request) {
    return Workflow.newChildWorkflowStub(
        ContextWorkflow.class,
        ChildWorkflowOptions.newBuilder()
            .setWorkflowId(id)
            .setParentClosePolicy(ParentClosePolicy.PARENT_CLOSE_POLICY_ABANDON)
            .setWorkflowIdReusePolicy(
                WorkflowIdReusePolicy.WORKFLOW_ID_REUSE_POLICY_ALLOW_DUPLICATE)
            .setMemo(SessionMemo.of(request))
            .setStaticSummary("full context of " + state.session())
            .build());
  }

  /** Stops the child and keeps its state; a terminated child has none. */
  private void stop(String id, Promise<WorkflowExecution> begun, Promise<ContextState> outcome) {
    try {
      if (!outcome.isCompleted()) {
        // Only sealed sessions read the run id, so that older histories still replay.
        String run = state.request().trusted().sealed() ? begun.get().getRunId() : "";
        // By workflow id only: the child stub is bound to the first run, which may have continued
        // as new.
        Workflow.newExternalWorkflowStub(ContextWorkflow.class, id)
            .cancelSession(
                Message.of(
                    WireMapper.get().valueToTree(Map.of("by", state.session(), "run", run))));
      }
    } catch (ApplicationFailure e) {
      // The child closed before the message arrived: its result will follow.
    }
    known(id, outcome).ifPresent(this::keep);
  }

  /** Replaces the child's spending of an earlier run by its current spending. */
  private void keep(ContextState child) {
    if (state.unfinished != null) {
      state.budget().add(state.unfinished.budget(), -1);
    }
    state.budget().add(child.budget(), 1);
    state.unfinished = child;
  }

  private void take(ContextState child) {
    if (!child
        .workspace()
        .map(Workspace::host)
        .equals(Optional.of(state.requireWorkspace().host()))) {
      // The child moved off a dead host; this session may not have noticed yet.
      host.failover().ensureHost(state.requireWorkspace());
    }
    keep(child);
    state.unfinished = null;
    use(child);
  }

  private void use(ContextState child) {
    state.explored = child.phase() == ContextPhase.COMPLETE ? child.assembled().orElse(null) : null;
    state.exploredOn = child.workspace().map(Workspace::host).orElse(null);
    if (state.explored != null && state.fullContext().isEmpty()) {
      state.note(
          "the full context is on another host (%s); using search results only"
              .formatted(child.requireWorkspace().hostName()));
    }
    if (state.explored != null) {
      state.explored.notes().forEach(state::note);
    } else {
      state.note(
          "the full context ended as %s (%s); using search results only"
              .formatted(Words.of(child.phase()), child.ending().orElse("no reason given")));
    }
  }
}

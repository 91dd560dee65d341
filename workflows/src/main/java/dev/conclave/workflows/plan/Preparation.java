package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.RosterActivities;
import dev.conclave.workflows.host.ActivityProfile;
import dev.conclave.workflows.host.TaskQueues;
import dev.conclave.workflows.search.ContextRequest;
import dev.conclave.workflows.search.SearchActivities;
import dev.conclave.workflows.workspace.Tree;
import dev.conclave.workflows.workspace.WorkspaceActivities;
import io.temporal.failure.ActivityFailure;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The phases before the first round: the workspace opened, its agents listed, context gathered. */
final class Preparation {
  private final Session session;

  Preparation(Session session) {
    this.session = session;
  }

  Phase openWorkspace() {
    String queue =
        session.request.workspace().host().map(TaskQueues::host).orElse(TaskQueues.WORKFLOWS);
    session.workspace =
        Optional.of(
            Workflow.newActivityStub(
                    WorkspaceActivities.class,
                    ActivityProfile.OPEN_WORKSPACE.on(queue, "open the workspace"))
                .open(session.request.workspace()));
    listAgents();
    return Phase.CONTEXT_GATHERING;
  }

  /** Before a resumed session asks anybody, it looks again who is there. */
  void listAgentsAgain() {
    if (session.rosterOfEarlierRun) {
      listAgents();
    }
  }

  private void listAgents() {
    session.roster =
        Workflow.newActivityStub(
                RosterActivities.class,
                ActivityProfile.LIST_AGENTS.on(hostQueue(), "look for the agents"))
            .list(Agents.all(session.request));
    session.analysts = Agents.analysts(session.request, session.roster);
    session.rosterOfEarlierRun = false;
  }

  Phase gatherContext() {
    WorkspaceActivities workspace =
        Workflow.newActivityStub(
            WorkspaceActivities.class, ActivityProfile.TREE.on(hostQueue(), "name the tree"));
    Tree tree = workspace.nameTree(session.openWorkspace());
    session.tree = Optional.of(tree);
    List<String> words = new ArrayList<>();
    session.directionText.ifPresent(words::add);
    session.feedback.ifPresent(words::add);
    try {
      session.context =
          Optional.of(
              Workflow.newActivityStub(
                      SearchActivities.class,
                      ActivityProfile.GATHER_CONTEXT.on(hostQueue(), "gather context"))
                  .gather(
                      new ContextRequest(
                          session.id,
                          session.request.task(),
                          words,
                          session.openWorkspace(),
                          tree.id())));
    } catch (ActivityFailure e) {
      Asking.rethrowCancellation(e);
      // The agents read the tree themselves: without a context package they start colder.
      String reason =
          e.getCause() instanceof ApplicationFailure failure
              ? failure.getOriginalMessage()
              : String.valueOf(e.getMessage());
      session.notes.add("no context was gathered: " + Bounds.message(Optional.of(reason)));
    }
    return Phase.ANALYZING;
  }

  private String hostQueue() {
    return TaskQueues.host(session.openWorkspace().host());
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.workflow.Workflow;

/** Where a session of any kind works: its workspace opened, and the tree in it named. */
public final class Site {
  private final Session session;
  private final Hosting hosting;

  public Site(Session session, Hosting hosting) {
    this.session = session;
    this.hosting = hosting;
  }

  /** Opens the workspace: on its host, or one by URL on any. */
  public void open() {
    String queue =
        session.request().workspace().host().map(TaskQueues::host).orElse(TaskQueues.WORKFLOWS);
    session
        .whereabouts()
        .settleIn(
            Workflow.newActivityStub(
                    WorkspaceActivities.class,
                    ActivityProfile.OPEN_WORKSPACE.on(queue, "open the workspace"))
                .open(session.request().workspace()));
  }

  /** Names the tree as it is now: from here on that one is looked at. */
  public void nameTree() {
    name("name the tree");
  }

  /**
   * The same.
   *
   * @param purpose for the Temporal UI, in a word or two
   */
  public void nameTreeFor(String purpose) {
    name("name the tree · " + purpose);
  }

  private void name(String summary) {
    session
        .whereabouts()
        .name(
            hosting.call(
                WorkspaceActivities.class,
                ActivityProfile.TREE,
                summary,
                workspaces -> workspaces.nameTree(session.whereabouts().opened())));
  }
}

package dev.conclave.client.session;

import dev.conclave.workflows.plan.SessionView;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Looks at a session again and again. A look describes the session, which costs no worker anything,
 * and queries it only when its history has grown since the last. Not thread-safe.
 */
public final class Watch {
  private final Session session;
  private final Hindrance hindrance;
  private final LiveAgents agents;

  private String seenAt = "";
  private Optional<SessionView> seen = Optional.empty();

  public Watch(Session session, Workers workers) {
    this.session = session;
    this.hindrance = new Hindrance(workers, session.converter());
    this.agents = new LiveAgents(session.converter());
  }

  /**
   * One look: one call of the server, two when the session went on, seldom three.
   *
   * @throws Refusal.UnknownSession when there is no such session
   * @throws dev.conclave.workflows.temporal.ServerException when server or worker are silent
   */
  public Snapshot look() {
    WorkflowExecutionDescription description = session.describe();
    SessionView view = view(description);
    if (!LiveAgents.complete(view.live(), pending(description))) {
      // The state is newer than the description: what it has asked since is not in there yet.
      description = session.describe();
    }
    return new Snapshot(
        view,
        agents.of(view.live(), pending(description), Instant.now()),
        Errands.of(pending(description), session.converter()),
        hindrance.of(description, view),
        Session.ended(description));
  }

  private static List<PendingActivityInfo> pending(WorkflowExecutionDescription description) {
    return description.getRawDescription().getPendingActivitiesList();
  }

  private SessionView view(WorkflowExecutionDescription description) {
    String at =
        description.getExecution().getRunId()
            + " "
            + description.getHistoryLength()
            + " "
            + description.getStatus();
    if (seen.isEmpty() || !at.equals(seenAt)) {
      seen = Optional.of(session.state());
      seenAt = at;
    }
    return seen.get();
  }
}

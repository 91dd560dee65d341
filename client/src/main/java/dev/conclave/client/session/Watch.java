package dev.conclave.client.session;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.plan.SessionView;
import io.temporal.api.enums.v1.PendingActivityState;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.client.WorkflowExecutionDescription;
import io.temporal.common.converter.DataConverter;
import io.temporal.common.converter.DataConverterException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Looks at a session again and again. A look describes the session, which costs no worker anything,
 * and queries it only when its history has grown since the last. Not thread-safe.
 */
public final class Watch {
  private final Session session;
  private final WaitReason reason;
  private final LiveAgents agents;
  private String seenAt = "";
  private Optional<SessionView> seen = Optional.empty();

  public Watch(Session session, Workers workers) {
    this.session = session;
    this.reason = new WaitReason(workers, session.converter());
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
        otherWork(pending(description), session.converter()),
        reason.of(description, view),
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

  /** What is done beside asking agents, one entry for each activity that people wait for. */
  static List<String> otherWork(List<PendingActivityInfo> pending, DataConverter converter) {
    return pending.stream()
        .flatMap(activity -> words(activity, converter).stream())
        .distinct()
        .toList();
  }

  private static Optional<String> words(PendingActivityInfo activity, DataConverter converter) {
    String type = activity.getActivityType().getName();
    String what =
        switch (type.toLowerCase(Locale.ROOT)) {
          case AgentActivities.ASK, NotificationActivities.NOTIFY, "projectfolder" -> "";
          case "openworkspace" -> "the workspace is opened";
          case "probehost" -> "it is looked whether the host is there";
          case "listagents" -> "agents are looked for";
          case "gathercontext" ->
              "the repository is searched for context" + told(activity, converter);
          case "nametree" -> "the files of the workspace are read, to name their tree";
          case "enter" -> "the replies are entered into the ledger";
          case "count", "recount" -> "the votes are counted";
          case "checkplan" -> "the plan is checked against the tree";
          case "degradedplan" -> "a plan is made by rules";
          case "probedrift" -> "the workspace is compared with what was analyzed";
          default -> type;
        };
    return what.isEmpty() ? Optional.empty() : Optional.of(what + trouble(activity));
  }

  /** How far it is, in its worker's words. */
  private static String told(PendingActivityInfo activity, DataConverter converter) {
    return heartbeat(activity, converter, String.class).map(words -> ": " + words).orElse("");
  }

  /** What an activity reported last; empty also when a newer worker reports otherwise. */
  static <T> Optional<T> heartbeat(
      PendingActivityInfo activity, DataConverter converter, Class<T> type) {
    if (!activity.hasHeartbeatDetails()) {
      return Optional.empty();
    }
    try {
      // Null is the beat of an activity that has told nothing yet.
      return Optional.ofNullable(
          converter.fromPayloads(0, Optional.of(activity.getHeartbeatDetails()), type, type));
    } catch (DataConverterException e) {
      return Optional.empty();
    }
  }

  private static String trouble(PendingActivityInfo activity) {
    if (activity.getState() == PendingActivityState.PENDING_ACTIVITY_STATE_SCHEDULED) {
      return activity.getAttempt() > 1 ? ", again after a failure" : ", once a worker takes it";
    }
    return activity.getAttempt() > 1 ? " (attempt " + activity.getAttempt() + ")" : "";
  }
}

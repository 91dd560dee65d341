package dev.conclave.workflows.session;

import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationEvent;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.Words;
import io.temporal.activity.ActivityOptions;

/** From where a notification is sent, and what the Temporal UI calls it. */
public final class Dispatch {
  private final Session session;
  private final Hosting hosting;

  Dispatch(Session session, Hosting hosting) {
    this.session = session;
    this.hosting = hosting;
  }

  /** The options of its activity. */
  ActivityOptions options(Notification notification) {
    String what =
        notification
            .gate()
            .map(Gate::id)
            .filter(id -> notification.event() == NotificationEvent.AWAITING)
            .orElse(session.standing());
    String summary = Words.of(notification.event()) + " · " + what;
    return session.whereabouts().workspace().isPresent()
        ? hosting.options(ActivityProfile.NOTIFY, queue(session), summary)
        : ActivityProfile.NOTIFY.on(queue(session), summary);
  }

  /** The host's own configuration names its people: a session is told to nobody else's. */
  public static String queue(Session session) {
    return session
        .whereabouts()
        .workspace()
        .map(Workspace::host)
        .or(() -> session.request().workspace().host())
        .map(TaskQueues::notifications)
        .orElse(TaskQueues.WORKFLOWS);
  }
}

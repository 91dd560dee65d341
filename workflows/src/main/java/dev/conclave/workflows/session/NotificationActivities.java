package dev.conclave.workflows.session;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Posts to the webhooks of the host's configuration. */
@ActivityInterface
public interface NotificationActivities {
  String NOTIFY = "notify";

  /**
   * Posts to every webhook subscribed to the event. A retry skips those that accepted it, but may
   * repeat one posted to by a dying worker, under the same id. Ends as cancelled when the session
   * withdraws the notification.
   *
   * @return permanent failures, one sentence per webhook
   * @throws io.temporal.failure.ApplicationFailure of type {@link
   *     dev.conclave.workflows.temporal.FailureTypes#NOT_NOTIFIED} when a retry may succeed
   */
  @ActivityMethod(name = NOTIFY)
  List<String> send(Notification notification);
}

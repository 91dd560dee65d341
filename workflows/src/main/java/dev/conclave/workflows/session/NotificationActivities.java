package dev.conclave.workflows.session;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Posts to the webhooks of the host's configuration. */
@ActivityInterface
public interface NotificationActivities {
  String NOTIFY = "notify";

  /**
   * Posts to every webhook that wants it. A retry leaves out those that took it; it may repeat one
   * that a dying worker had posted to, under the same id. Ends as cancelled when the session has
   * taken the notification back.
   *
   * @return what will not get through however often it is tried, one sentence for each webhook
   * @throws io.temporal.failure.ApplicationFailure of type {@link
   *     dev.conclave.workflows.temporal.FailureTypes#NOT_NOTIFIED} when another attempt may get
   *     further
   */
  @ActivityMethod(name = NOTIFY)
  List<String> send(Notification notification);
}

package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Posts to the webhooks of the host's configuration. */
@ActivityInterface
public interface NotificationActivities {
  /** Activity type. */
  String NOTIFY = "notify";

  /**
   * Tells every webhook that wants to hear of it. A further attempt leaves out those that took it,
   * as far as it knows: what a worker had told when it died is told again, under the same id, by
   * which a receiver knows it.
   *
   * <p>Before it tells anybody it asks whether the session still wants it told; an attempt of which
   * the session has taken back the notification ends as cancelled.
   *
   * @return what will not get through however often it is tried, one sentence for each webhook
   * @throws io.temporal.failure.ApplicationFailure of type {@link
   *     dev.conclave.workflows.temporal.FailureTypes#NOT_NOTIFIED} when another attempt may get
   *     further
   */
  @ActivityMethod(name = NOTIFY)
  List<String> send(Notification notification);
}

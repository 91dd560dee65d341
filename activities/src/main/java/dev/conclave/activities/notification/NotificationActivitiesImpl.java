package dev.conclave.activities.notification;

import dev.conclave.activities.notification.Webhooks.Delivery;
import dev.conclave.workflows.session.Notification;
import dev.conclave.workflows.session.NotificationActivities;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Posts notifications to the webhooks of this host. */
public record NotificationActivitiesImpl(Webhooks webhooks) implements NotificationActivities {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationActivitiesImpl.class);

  /**
   * Progress of earlier attempts, kept by the server with the heartbeat.
   *
   * @param done webhooks that need no further attempt, with the reason of a refusal or an empty
   *     text
   */
  record Progress(Map<String, String> done) {}

  @Override
  public List<String> send(Notification notification) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    Map<String, String> done =
        new TreeMap<>(
            context.getHeartbeatDetails(Progress.class).map(Progress::done).orElse(Map.of()));
    List<String> failed = new ArrayList<>();
    for (Delivery delivery : webhooks.send(notification, done.keySet())) {
      if (delivery.again()) {
        failed.add(delivery.reason());
      } else {
        done.put(delivery.webhook(), delivery.reason());
      }
    }
    List<String> refused = done.values().stream().filter(reason -> !reason.isEmpty()).toList();
    if (failed.isEmpty()) {
      return refused;
    }
    context.heartbeat(new Progress(done));
    String reasons =
        Stream.concat(refused.stream(), failed.stream()).collect(Collectors.joining("; "));
    LOG.info("retrying a notification: {}", reasons);
    throw ApplicationFailure.newBuilder()
        .setMessage(reasons)
        .setType(FailureTypes.NOT_NOTIFIED)
        // A benign failure is logged without its stack trace; the line above is enough.
        .setCategory(ApplicationErrorCategory.BENIGN)
        .build();
  }
}

package dev.conclave.activities.notification;

import dev.conclave.activities.notification.Webhooks.Delivery;
import dev.conclave.workflows.api.Notification;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityCompletionFailureException;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@inheritDoc} */
public final class NotificationActivitiesImpl implements NotificationActivities {
  private static final Logger LOG = LoggerFactory.getLogger(NotificationActivitiesImpl.class);

  private final Webhooks webhooks;

  public NotificationActivitiesImpl(Webhooks webhooks) {
    this.webhooks = webhooks;
  }

  /**
   * How far earlier attempts got; kept by the server with the heartbeat.
   *
   * @param told webhooks that took the notification
   * @param refused the reason by webhook, of those that never will
   */
  record Progress(Set<String> told, Map<String, String> refused) {
    static final Progress NONE = new Progress(Set.of(), Map.of());
  }

  @Override
  public List<String> send(Notification notification) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    Progress before = context.getHeartbeatDetails(Progress.class).orElse(Progress.NONE);
    failIfUnwanted(context, before);
    Set<String> told = new TreeSet<>(before.told());
    Map<String, String> refused = new TreeMap<>(before.refused());
    Set<String> done = new TreeSet<>(told);
    done.addAll(refused.keySet());
    List<Delivery> failed = new ArrayList<>();
    for (Delivery delivery : webhooks.send(notification, done)) {
      switch (delivery.result()) {
        case DELIVERED -> told.add(delivery.webhook());
        case REFUSED -> refused.put(delivery.webhook(), delivery.reason());
        case FAILED -> failed.add(delivery);
      }
    }
    if (failed.isEmpty()) {
      return List.copyOf(refused.values());
    }
    context.heartbeat(new Progress(told, refused));
    throw retry(failed, refused.values());
  }

  /**
   * Fails as cancelled when nobody needs to hear it any more, for example of a gate that was
   * answered while this attempt waited for its worker. The server is asked directly: the context
   * would send the heartbeat that keeps this attempt's progress too late, after this one.
   */
  private static void failIfUnwanted(ActivityExecutionContext context, Progress before) {
    try {
      context
          .getWorkflowClient()
          .newActivityCompletionClient()
          .heartbeat(context.getTaskToken(), before);
    } catch (ActivityCompletionFailureException e) {
      // The client hides what the server said behind a failure of its own.
      throw e.getCause() instanceof ActivityCompletionException said ? said : e;
    }
  }

  private static ApplicationFailure retry(List<Delivery> failed, Collection<String> refused) {
    String reasons =
        Stream.concat(refused.stream(), failed.stream().map(Delivery::reason))
            .collect(Collectors.joining("; "));
    LOG.info("a notification is tried again: {}", reasons);
    ApplicationFailure.Builder failure =
        ApplicationFailure.newBuilder()
            .setMessage(reasons)
            .setType(FailureTypes.NOT_NOTIFIED)
            // The line above says it all: a benign failure is logged without its trace.
            .setCategory(ApplicationErrorCategory.BENIGN);
    failed.stream()
        .flatMap(each -> each.retryAfter().stream())
        .max(Comparator.naturalOrder())
        .ifPresent(failure::setNextRetryDelay);
    return failure.build();
  }
}

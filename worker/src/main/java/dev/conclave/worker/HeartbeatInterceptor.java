package dev.conclave.worker;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.Heartbeats;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.session.NotificationActivities;
import dev.conclave.workflows.session.SessionActivities;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityNotExistsException;
import io.temporal.common.interceptors.ActivityExecutionContextBase;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityInput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityOutput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends a heartbeat every two seconds while an activity runs, so that the server retries soon after
 * a worker dies instead of after the start-to-close timeout (half an hour for a clone). Interrupts
 * activities that are cancelled or timed out.
 */
final class HeartbeatInterceptor extends WorkerInterceptorBase {
  private static final Duration PERIOD = Duration.ofSeconds(2);

  /** Their heartbeats carry details for the next attempt. */
  private static final Set<String> SEND_THEIR_OWN =
      Set.of(AgentActivities.ASK, NotificationActivities.NOTIFY);

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new ActivityInboundCallsInterceptorBase(next) {
      private Optional<Attempt> attempt = Optional.empty();

      @Override
      public void init(ActivityExecutionContext context) {
        attempt = Optional.of(new Attempt(context));
        super.init(attempt.get());
      }

      @Override
      public ActivityOutput execute(ActivityInput input) {
        Attempt own = attempt.orElseThrow();
        ActivityInfo activity = own.getInfo();
        if (SEND_THEIR_OWN.contains(activity.getActivityType())) {
          return super.execute(input);
        }
        try (Heartbeats heartbeats =
            new Heartbeats(activity, PERIOD, PERIOD, own::repeat, e -> isEnd(activity, e))) {
          return heartbeats.interruptible(() -> super.execute(input));
        }
      }
    };
  }

  /** A projection continues even if its session has just closed. */
  private static boolean isEnd(ActivityInfo activity, ActivityCompletionException e) {
    return (ActivityFailures.isCancellation(e) || e instanceof ActivityNotExistsException)
        && !activity.getActivityType().equals(SessionActivities.PROJECT);
  }

  /**
   * Repeats the last details, because a heartbeat without details deletes them on the server.
   * Synchronized, so that older details never overwrite newer ones.
   */
  private static final class Attempt extends ActivityExecutionContextBase {
    private @Nullable Object last;

    Attempt(ActivityExecutionContext next) {
      super(next);
    }

    @Override
    public synchronized <V> void heartbeat(V details) {
      last = details;
      super.heartbeat(details);
    }

    private synchronized void repeat() {
      super.heartbeat(last);
    }
  }
}

package dev.conclave.worker;

import dev.conclave.workflows.agent.AgentActivities;
import dev.conclave.workflows.notification.NotificationActivities;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.common.interceptors.ActivityExecutionContextBase;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the server every two seconds that an activity goes on. What dies with its worker is thereby
 * done again soon, and not when the longest time that it might have taken is over: half an hour,
 * for a clone. A beat repeats what the activity told last.
 */
final class Pulse extends WorkerInterceptorBase {
  private static final Logger LOG = LoggerFactory.getLogger(Pulse.class);
  private static final long PERIOD_SECONDS = 2;

  /** Their heartbeats carry what a further attempt has to know. */
  private static final Set<String> BEAT_BY_THEMSELVES =
      Set.of(AgentActivities.ASK, NotificationActivities.NOTIFY);

  @Override
  public ActivityInboundCallsInterceptor interceptActivity(ActivityInboundCallsInterceptor next) {
    return new Beating(next);
  }

  /** One attempt of one activity. */
  private static final class Beating extends ActivityInboundCallsInterceptorBase {
    private Optional<Attempt> attempt = Optional.empty();

    Beating(ActivityInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(ActivityExecutionContext context) {
      Attempt told = new Attempt(context);
      attempt = Optional.of(told);
      super.init(told);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
      Attempt context = attempt.orElseThrow();
      if (BEAT_BY_THEMSELVES.contains(context.getInfo().getActivityType())) {
        return super.execute(input);
      }
      ScheduledExecutorService beats =
          Executors.newSingleThreadScheduledExecutor(task -> thread(task, context));
      var unused =
          beats.scheduleAtFixedRate(
              context::beat, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
      try {
        return super.execute(input);
      } finally {
        beats.shutdownNow();
      }
    }

    private static Thread thread(Runnable task, ActivityExecutionContext context) {
      Thread thread = new Thread(task, "pulse " + context.getInfo().getActivityId());
      thread.setDaemon(true);
      return thread;
    }
  }

  /** Remembers what the activity told last: a beat without it would take it off the server. */
  private static final class Attempt extends ActivityExecutionContextBase {
    private @Nullable Object told;

    Attempt(ActivityExecutionContext next) {
      super(next);
    }

    /** One at a time with the beats: none brings back what this replaces. */
    @Override
    public synchronized <V> void heartbeat(V details) {
      told = details;
      super.heartbeat(details);
    }

    synchronized void beat() {
      try {
        super.heartbeat(told);
      } catch (ActivityCompletionException e) {
        // Nobody waits for it any more; it ends by itself, and what it returns is dropped.
        LOG.debug("activity {} is not wanted any more", getInfo().getActivityId(), e);
      } catch (RuntimeException e) {
        // The next beat may get through; a timer that sees an exception would beat no more.
        LOG.warn("heartbeat of activity {} failed", getInfo().getActivityId(), e);
      }
    }
  }
}

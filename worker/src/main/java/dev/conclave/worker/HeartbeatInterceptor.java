package dev.conclave.worker;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.api.NotificationActivities;
import dev.conclave.workflows.session.SessionActivities;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityNotExistsException;
import io.temporal.common.interceptors.ActivityExecutionContextBase;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityInput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptor.ActivityOutput;
import io.temporal.common.interceptors.ActivityInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends a heartbeat every two seconds while an activity runs, so that the server starts another
 * attempt soon after a worker died, and not at the end of the start-to-close timeout: half an hour
 * for a clone. Interrupts an activity that was cancelled or has timed out.
 */
final class HeartbeatInterceptor extends WorkerInterceptorBase {
  private static final Logger LOG = LoggerFactory.getLogger(HeartbeatInterceptor.class);
  private static final long PERIOD_SECONDS = 2;

  /** Their heartbeats carry what a further attempt has to know. */
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
        return SEND_THEIR_OWN.contains(own.getInfo().getActivityType())
            ? super.execute(input)
            : own.beatWhile(() -> super.execute(input));
      }
    };
  }

  /** Remembers the last details, since a heartbeat without them deletes them on the server. */
  private static final class Attempt extends ActivityExecutionContextBase {
    private final Object interrupting = new Object();
    private Optional<Thread> thread = Optional.of(Thread.currentThread());
    private volatile Optional<ActivityCompletionException> end = Optional.empty();
    private @Nullable Object last;

    Attempt(ActivityExecutionContext next) {
      super(next);
    }

    ActivityOutput beatWhile(Supplier<ActivityOutput> activity) {
      ScheduledExecutorService timer =
          Executors.newSingleThreadScheduledExecutor(
              task -> {
                Thread beat = new Thread(task, "heartbeat " + getInfo().getActivityId());
                beat.setDaemon(true);
                return beat;
              });
      var unused =
          timer.scheduleAtFixedRate(this::repeat, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
      try {
        return activity.get();
      } catch (RuntimeException e) {
        if (end.isEmpty()) {
          throw e;
        }
        // Exceptions of the SDK suppress none, and the server takes no other answer.
        LOG.info(
            "activity {} failed after it was cancelled or timed out", getInfo().getActivityId(), e);
        throw end.get();
      } finally {
        timer.shutdown(); // without an interrupt, which the SDK would log as a failed heartbeat
        finish();
      }
    }

    /** Synchronized with {@link #repeat}, which must not send older details after these. */
    @Override
    public synchronized <V> void heartbeat(V details) {
      last = details;
      super.heartbeat(details);
    }

    private synchronized void repeat() {
      try {
        super.heartbeat(last);
      } catch (ActivityCompletionException e) {
        LOG.debug("the server ends activity {}", getInfo().getActivityId(), e);
        if (interrupts(e)) {
          end = Optional.of(e);
          // Again with each heartbeat: the activity may have cleared an earlier interrupt.
          synchronized (interrupting) {
            thread.ifPresent(Thread::interrupt);
          }
        }
      } catch (RuntimeException e) {
        // The next one may succeed; the timer would send none after an exception.
        LOG.warn("heartbeat of activity {} failed", getInfo().getActivityId(), e);
      }
    }

    /** The session folder is still being written when its session has just closed. */
    private boolean interrupts(ActivityCompletionException e) {
      return (ActivityFailures.isCancellation(e) || e instanceof ActivityNotExistsException)
          && !getInfo().getActivityType().equals(SessionActivities.PROJECT);
    }

    /** Keeps a late interrupt from the next activity on this pooled thread. */
    private void finish() {
      synchronized (interrupting) {
        thread = Optional.empty();
        if (end.isPresent()) {
          Thread.interrupted();
        }
      }
    }
  }
}

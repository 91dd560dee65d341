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
    return new WithHeartbeats(next);
  }

  /** One attempt of one activity. */
  private static final class WithHeartbeats extends ActivityInboundCallsInterceptorBase {
    private Optional<Attempt> attempt = Optional.empty();

    WithHeartbeats(ActivityInboundCallsInterceptor next) {
      super(next);
    }

    @Override
    public void init(ActivityExecutionContext context) {
      Attempt own = new Attempt(context);
      attempt = Optional.of(own);
      super.init(own);
    }

    @Override
    public ActivityOutput execute(ActivityInput input) {
      Attempt context = attempt.orElseThrow();
      if (SEND_THEIR_OWN.contains(context.getInfo().getActivityType())) {
        return super.execute(input);
      }
      ScheduledExecutorService timer =
          Executors.newSingleThreadScheduledExecutor(task -> thread(task, context));
      var unused =
          timer.scheduleAtFixedRate(
              context::repeat, PERIOD_SECONDS, PERIOD_SECONDS, TimeUnit.SECONDS);
      try {
        return super.execute(input);
      } catch (RuntimeException e) {
        throw context.endedBy(e);
      } finally {
        timer.shutdown(); // without an interrupt, which the SDK would log as a failed heartbeat
        context.end();
      }
    }

    private static Thread thread(Runnable task, ActivityExecutionContext context) {
      Thread thread = new Thread(task, "heartbeat " + context.getInfo().getActivityId());
      thread.setDaemon(true);
      return thread;
    }
  }

  /** Remembers the last details: a heartbeat without them would delete them on the server. */
  private static final class Attempt extends ActivityExecutionContextBase {
    private final Object interrupting = new Object();
    private Optional<Thread> thread = Optional.of(Thread.currentThread());
    private volatile Optional<ActivityCompletionException> end = Optional.empty();
    private @Nullable Object last;

    Attempt(ActivityExecutionContext next) {
      super(next);
    }

    /** Synchronized with {@link #repeat}, which must not send older details after these. */
    @Override
    public synchronized <V> void heartbeat(V details) {
      last = details;
      super.heartbeat(details);
    }

    synchronized void repeat() {
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

    /** What to report when the activity failed, perhaps because it was interrupted. */
    RuntimeException endedBy(RuntimeException failure) {
      if (end.isEmpty()) {
        return failure;
      }
      // Exceptions of the SDK suppress none, and the server takes no other answer.
      LOG.info(
          "activity {} failed after it was cancelled or timed out",
          getInfo().getActivityId(),
          failure);
      return end.get();
    }

    /** The thread goes back to its pool: an interrupt must not reach the next activity there. */
    void end() {
      synchronized (interrupting) {
        thread = Optional.empty();
        if (end.isPresent()) {
          Thread.interrupted();
        }
      }
    }
  }
}

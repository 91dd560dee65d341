package dev.conclave.worker;

import dev.conclave.workflows.agent.AgentActivities;
import dev.conclave.workflows.notification.NotificationActivities;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import io.temporal.client.ActivityWorkerShutdownException;
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
        ActivityOutput output = super.execute(input);
        context.requireWanted();
        return output;
      } catch (RuntimeException e) {
        context.requireWanted();
        throw e;
      } finally {
        beats.shutdownNow();
        context.end();
      }
    }

    private static Thread thread(Runnable task, ActivityExecutionContext context) {
      Thread thread = new Thread(task, "pulse " + context.getInfo().getActivityId());
      thread.setDaemon(true);
      return thread;
    }
  }

  /**
   * Remembers what the activity told last: a beat without it would take it off the server. Once the
   * server says that nobody waits for this attempt any more, because it was cancelled or timed out,
   * its thread is interrupted with every beat until it ends.
   */
  private static final class Attempt extends ActivityExecutionContextBase {
    private final Object interrupting = new Object();
    private Optional<Thread> thread = Optional.of(Thread.currentThread());
    private volatile Optional<ActivityCompletionException> unwanted = Optional.empty();
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
        LOG.debug("activity {} is not wanted any more", getInfo().getActivityId(), e);
        if (!(e instanceof ActivityWorkerShutdownException)) {
          unwanted = Optional.of(e);
          synchronized (interrupting) {
            thread.ifPresent(Thread::interrupt);
          }
        }
      } catch (RuntimeException e) {
        // The next beat may get through; a timer that sees an exception would beat no more.
        LOG.warn("heartbeat of activity {} failed", getInfo().getActivityId(), e);
      }
    }

    void requireWanted() {
      if (unwanted.isPresent()) {
        throw unwanted.get();
      }
    }

    /** The thread goes back to its pool: an interrupt must not reach the next activity there. */
    void end() {
      synchronized (interrupting) {
        thread = Optional.empty();
        if (unwanted.isPresent()) {
          Thread.interrupted();
        }
      }
    }
  }
}

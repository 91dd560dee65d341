package dev.conclave.activities.agent;

import dev.conclave.activities.ActivityFailures;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the server once a second that a call goes on, on a thread of its own, and tells the call
 * what the server answers. The thread that watches the process may be busy reading its output.
 */
final class CallHeartbeats implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(CallHeartbeats.class);
  private static final long PERIOD_MILLIS = 1000;

  private final ActivityExecutionContext context;
  private final CallControl control;
  private final String agent;
  private final ScheduledExecutorService thread;
  private volatile CallProgress progress =
      CallProgress.before(CallStage.PREPARING, "picked up by a worker");
  private volatile Optional<ActivityCompletionException> end = Optional.empty();
  private Optional<Thread> working = Optional.empty();

  /** Begins; the first heartbeat is sent at once. */
  CallHeartbeats(ActivityExecutionContext context, CallControl control, String agent) {
    this.context = context;
    this.control = control;
    this.agent = agent;
    this.thread =
        Executors.newSingleThreadScheduledExecutor(
            task -> {
              Thread beat = new Thread(task, "heartbeat " + context.getInfo().getActivityId());
              beat.setDaemon(true);
              return beat;
            });
    var unused = thread.scheduleAtFixedRate(this::beat, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** How the call goes now. */
  void progress(CallProgress now) {
    progress = now;
  }

  /** What the server said when it wanted no more; empty while it does. */
  Optional<ActivityCompletionException> end() {
    return end;
  }

  /** Interrupts this thread when the server wants no more; with none its interrupt is cleared. */
  synchronized void interruptible(Optional<Thread> work) {
    working = work;
    if (work.isEmpty() && end.isPresent()) {
      Thread.interrupted();
    }
  }

  private synchronized void interrupt() {
    working.ifPresent(Thread::interrupt);
  }

  private void beat() {
    try {
      context.heartbeat(progress.of(agent));
    } catch (ActivityCompletionException e) {
      if (end.isPresent()) {
        return;
      }
      end = Optional.of(e);
      if (ActivityFailures.isCancellation(e)) {
        control.cancel();
      } else {
        String id = context.getInfo().getActivityId();
        LOG.info("activity {} lost its call, whose process lives on: {}", id, e.toString());
        control.detach();
      }
      interrupt();
    } catch (RuntimeException e) {
      // The next beat may get through; a timer that sees an exception would beat no more.
      LOG.warn("heartbeat of activity {} failed", context.getInfo().getActivityId(), e);
    }
  }

  @Override
  public void close() {
    thread.shutdown(); // without an interrupt, which the SDK would log as a failed heartbeat
  }
}

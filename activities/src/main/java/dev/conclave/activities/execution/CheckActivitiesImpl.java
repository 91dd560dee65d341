package dev.conclave.activities.execution;

import dev.conclave.activities.Heartbeats;
import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallProgress.CallStage;
import dev.conclave.workflows.api.CheckActivities;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.ActivityCanceledException;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** Runs an execution's commands on this host. Thread-safe. */
public record CheckActivitiesImpl(CheckRunner runner) implements CheckActivities {
  private static final String DETACHED = "check/detached";

  @Override
  public CheckRun run(CheckOrder order) {
    ActivityExecutionContext context = Activity.getExecutionContext();
    ActivityInfo info = context.getInfo();
    CallControl control = new CallControl();
    AtomicReference<CallProgress> progress =
        new AtomicReference<>(
            CallProgress.before(CallStage.PREPARING, order.line()).withAgent(CheckRunner.CHECK));
    try (Heartbeats heartbeats =
        Heartbeats.ofCall(context, progress::get, control::cancel, control::detach)) {
      try {
        CheckRunner.Asked asked =
            new CheckRunner.Asked(
                info.getNamespace(),
                Optional.ofNullable(info.getWorkflowId()).orElse(order.session()),
                new WaitingActivity(
                    Optional.ofNullable(info.getWorkflowRunId()).orElse(""), info.getActivityId()));
        return runner.run(order, asked, control, progress::set);
      } catch (AttemptEnded e) {
        throw e.cancelled()
            ? heartbeats.end().orElseGet(() -> new ActivityCanceledException(info))
            : ApplicationFailure.newFailure(
                "this attempt ended, but its command keeps running", DETACHED);
      } catch (IOException e) {
        throw new UncheckedIOException("the folder of '" + order.line() + "': " + e, e);
      }
    }
  }
}

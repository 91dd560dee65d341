package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.model.Role;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The way from a workflow's run to an agent is short enough to be read in one go. */
class CallDepthTest {
  private static final int MOST = 8;

  private final List<List<String>> stacks = new CopyOnWriteArrayList<>();

  @Test
  void at_most_eight_calls_lie_between_run_and_ask_for_every_role_and_repair() {
    try (SessionDriver driver = SessionDriver.with(new Stacks())) {
      driver.host.moderate = true;
      driver.host.onAsk =
          request ->
              driver.host.reply(
                  request,
                  request.role() != Role.PLANNER && request.repair().isEmpty()
                      ? List.of("to be repaired")
                      : List.of(),
                  false);
      driver.host.planErrors.add(List.of("to be repaired"));
      driver.start(Requests.yes(Requests.serial(SessionDriver.request())));
      driver.end();
      assertThat(driver.host.asked)
          .extracting(request -> request.role() + " " + !request.repair().isEmpty())
          .contains(
              "ANALYST false",
              "ANALYST true",
              "MODERATOR false",
              "MODERATOR true",
              "PLANNER false",
              "PLANNER true");
    }

    assertThat(stacks)
        .isNotEmpty()
        .allSatisfy(
            frames -> {
              assertThat(frames).last().isEqualTo("PlanWorkflowImpl.run");
              assertThat(frames).hasSizeLessThanOrEqualTo(MOST);
            });
  }

  /** Our own named frames below each call of an agent, the innermost first. */
  private final class Stacks extends WorkerInterceptorBase {
    @Override
    public WorkflowInboundCallsInterceptor interceptWorkflow(WorkflowInboundCallsInterceptor next) {
      return new WorkflowInboundCallsInterceptorBase(next) {
        @Override
        public void init(WorkflowOutboundCallsInterceptor outbound) {
          super.init(
              new WorkflowOutboundCallsInterceptorBase(outbound) {
                @Override
                public <R> ActivityOutput<R> executeActivity(ActivityInput<R> input) {
                  if (input.getActivityName().equalsIgnoreCase(AgentActivities.ASK)) {
                    stacks.add(frames());
                  }
                  return super.executeActivity(input);
                }
              });
        }
      };
    }
  }

  private static List<String> frames() {
    return Arrays.stream(Thread.currentThread().getStackTrace())
        .filter(frame -> frame.getClassName().startsWith("dev.conclave."))
        .filter(frame -> !frame.getClassName().startsWith(CallDepthTest.class.getName()))
        .filter(frame -> !frame.getMethodName().startsWith("lambda$"))
        .map(
            frame ->
                frame.getClassName().substring(frame.getClassName().lastIndexOf('.') + 1)
                    + "."
                    + frame.getMethodName())
        .toList();
  }
}

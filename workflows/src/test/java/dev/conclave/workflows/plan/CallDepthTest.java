package dev.conclave.workflows.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.analyze.AnalysisDriver;
import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.execute.ExecuteWorkflow;
import dev.conclave.workflows.execute.ScriptedExecution;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.review.Reviews;
import dev.conclave.workflows.session.SessionInput;
import io.temporal.common.interceptors.WorkerInterceptorBase;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowInboundCallsInterceptorBase;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptor;
import io.temporal.common.interceptors.WorkflowOutboundCallsInterceptorBase;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** The path from a workflow's run to an agent must be short enough to read in one go. */
class CallDepthTest {
  private final List<List<String>> stacks = new CopyOnWriteArrayList<>();

  @Test
  void a_plan_has_at_most_eight_calls_between_run_and_ask_for_every_role_and_repair() {
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

    assertDepth(8, "PlanWorkflowImpl.run");
  }

  @Test
  void a_context_has_at_most_eight_calls_between_run_and_ask() {
    try (SessionDriver driver = SessionDriver.with(new Stacks())) {
      driver.host.onAsk = request -> driver.context.said(driver.host, request);
      driver.context.severity = "high";
      driver.context.conflicts = List.of("High");
      var session =
          driver.startContext(
              new SessionInput<>(ScriptedContext.request("Add a limiter"), Optional.empty()));
      SessionDriver.answer(session, "1-conflict", "choose", ",'strategy':2");
      SessionDriver.answer(session, "2-conflict-questions", "reply", ",'answers':{'1':'x'}");
      SessionDriver.answer(session, "3-conflict", "choose", ",'strategy':2");
      SessionDriver.end(session, ContextState.class);
    }

    assertDepth(8, "ContextWorkflowImpl.run");
  }

  @Test
  void an_execution_has_at_most_ten_calls_between_run_and_ask() {
    try (SessionDriver driver = SessionDriver.with(new Stacks())) {
      driver.host.outcomes.addAll(Reviews.twoRounds());
      driver.execution.failsAt("T1");
      ExecuteWorkflow session =
          driver.startExecution(
              new SessionInput<>(
                  ScriptedExecution.request("T1 1", "T2 1", "T3 2").withReviewers(null),
                  Optional.empty()));
      SessionDriver.answer(session, "1-task-failure", "by-hand", "");
      SessionDriver.answer(session, "2-by-hand", "continue", "");
      SessionDriver.answer(session, "3-review", "fix", "");
      SessionDriver.answer(session, "4-delivery", "keep", "");
      SessionDriver.end(session, ExecuteState.class);
    }

    assertDepth(10, "ExecuteWorkflowImpl.run");
  }

  @Test
  void an_analysis_has_at_most_ten_calls_between_run_and_ask() {
    try (SessionDriver driver = SessionDriver.withoutHost(new Stacks())) {
      new AnalysisDriver(driver)
          .start(Map.of("mode", "deep"))
          .begin()
          .answer("3-discussion", "deepen")
          .answer("4-discussion", "done")
          .answer("5-completion", "keep")
          .end();
    }

    assertDepth(10, "AnalyzeWorkflowImpl.run");
  }

  private void assertDepth(int most, String run) {
    assertThat(stacks)
        .isNotEmpty()
        .allSatisfy(
            frames -> {
              assertThat(frames).last().isEqualTo(run);
              assertThat(frames).hasSizeLessThanOrEqualTo(most);
            });
  }

  /** Records our own named frames below each agent call, innermost first. */
  private final class Stacks extends WorkerInterceptorBase {
    /** The frames of the parent thread, because parallel calls have callers, too. */
    private final ThreadLocal<List<String>> callers = ThreadLocal.withInitial(List::of);

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

                @Override
                public Object newChildThread(Runnable code, boolean detached, String name) {
                  List<String> from = frames();
                  return super.newChildThread(
                      () -> {
                        callers.set(from);
                        code.run();
                      },
                      detached,
                      name);
                }
              });
        }
      };
    }

    private List<String> frames() {
      List<String> frames = new ArrayList<>(own());
      frames.addAll(callers.get());
      return frames;
    }
  }

  private static List<String> own() {
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

package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.api.activity.v1.ActivityOptions;
import io.temporal.api.common.v1.ActivityType;
import io.temporal.api.taskqueue.v1.TaskQueue;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import org.junit.jupiter.api.Test;

class PendingAsksTest {
  private static final String HERE = "0123456789ab";
  private static final String ELSEWHERE = "ba9876543210";

  @Test
  void what_a_moved_session_asks_on_another_host_wants_no_call_of_this_one() {
    DescribeWorkflowExecutionResponse session =
        DescribeWorkflowExecutionResponse.newBuilder()
            .addPendingActivities(ask("1", TaskQueues.agent(HERE, "gemini")))
            .addPendingActivities(ask("2", TaskQueues.agent(ELSEWHERE, "gemini")))
            .build();

    assertThat(OrphanedCalls.pendingAsks(session, HERE)).containsExactly("1");
    assertThat(OrphanedCalls.pendingAsks(session, ELSEWHERE)).containsExactly("2");
  }

  @Test
  void a_server_that_does_not_tell_the_queue_is_given_the_benefit_of_the_doubt() {
    PendingActivityInfo.Builder untold =
        ask("1", "").toBuilder().clearActivityOptions().setActivityId("1");

    assertThat(
            OrphanedCalls.pendingAsks(
                DescribeWorkflowExecutionResponse.newBuilder().addPendingActivities(untold).build(),
                HERE))
        .containsExactly("1");
  }

  @Test
  void another_activity_waits_for_no_call() {
    PendingActivityInfo.Builder projection =
        ask("1", TaskQueues.host(HERE)).toBuilder()
            .setActivityType(ActivityType.newBuilder().setName("projectFolder"));

    assertThat(
            OrphanedCalls.pendingAsks(
                DescribeWorkflowExecutionResponse.newBuilder()
                    .addPendingActivities(projection)
                    .build(),
                HERE))
        .isEmpty();
  }

  private static PendingActivityInfo ask(String id, String queue) {
    return PendingActivityInfo.newBuilder()
        .setActivityId(id)
        .setActivityType(ActivityType.newBuilder().setName(AgentActivities.ASK))
        .setActivityOptions(
            ActivityOptions.newBuilder().setTaskQueue(TaskQueue.newBuilder().setName(queue)))
        .build();
  }
}

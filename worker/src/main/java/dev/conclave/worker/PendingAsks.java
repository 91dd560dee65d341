package dev.conclave.worker;

import dev.conclave.workflows.api.AgentActivities;
import dev.conclave.workflows.temporal.TaskQueues;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionResponse;
import java.util.List;

/**
 * The activities of a session that may wait for a call of this host, as the server tells. Those of
 * a session that has moved ask on another host's queues, and want nothing of this one. Pure.
 *
 * @param hostId of this host
 */
record PendingAsks(String hostId) {

  /** Their ids. */
  List<String> of(DescribeWorkflowExecutionResponse session) {
    return session.getPendingActivitiesList().stream()
        .filter(pending -> pending.getActivityType().getName().equals(AgentActivities.ASK))
        .filter(this::mayBeHere)
        .map(PendingActivityInfo::getActivityId)
        .toList();
  }

  /** A server before 1.28 does not tell the queue: then it may be any. */
  private boolean mayBeHere(PendingActivityInfo pending) {
    String queue = pending.getActivityOptions().getTaskQueue().getName();
    return queue.isEmpty() || queue.startsWith(TaskQueues.agent(hostId, ""));
  }
}

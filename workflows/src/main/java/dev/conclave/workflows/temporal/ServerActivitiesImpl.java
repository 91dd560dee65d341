package dev.conclave.workflows.temporal;

import com.fasterxml.jackson.databind.JsonNode;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityInfo;
import io.temporal.client.WorkflowClient;
import java.util.Optional;

/** {@inheritDoc} */
public final class ServerActivitiesImpl implements ServerActivities {
  @Override
  public void requestCancel(String reason) {
    ActivityInfo caller = Activity.getExecutionContext().getInfo();
    client()
        .newUntypedWorkflowStub(
            caller.getWorkflowId(), Optional.of(caller.getWorkflowRunId()), Optional.empty())
        .cancel(reason);
  }

  @Override
  public JsonNode fullState(String session) {
    return client().newUntypedWorkflowStub(session).query("carried", JsonNode.class);
  }

  private static WorkflowClient client() {
    return Activity.getExecutionContext().getWorkflowClient();
  }
}

package dev.conclave.activities.workspace;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;

/**
 * Refuses workspaces of other hosts, whose paths mean other files here: a late attempt may run on
 * the host that its session has left.
 */
public record OwnHost(HostId id) {

  /** Refuses a workspace of another host with {@link FailureTypes#WRONG_HOST}, non-retryable. */
  public void require(Workspace workspace) {
    require(workspace.host(), workspace.path());
  }

  void require(String wanted, String path) {
    if (!wanted.equals(id.id())) {
      throw ApplicationFailure.newNonRetryableFailure(
          "'" + path + "' is on host " + wanted + "; this is host " + id.id(),
          FailureTypes.WRONG_HOST);
    }
  }
}

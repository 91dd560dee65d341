package dev.conclave.activities.workspace;

import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.HostId;
import io.temporal.failure.ApplicationFailure;

/**
 * Tells the workspaces of this host from those of others, whose paths mean other files here. A
 * session moves; an attempt that was under way on the host that it left may come late.
 */
public record OwnHost(HostId id) {

  /**
   * Refuses a workspace of another host.
   *
   * @throws ApplicationFailure non-retryable, of type {@link FailureTypes#WRONG_HOST}
   */
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

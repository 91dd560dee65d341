package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Which agents a host has, and whether anybody listens there. */
@ActivityInterface
public interface RosterActivities {

  /**
   * Looks for the named agents without asking any of them.
   *
   * @param host id of the host that is meant
   * @throws io.temporal.failure.ApplicationFailure of type {@link
   *     dev.conclave.workflows.temporal.FailureTypes#WRONG_HOST} on another one
   */
  @ActivityMethod(name = "listAgents")
  HostRoster list(String host, List<String> agents);

  /**
   * What a host has.
   *
   * @param listens whether it has a webhook to notify
   */
  record HostRoster(List<AgentStatus> agents, boolean listens) {}
}

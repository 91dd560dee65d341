package dev.conclave.workflows.api;

import dev.conclave.workflows.model.AgentStatus;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Reports the agents of a host and whether it sends notifications. */
@ActivityInterface
public interface RosterActivities {

  /** Finds the named agents without calling any of them. */
  @ActivityMethod(name = "listAgents")
  HostRoster list(List<String> agents);

  /**
   * The agents of a host.
   *
   * @param listens whether it has a webhook to notify
   */
  record HostRoster(List<AgentStatus> agents, boolean listens) {}
}

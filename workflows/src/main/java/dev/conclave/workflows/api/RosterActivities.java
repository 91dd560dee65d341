package dev.conclave.workflows.api;

import dev.conclave.workflows.model.AgentStatus;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Which agents a host has, and whether anybody listens there. */
@ActivityInterface
public interface RosterActivities {

  /** Looks for the named agents without asking any of them. */
  @ActivityMethod(name = "listAgents")
  HostRoster list(List<String> agents);

  /**
   * What a host has.
   *
   * @param listens whether it has a webhook to notify
   */
  record HostRoster(List<AgentStatus> agents, boolean listens) {}
}

package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** Which agents a host has. */
@ActivityInterface
public interface RosterActivities {

  /** Looks for the named agents without asking any of them. */
  @ActivityMethod(name = "listAgents")
  List<AgentStatus> list(List<String> agents);
}

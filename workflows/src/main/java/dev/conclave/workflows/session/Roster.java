package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who can be asked on a session's host, and who is asked no more. Workflow state; no clock and no
 * call of its own.
 */
public final class Roster {
  private List<AgentStatus> agents;
  private boolean stale;
  private final List<DroppedAgent> dropped;
  private final List<String> writers;

  /**
   * A roster as it was carried.
   *
   * @param stale whether time has passed since it was made
   */
  public Roster(
      List<AgentStatus> agents, List<DroppedAgent> dropped, List<String> writers, boolean stale) {
    this.agents = agents;
    this.dropped = new ArrayList<>(dropped);
    this.writers = new ArrayList<>(writers);
    this.stale = stale;
  }

  /** The agents of the host, usable or not. */
  public List<AgentStatus> agents() {
    return agents;
  }

  /** They were looked for just now. */
  public void listed(List<AgentStatus> found) {
    agents = found;
    stale = false;
  }

  /** Time has passed: agents may have come or gone since. */
  public void growStale() {
    stale = true;
  }

  /** Whether they have to be looked for again before anybody is asked. */
  public boolean stale() {
    return stale;
  }

  /** The status of one agent. */
  public Optional<AgentStatus> find(String agent) {
    return agents.stream().filter(status -> status.agent().equals(agent)).findFirst();
  }

  /** Why an agent cannot be asked on the session's host; empty when it can. */
  public Optional<String> unusable(String agent) {
    Optional<AgentStatus> status = find(agent);
    if (status.isEmpty()) {
      return Optional.of("unknown on this host");
    }
    return status.get().usable()
        ? Optional.empty()
        : Optional.of(status.get().reason().orElse("not usable on this host"));
  }

  /** An agent is asked no more. */
  public void drop(String agent, String reason) {
    dropped.add(new DroppedAgent(agent, reason));
  }

  /** The agents that are asked no more. */
  public List<DroppedAgent> dropped() {
    return List.copyOf(dropped);
  }

  /** Whether an agent is asked no more. */
  public boolean dropped(String agent) {
    return whyDropped(agent).isPresent();
  }

  /** Why an agent is asked no more; empty when it may be asked. */
  public Optional<String> whyDropped(String agent) {
    return dropped.stream()
        .filter(d -> d.agent().equals(agent))
        .map(DroppedAgent::reason)
        .findFirst();
  }

  /** An agent wrote in analysis mode; returns whether it had done so before. */
  public boolean wrote(String agent) {
    boolean again = writers.contains(agent);
    writers.add(agent);
    return again;
  }

  /** The agents that wrote in analysis mode, as often as they did. */
  public List<String> writers() {
    return List.copyOf(writers);
  }
}

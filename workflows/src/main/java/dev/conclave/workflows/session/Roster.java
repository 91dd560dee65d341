package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.conclave.workflows.api.AgentStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Who can be asked on a session's host, and who is asked no more. */
@JsonAutoDetect(
    fieldVisibility = Visibility.ANY,
    getterVisibility = Visibility.NONE,
    isGetterVisibility = Visibility.NONE)
public final class Roster {
  private List<AgentStatus> agents = List.of();
  private final List<Dropped> dropped = new ArrayList<>();
  private final List<String> writers = new ArrayList<>();
  private transient boolean stale;

  /** An agent that is asked no more. */
  public record Dropped(String agent, String reason) {}

  /** The agents of the host, usable or not. */
  public List<AgentStatus> agents() {
    return agents;
  }

  /** Takes the agents that were found on the host just now. */
  public void listed(List<AgentStatus> found) {
    agents = found;
    stale = false;
  }

  /** Notes that time has passed: agents may have come or gone since. */
  void growStale() {
    stale = true;
  }

  /** Whether the agents have to be listed again before anybody is asked. */
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

  /** Whether an agent can be asked: it is usable, and nobody dropped it. */
  public boolean mayBeAsked(String agent) {
    return !dropped(agent) && unusable(agent).isEmpty();
  }

  void drop(String agent, String reason) {
    dropped.add(new Dropped(agent, reason));
  }

  /** Whether an agent is asked no more. */
  public boolean dropped(String agent) {
    return whyDropped(agent).isPresent();
  }

  /** Why an agent is asked no more; empty when it may be asked. */
  public Optional<String> whyDropped(String agent) {
    return dropped.stream()
        .filter(one -> one.agent().equals(agent))
        .map(Dropped::reason)
        .findFirst();
  }

  /** Notes that an agent wrote in analysis mode; returns whether it had done so before. */
  boolean wrote(String agent) {
    boolean again = writers.contains(agent);
    writers.add(agent);
    return again;
  }
}

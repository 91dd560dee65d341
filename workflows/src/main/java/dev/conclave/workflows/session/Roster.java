package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.conclave.workflows.api.RosterActivities.HostRoster;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.text.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The agents of a session's host, and those excluded from the session. */
@JsonAutoDetect(
    fieldVisibility = Visibility.ANY,
    getterVisibility = Visibility.NONE,
    isGetterVisibility = Visibility.NONE)
public final class Roster {
  private List<AgentStatus> agents = List.of();
  private boolean listens = true;

  private final Map<String, String> excluded = new TreeMap<>();

  private final List<String> writers = new ArrayList<>();
  private transient boolean stale;

  public List<AgentStatus> agents() {
    return agents;
  }

  public void update(HostRoster found) {
    agents = found.agents();
    listens = found.listens();
    stale = false;
  }

  /** Returns whether the host sends notifications; true until the host has answered. */
  boolean listens() {
    return listens;
  }

  public void markStale() {
    stale = true;
  }

  /** Returns whether to list the agents again before a call. */
  public boolean stale() {
    return stale;
  }

  public Optional<AgentStatus> find(String agent) {
    return agents.stream().filter(status -> status.agent().equals(agent)).findFirst();
  }

  /** Returns why an agent is unusable on the session's host; empty when it is usable. */
  public Optional<String> unusable(String agent) {
    return find(agent)
        .map(
            found ->
                Optional.of(found.reason().orElse("not usable on this host"))
                    .filter(why -> !found.usable()))
        .orElse(Optional.of("unknown on this host"));
  }

  /** Describes the sandboxing of these agents, for display; empty when none is a program. */
  public Optional<Note> sandboxNote() {
    List<AgentStatus> programs =
        agents.stream().filter(one -> one.usable() && one.level().isPresent()).toList();
    List<AgentStatus> freer = programs.stream().filter(a -> a.whyLower().isPresent()).toList();
    return freer.isEmpty()
        ? programs.stream().findFirst().map(any -> Note.of(NoteKind.AGENT_CALLS, "sandboxed"))
        : Optional.of(
            Note.warning(
                "no sandbox for %s, which can act as you (%s)"
                    .formatted(
                        String.join(", ", freer.stream().map(AgentStatus::agent).toList()),
                        Bounds.topic(freer.get(0).whyLower().orElse("")))));
  }

  public boolean mayBeAsked(String agent) {
    return !dropped(agent) && unusable(agent).isEmpty();
  }

  /** Returns whether an agent may execute tasks. */
  public boolean mayWrite(String agent) {
    return mayBeAsked(agent) && find(agent).filter(AgentStatus::writes).isPresent();
  }

  void drop(String agent, String reason) {
    excluded.putIfAbsent(agent, reason);
  }

  public boolean dropped(String agent) {
    return excluded.containsKey(agent);
  }

  public Optional<String> whyDropped(String agent) {
    return Optional.ofNullable(excluded.get(agent));
  }

  /** Records that an agent wrote in analysis mode; returns whether it had done so before. */
  boolean recordWrite(String agent) {
    boolean again = writers.contains(agent);
    writers.add(agent);
    return again;
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.WorkspaceSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Start parameters of a session of any kind. */
public interface SessionRequest {

  KindSpec kind();

  SessionTerms terms();

  SessionRequest with(SessionTerms others);

  /** Describes in a few words how its agents are asked. */
  String manner();

  default Optional<String> moderator() {
    return Optional.empty();
  }

  default String task() {
    return terms().task();
  }

  default WorkspaceSpec workspace() {
    return terms().workspace();
  }

  /** Returns whether another host may take over: nothing ties the session to one host. */
  default boolean mayMove() {
    return workspace().url().isPresent();
  }

  default List<String> tools() {
    return terms().tools();
  }

  default boolean yes() {
    return terms().yes();
  }

  /** Returns whose messages are accepted. */
  default SessionTrust trusted() {
    return terms().trust().orElse(SessionTrust.OPEN);
  }

  /** Returns whether a gate may be approved without an answer. */
  default boolean approvesItself() {
    return yes()
        || terms()
            .deadline()
            .filter(one -> one.policy() == DeadlinePolicy.APPROVE_FIRST)
            .isPresent();
  }

  default List<String> languages() {
    return terms().languages();
  }

  /** Returns the request with gates that wait for a human. */
  default SessionRequest attended() {
    return with(terms().withYes(false));
  }

  /** Returns every agent that the session may ask. */
  default List<String> agents() {
    Set<String> all = new LinkedHashSet<>(tools());
    all.addAll(chain());
    moderator().ifPresent(all::add);
    return List.copyOf(all);
  }

  /** Returns the moderators in the order to ask them: the named one, the analysts, the chain. */
  default List<String> moderators(List<String> analysts) {
    return moderators(analysts, Map.of());
  }

  /**
   * Returns the moderators; of three or more analysts, those with the fewest statements come first.
   *
   * @param statements number of statements in the ledger by agent; agents without any come last
   */
  default List<String> moderators(List<String> analysts, Map<String, Integer> statements) {
    List<String> ordered = new ArrayList<>(analysts);
    if (analysts.size() > 2) {
      ordered.sort(Comparator.comparing(one -> statements.getOrDefault(one, Integer.MAX_VALUE)));
    }
    Set<String> moderators = new LinkedHashSet<>(moderator().stream().toList());
    moderators.addAll(ordered);
    moderators.addAll(chain());
    moderators.remove(AgentStatus.DIRECT);
    return List.copyOf(moderators);
  }

  /**
   * Returns the order of fallback agents. With named tools, only those, {@code direct} and the
   * user's chain are used.
   */
  default List<String> chain() {
    Set<String> chain = new LinkedHashSet<>();
    if (terms().toolsNamed()) {
      chain.addAll(tools());
    }
    chain.addAll(terms().fallback());
    if (chain.remove(AgentStatus.DIRECT) || terms().toolsNamed()) {
      chain.add(AgentStatus.DIRECT);
    }
    return List.copyOf(chain);
  }

  /** Returns whether {@code direct} may be asked, as an analyst or as a fallback. */
  default boolean mayAskDirect() {
    return agents().contains(AgentStatus.DIRECT);
  }

  /** Returns the next agent of the chain without a seat in this round. */
  default Optional<String> standIn(Set<String> used) {
    return chain().stream().filter(agent -> !used.contains(agent)).findFirst();
  }

  /**
   * Returns the analysts: the named tools, else the usable configured ones, else the first usable
   * of the chain, else {@code direct}.
   */
  default List<String> analysts(List<AgentStatus> roster) {
    if (terms().toolsNamed()) {
      return tools();
    }
    List<String> usable =
        roster.stream().filter(AgentStatus::usable).map(AgentStatus::agent).toList();
    List<String> analysts = new ArrayList<>(tools());
    analysts.retainAll(usable);
    if (analysts.isEmpty()) {
      chain().stream()
          .filter(usable::contains)
          .filter(agent -> !agent.equals(AgentStatus.DIRECT))
          .limit(tools().size())
          .forEach(analysts::add);
    }
    return analysts.isEmpty() ? List.of(AgentStatus.DIRECT) : List.copyOf(analysts);
  }
}

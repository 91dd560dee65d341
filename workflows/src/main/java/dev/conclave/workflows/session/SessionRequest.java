package dev.conclave.workflows.session;

import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What a session of any kind is started with. */
public interface SessionRequest {

  KindSpec kind();

  /** What it is started with beside what is of its kind. */
  SessionTerms terms();

  /** The same request on other terms. */
  SessionRequest with(SessionTerms others);

  /** How its agents are asked, in a few words. */
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

  /** Whether another host may take over: it needs nothing that only one host has. */
  default boolean mayMove() {
    return workspace().url().isPresent();
  }

  default List<String> tools() {
    return terms().tools();
  }

  default boolean toolsNamed() {
    return terms().toolsNamed();
  }

  default List<String> fallback() {
    return terms().fallback();
  }

  default Optional<Deadline> deadline() {
    return terms().deadline();
  }

  default boolean yes() {
    return terms().yes();
  }

  /** Whose messages count. */
  default SessionTrust trusted() {
    return terms().trust().orElse(SessionTrust.OPEN);
  }

  default SessionRequest withTrust(SessionTrust trust) {
    return trust.equals(SessionTrust.OPEN) ? this : with(terms().withTrust(Optional.of(trust)));
  }

  /** Whether something may be approved without anybody's answer. */
  default boolean approvesItself() {
    return yes()
        || deadline().filter(one -> one.policy() == DeadlinePolicy.APPROVE_FIRST).isPresent();
  }

  default boolean searchAttributes() {
    return terms().searchAttributes();
  }

  default BudgetLimits budget() {
    return terms().budget();
  }

  default List<String> languages() {
    return terms().languages();
  }

  default int contextBytes() {
    return terms().contextBytes();
  }

  default String by() {
    return terms().by();
  }

  /** The same request with another deadline, counted from when the session goes on, or none. */
  default SessionRequest withDeadline(Optional<Deadline> another) {
    return with(terms().withDeadline(another));
  }

  /** The same request, whose gates wait for a human. */
  default SessionRequest attended() {
    return with(terms().withYes(false));
  }

  default SessionRequest withSearchAttributes(boolean registered) {
    return with(terms().withSearchAttributes(registered));
  }

  /** Every agent that the session may come to ask. */
  default List<String> agents() {
    Set<String> all = new LinkedHashSet<>(tools());
    all.addAll(chain());
    moderator().ifPresent(all::add);
    return List.copyOf(all);
  }

  /** Who is asked to moderate, in order: the named one, the analysts, the chain. */
  default List<String> moderators(List<String> analysts) {
    return moderators(analysts, Map.of());
  }

  /**
   * The same; of three analysts or more those come first that have the fewest statements at stake.
   *
   * @param statements how many each has in the ledger; who has not spoken comes last
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
   * The order of stand-ins. Beside named tools only {@code direct} and the user's chain stand in.
   */
  default List<String> chain() {
    Set<String> chain = new LinkedHashSet<>();
    if (toolsNamed()) {
      chain.addAll(tools());
    }
    chain.addAll(fallback());
    if (chain.remove(AgentStatus.DIRECT) || toolsNamed()) {
      chain.add(AgentStatus.DIRECT);
    }
    return List.copyOf(chain);
  }

  /** Whether {@code direct} may be asked at all: as an analyst, or as a stand-in. */
  default boolean mayAskDirect() {
    return agents().contains(AgentStatus.DIRECT);
  }

  /** The next of the chain that sits nowhere in this round. */
  default Optional<String> standIn(Set<String> used) {
    return chain().stream().filter(agent -> !used.contains(agent)).findFirst();
  }

  /**
   * The analysts: the named tools, else the usable ones of the configuration, else the first usable
   * of the chain, else {@code direct}.
   */
  default List<String> analysts(List<AgentStatus> roster) {
    if (toolsNamed()) {
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

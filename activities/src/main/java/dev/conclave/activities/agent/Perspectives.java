package dev.conclave.activities.agent;

import dev.conclave.workflows.agentcli.AgentClis;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What each analyst of a host looks from: what its configuration says, else its program's own
 * perspective, else, where another agent has that one already, one that nobody has. Pure.
 */
public final class Perspectives {
  /** Dealt in this order to agents that would repeat another's. */
  static final List<String> SPARE =
      List.of(
          "failure-modes-and-security",
          "data-and-state",
          "testing-and-operations",
          "interfaces-and-compatibility",
          "simplicity-and-maintenance");

  private static final Map<String, String> MEANING =
      Map.of(
          "deep-code-analysis", "what the code does today, and what depends on it",
          "implementation-verification",
              "what it takes to build each approach, step by step, and to prove it works",
          "architecture", "where the change belongs, and what it does to the structure",
          "alternative-analysis", "other ways to reach the goal than the obvious one",
          "failure-modes-and-security", "what can break or be abused, and what a user would notice",
          "data-and-state", "what is stored, shared and passed on, and who changes it when",
          "testing-and-operations", "how it is tested, released, configured and watched",
          "interfaces-and-compatibility",
              "what callers and users rely on, and what would break for them",
          "simplicity-and-maintenance",
              "the smallest change that does it, and who lives with it later");

  private final Configuration configuration;

  public Perspectives(Configuration configuration) {
    this.configuration = configuration;
  }

  /** A perspective in a prompt: its name, and for ours what it means. */
  public static String explained(String perspective) {
    return Optional.ofNullable(MEANING.get(perspective))
        .map(meaning -> perspective + " (" + meaning + ")")
        .orElse(perspective);
  }

  /**
   * The perspective of an agent.
   *
   * @throws IllegalArgumentException when no such agent is known; the message names the fix
   */
  public String of(String agent) {
    AgentConfiguration asked = configuration.agent(agent);
    if (asked.perspective().isPresent()) {
      return asked.perspective().get();
    }
    Set<String> taken = new HashSet<>();
    configuration.agents().values().forEach(each -> each.perspective().ifPresent(taken::add));
    for (String other : names()) {
      String dealt = deal(other, taken);
      if (other.equals(agent)) {
        return dealt;
      }
    }
    return deal(agent, taken);
  }

  private String deal(String agent, Set<String> taken) {
    AgentConfiguration settings = configuration.agent(agent);
    String own = AgentClis.of(agent, settings).perspective();
    Optional<String> free =
        taken.contains(own)
            ? SPARE.stream().filter(spare -> !taken.contains(spare)).findFirst()
            : Optional.of(own);
    String dealt = free.orElse(own);
    taken.add(dealt);
    return dealt;
  }

  /** All that share a host, in an order that stays: the known programs, then the user's own. */
  private List<String> names() {
    Set<String> names = new LinkedHashSet<>(AgentClis.builtIn());
    configuration.agents().keySet().stream().sorted().forEach(names::add);
    return names.stream().filter(this::isDealt).toList();
  }

  /** What is no program of its own, or has been told from where to look, is dealt nothing. */
  private boolean isDealt(String name) {
    AgentConfiguration settings = configuration.agent(name);
    if (settings.perspective().isPresent()) {
      return false;
    }
    try {
      AgentClis.of(name, settings);
      return !settings.typeFor(name).equals(AgentStatus.DIRECT);
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}

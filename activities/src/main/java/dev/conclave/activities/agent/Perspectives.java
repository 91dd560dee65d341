package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.workflows.config.AgentProgram;
import dev.conclave.workflows.config.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The perspective of each analyst of a host: the configured one, else its program's default. Agents
 * with custom names get the spare ones in turn.
 */
public record Perspectives(Configuration configuration) {
  private static final List<String> SPARE =
      List.of(
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

  public String of(String agent) {
    return configuration
        .agent(agent)
        .perspective()
        .or(() -> own(agent))
        .orElseGet(() -> SPARE.get(Math.floorMod(others().indexOf(agent), SPARE.size())));
  }

  /** Returns a perspective as shown in a prompt, with an explanation for a built-in one. */
  public static String explained(String perspective) {
    return Optional.ofNullable(MEANING.get(perspective))
        .map(meaning -> perspective + " (" + meaning + ")")
        .orElse(perspective);
  }

  private Optional<String> own(String agent) {
    return AgentProgram.find(agent)
        .map(program -> AgentCli.of(agent, configuration.agent(agent)).perspective());
  }

  private List<String> others() {
    return configuration.agents().keySet().stream()
        .filter(name -> own(name).isEmpty())
        .filter(name -> configuration.agent(name).perspective().isEmpty())
        .sorted()
        .toList();
  }
}

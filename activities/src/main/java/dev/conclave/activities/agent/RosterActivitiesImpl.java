package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.workflows.agent.AgentStatus;
import dev.conclave.workflows.agent.RosterActivities;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.Configuration;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Looks for the agents of this host; asks none of them. Thread-safe. */
public final class RosterActivitiesImpl implements RosterActivities {
  private static final String DIRECT = "direct";

  private final Configuration configuration;
  private final Programs programs;
  private final Map<String, String> environment;

  /**
   * The roster of a host.
   *
   * @param environment the worker's own, whose PATH programs are looked up on
   */
  public RosterActivitiesImpl(
      Configuration configuration, Programs programs, Map<String, String> environment) {
    this.configuration = configuration;
    this.programs = programs;
    this.environment = Map.copyOf(environment);
  }

  @Override
  public List<AgentStatus> list(List<String> agents) {
    return agents.stream().map(this::status).toList();
  }

  private AgentStatus status(String name) {
    AgentConfiguration agent = configuration.agent(name);
    if (name.equals(DIRECT)) {
      return usable(name, agent, Optional.empty());
    }
    AgentCli cli;
    try {
      cli = AgentCli.of(name, agent);
    } catch (IllegalArgumentException e) {
      return unusable(name, agent, String.valueOf(e.getMessage()));
    }
    String program = agent.argv().isEmpty() ? binary(agent, cli) : agent.argv().get(0);
    Optional<Path> found = programs.find(program, environment);
    return found
        .map(path -> usable(name, agent, programs.version(path, environment)))
        .orElseGet(
            () ->
                unusable(
                    name,
                    agent,
                    "no program \""
                        + program
                        + "\" on the PATH of the worker; install it, or set"
                        + " agents."
                        + name
                        + ".binary"));
  }

  private static String binary(AgentConfiguration agent, AgentCli cli) {
    String own = agent.binary();
    return own == null || own.isBlank() ? cli.program() : own;
  }

  private AgentStatus usable(String name, AgentConfiguration agent, Optional<String> version) {
    return status(name, agent, Optional.empty(), version);
  }

  private AgentStatus unusable(String name, AgentConfiguration agent, String reason) {
    return status(name, agent, Optional.of(reason), Optional.empty());
  }

  private AgentStatus status(
      String name, AgentConfiguration agent, Optional<String> reason, Optional<String> version) {
    return new AgentStatus(
        name,
        reason.isEmpty(),
        reason,
        version,
        timeout(agent, "analysis", configuration.timeouts().analysis()),
        timeout(agent, "planning", configuration.timeouts().planning()),
        agent.onRateLimit() == AgentConfiguration.OnRateLimit.WAIT);
  }

  private static Duration timeout(AgentConfiguration agent, String role, Duration otherwise) {
    return agent.timeouts().getOrDefault(role, otherwise);
  }
}

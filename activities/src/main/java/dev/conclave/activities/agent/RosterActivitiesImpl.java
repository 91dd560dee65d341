package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.OnRateLimit;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.LocalCommands;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which agents this host has. Thread-safe. */
public final class RosterActivitiesImpl implements RosterActivities {
  /** What was set since then, this worker does not know. */
  private final String asOf =
      "by the configuration of %s (`%s` reads it anew)"
          .formatted(
              DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
                  .format(LocalDateTime.now(ZoneId.systemDefault())),
              LocalCommands.READ_ANEW);

  private final Configuration configuration;
  private final Map<String, String> environment;
  private final Programs programs;

  public RosterActivitiesImpl(
      Configuration configuration, Map<String, String> environment, Programs programs) {
    this.configuration = configuration;
    this.environment = environment;
    this.programs = programs;
  }

  @Override
  public List<AgentStatus> list(List<String> agents) {
    return agents.stream().map(this::status).toList();
  }

  private AgentStatus status(String agent) {
    AgentConfiguration settings = configuration.agent(agent);
    Optional<String> reason = Optional.empty();
    Optional<String> version = Optional.empty();
    if (!settings.typeFor(agent).equals(AgentStatus.DIRECT)) {
      try {
        AgentCli cli = AgentCli.of(agent, settings);
        Map<String, String> child = cli.inherited(settings, environment);
        Optional<Path> program = programs.find(cli, settings, Mode.ANALYSIS, child);
        version = program.flatMap(found -> programs.version(cli, found, child));
        if (program.isEmpty()) {
          reason = Optional.of(Programs.missing(agent, cli, settings, Mode.ANALYSIS) + "; " + asOf);
        }
      } catch (IllegalArgumentException e) {
        reason = Optional.of(asOf + ": " + e.getMessage());
      }
    }
    return new AgentStatus(
        agent,
        reason.isEmpty(),
        reason,
        version,
        configuration.timeout(agent, "analysis"),
        configuration.timeout(agent, "planning"),
        settings.onRateLimit() == OnRateLimit.WAIT);
  }
}

package dev.conclave.activities.agent;

import dev.conclave.workflows.agentcli.AgentCli;
import dev.conclave.workflows.agentcli.AgentClis;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.OnRateLimit;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.temporal.LocalCommands;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Which agents this host has. Thread-safe. */
public final class RosterActivitiesImpl implements RosterActivities {
  private static final DateTimeFormatter READ =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT);

  private final ZonedDateTime read = ZonedDateTime.now(ZoneId.systemDefault());
  private final Configuration configuration;
  private final Map<String, String> environment;
  private final Programs programs;

  public RosterActivitiesImpl(
      Configuration configuration, Map<String, String> environment, Programs programs) {
    this.configuration = configuration;
    this.environment = Map.copyOf(environment);
    this.programs = programs;
  }

  @Override
  public List<AgentStatus> list(List<String> agents) {
    return agents.stream().map(this::status).toList();
  }

  private AgentStatus status(String agent) {
    AgentConfiguration settings = configuration.agent(agent);
    if (settings.typeFor(agent).equals(AgentStatus.DIRECT)) {
      return status(agent, settings, Optional.empty(), Optional.empty());
    }
    try {
      AgentCli cli = AgentClis.of(agent, settings);
      Map<String, String> child = cli.inherited(settings, environment);
      Optional<Path> program = programs.find(cli, settings, Mode.ANALYSIS, child);
      if (program.isEmpty()) {
        String reason = Programs.missing(agent, cli, settings, Mode.ANALYSIS) + "; " + asOf();
        return status(agent, settings, Optional.of(reason), Optional.empty());
      }
      return status(agent, settings, Optional.empty(), programs.version(cli, program.get(), child));
    } catch (IllegalArgumentException e) {
      return status(agent, settings, Optional.of(asOf() + ": " + e.getMessage()), Optional.empty());
    }
  }

  /** What was set since then, this worker does not know. */
  private String asOf() {
    return "by the configuration of "
        + READ.format(read)
        + " (`"
        + LocalCommands.READ_ANEW
        + "` reads it anew)";
  }

  private AgentStatus status(
      String agent,
      AgentConfiguration settings,
      Optional<String> reason,
      Optional<String> version) {
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

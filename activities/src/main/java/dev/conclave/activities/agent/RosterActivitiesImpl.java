package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.OnRateLimit;
import dev.conclave.workflows.config.Configuration;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Which agents this host has. Thread-safe.
 *
 * @param asOf what follows every reason why an agent is not usable
 */
public record RosterActivitiesImpl(
    Configuration configuration, Map<String, String> environment, Programs programs, String asOf)
    implements RosterActivities {

  /** For a worker, which does not see what is configured after it started. */
  public static String readNow() {
    return " (the worker read its configuration at %s; to have it read again: `%s`)"
        .formatted(
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT)
                .format(LocalDateTime.now(ZoneId.systemDefault())),
            Configuration.READ_ANEW);
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
          reason = Optional.of(Programs.missing(agent, cli, settings, Mode.ANALYSIS) + asOf);
        }
      } catch (IllegalArgumentException e) {
        reason = Optional.of(e.getMessage() + asOf);
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

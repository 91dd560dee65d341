package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.process.Sandbox;
import dev.conclave.workflows.api.RosterActivities;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.OnRateLimit;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.SandboxLevel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lists the agents of this host and their status. Thread-safe.
 *
 * @param inMemory whether the server ends with this process, so that no agent may write for it
 */
public record RosterActivitiesImpl(
    Configuration configuration,
    Map<String, String> environment,
    Programs programs,
    boolean inMemory)
    implements RosterActivities {
  private static final Optional<String> IN_MEMORY =
      Optional.of("the server in memory would lose the work when this command ends");

  @Override
  public HostRoster list(List<String> agents) {
    return new HostRoster(
        agents.stream().map(this::status).toList(),
        !configuration.notifications().webhooks().isEmpty());
  }

  public AgentStatus status(String agent) {
    AgentConfiguration settings = configuration.agent(agent);
    Optional<String> reason = Optional.empty();
    Optional<String> version = Optional.empty();
    Optional<SandboxLevel> level = Optional.empty();
    Optional<String> whyLower = Optional.empty();
    Optional<String> whyNotWriting = Optional.of("it is the built-in analyst and cannot write");
    if (!settings.typeFor(agent).equals(AgentStatus.DIRECT)) {
      try {
        AgentCli cli = AgentCli.of(agent, settings);
        Map<String, String> child = cli.inherited(settings, environment);
        Optional<Path> program = Programs.find(cli, settings, Mode.ANALYSIS, child);
        version = program.flatMap(found -> programs.version(cli, found, child));
        if (program.isEmpty()) {
          reason = Optional.of(Programs.missing(agent, cli, settings, Mode.ANALYSIS));
        } else {
          // Only probe the sandbox when a program is installed, since the first probe takes time.
          Sandbox sandbox = Sandbox.of(configuration.sandbox());
          reason = sandbox.refuses(configuration.sandbox(), settings.network());
          level = Optional.of(sandbox.level(settings.network()));
          whyLower = sandbox.whyLower(settings.network());
          whyNotWriting =
              IN_MEMORY
                  .filter(any -> inMemory)
                  .or(() -> cli.whyNotWriting(agent, settings, sandbox.level(settings.network())))
                  .or(() -> Programs.missingProgram(agent, cli, settings, Mode.WRITE, child));
        }
      } catch (IllegalArgumentException e) {
        reason = Optional.ofNullable(e.getMessage());
      }
      whyNotWriting = reason.isPresent() ? reason : whyNotWriting;
    }
    return new AgentStatus(
        agent,
        reason.isEmpty(),
        reason,
        version,
        configuration.timeout(agent, "analysis"),
        configuration.timeout(agent, "planning"),
        settings.onRateLimit() == OnRateLimit.WAIT,
        level,
        whyLower,
        whyNotWriting.isEmpty(),
        whyNotWriting,
        configuration.timeout(agent, "execution"));
  }
}

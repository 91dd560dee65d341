package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.ChildEnvironment;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.workflows.agent.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.UserHome;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Each agent program: found, its release, whether it runs here, and whether it is logged in. */
record AgentCheck(Surroundings around, Programs programs) implements Check {
  private static final String DIRECT = "direct";

  @Override
  public String subject() {
    return "agents";
  }

  @Override
  public List<Diagnosis> examine() throws IOException {
    int node = node();
    Optional<Set<String>> worker = WorkerVariables.of(around);
    return WorkerProcess.agents(around.configuration()).stream()
        .map(agent -> Diagnosis.of(finding(agent, node, worker)))
        .toList();
  }

  private Finding finding(String agent, int node, Optional<Set<String>> worker) {
    AgentConfiguration settings = around.configuration().agent(agent);
    String subject = "agent " + agent;
    String type = settings.typeFor(agent);
    if (type.equals(DIRECT)) {
      return Finding.ok(subject, "built in");
    }
    try {
      AgentCli cli = AgentCli.of(agent, settings);
      Map<String, String> child = ChildEnvironment.inherited(cli, settings, around.environment());
      String name = settings.binary() != null ? settings.binary() : cli.program(Mode.ANALYSIS);
      Optional<Path> program = programs.find(name, child);
      if (program.isEmpty()) {
        return Finding.optional(
            subject, name + " is not there", install(agent, type, settings, node));
      }
      Optional<String> release = programs.version(cli, program.get(), child);
      Login login = new Logins(child, UserHome.of(child), Clock.systemUTC()).of(type, settings);
      return new AgentFacts(subject, program.get(), release, KnownCli.of(type), node, login, worker)
          .finding();
    } catch (IllegalArgumentException e) {
      return Finding.optional(
          subject, String.valueOf(e.getMessage()), "mend agents." + agent + " in config.yaml");
    }
  }

  private static String install(String agent, String type, AgentConfiguration settings, int node) {
    return KnownCli.of(type)
        .filter(known -> settings.binary() == null)
        .map(known -> known.install(node))
        .orElse("mend agents." + agent + " in config.yaml");
  }

  /** The major release of Node.js; 0 without one. */
  private int node() {
    return programs
        .find("node", around.environment())
        .flatMap(node -> programs.version(node, around.environment()))
        .map(version -> Release.of(version).major())
        .orElse(0);
  }
}

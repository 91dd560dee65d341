package dev.conclave.activities.agent.cli;

import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Any program, as the configuration describes it.
 *
 * @param argv its command line; the first word is the program
 * @param writeArgv its command line in write mode
 * @param output how it answers
 */
record CustomCli(List<String> argv, List<String> writeArgv, String output) implements AgentCli {

  static CustomCli of(String agent, AgentConfiguration configuration) {
    if (configuration.argv().isEmpty()) {
      throw new IllegalArgumentException(
          "agent \"" + agent + "\" is custom; set agents." + agent + ".argv to its command line");
    }
    try {
      new CustomReader(configuration.output());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("agents." + agent + ": " + e.getMessage(), e);
    }
    return new CustomCli(configuration.argv(), configuration.writeArgv(), configuration.output());
  }

  @Override
  public String program() {
    return argv.get(0);
  }

  @Override
  public String program(Mode mode) {
    return line(mode).get(0);
  }

  private List<String> line(Mode mode) {
    return mode == Mode.WRITE && canWrite() ? writeArgv : argv;
  }

  @Override
  public Set<String> inherits() {
    return Set.of();
  }

  @Override
  public CommandLine commandLine(CliCall call) {
    List<String> line = line(call.mode());
    List<String> arguments = new ArrayList<>(line.subList(1, line.size()));
    arguments.addAll(call.configuration().extraArgs());
    return new CommandLine(arguments, Map.of());
  }

  @Override
  public OutputReader reader() {
    return new CustomReader(output);
  }

  @Override
  public boolean endsWithEvent() {
    return false;
  }

  @Override
  public boolean tellsVersion() {
    return false;
  }

  @Override
  public boolean canWrite() {
    return !writeArgv.isEmpty();
  }

  @Override
  public String perspective() {
    return "alternative-analysis";
  }
}

package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentCli;
import dev.conclave.activities.agent.cli.ChildEnvironment;
import dev.conclave.activities.agent.cli.CliCall;
import dev.conclave.activities.agent.cli.CommandLine;
import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.activities.agent.process.Launcher;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.agent.process.Spool;
import dev.conclave.activities.agent.process.SpooledCall;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Mode;
import dev.conclave.workflows.config.AgentConfiguration;
import dev.conclave.workflows.config.AgentConfiguration.PromptBy;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Starts an agent's program for a call.
 *
 * @param environment ours, of which the child sees what its adapter allows
 * @param redact takes secrets out of the command line that is kept
 */
record CallStarter(
    DataFolder data,
    Map<String, String> environment,
    Programs programs,
    UnaryOperator<String> redact) {
  // Linux takes no longer string as one argument.
  private static final int LONGEST_ARGUMENT = 128 << 10;

  ProcessIdentity start(
      AgentCall call,
      AgentCli cli,
      AgentConfiguration configuration,
      Spool spool,
      Path directory,
      String prompt)
      throws IOException, AgentCallFailed {
    Map<String, String> inherited = ChildEnvironment.inherited(cli, configuration, environment);
    Path program = program(call, cli, configuration, inherited);
    CommandLine line =
        cli.commandLine(
            new CliCall(
                call.mode(),
                configuration,
                directory,
                data.agentSettings().resolve(call.agent()),
                inherited));
    List<String> argv = new ArrayList<>(List.of(program.toString()));
    argv.addAll(line.arguments());
    List<String> shown = new ArrayList<>(argv.stream().map(redact).toList());
    if (configuration.prompt() == PromptBy.ARGUMENT) {
      argv.add(argument(prompt));
      shown.add("{prompt}");
    }
    Map<String, String> child = ChildEnvironment.of(inherited, line, configuration);
    int attempts = spool.call().map(SpooledCall::attempts).orElse(0) + 1;
    spool.noteCall(
        new SpooledCall(
            call.key(),
            call.callId(),
            call.agent(),
            program.toString(),
            programs.version(cli, program, child),
            shown,
            directory.toString(),
            Instant.now(),
            attempts),
        call.asker().run(),
        prompt);
    return Launcher.start(spool, argv, child, directory);
  }

  private Path program(
      AgentCall call, AgentCli cli, AgentConfiguration configuration, Map<String, String> inherited)
      throws AgentCallFailed {
    if (call.mode() == Mode.WRITE && !configuration.write()) {
      throw AgentCallFailed.before(
          FailureKind.FAILED,
          call.agent() + " may not write; agents." + call.agent() + ".write: true allows it");
    }
    String name =
        configuration.binary() != null ? configuration.binary() : cli.program(call.mode());
    return programs
        .find(name, inherited)
        .orElseThrow(
            () ->
                AgentCallFailed.before(
                    FailureKind.NOT_INSTALLED,
                    "there is no program \""
                        + name
                        + "\"; install it or set agents."
                        + call.agent()
                        + ".binary to its path"));
  }

  private static String argument(String prompt) throws AgentCallFailed {
    int bytes = prompt.getBytes(StandardCharsets.UTF_8).length;
    if (bytes >= LONGEST_ARGUMENT || prompt.indexOf('\0') >= 0) {
      throw AgentCallFailed.before(
          FailureKind.REJECTED_INPUT,
          "a prompt of " + bytes + " bytes cannot be an argument; let the agent read stdin");
    }
    return prompt;
  }
}

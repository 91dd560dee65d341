package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.client.terminal.SystemTerminal;
import dev.conclave.workflows.temporal.ExitCodes;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code conclave} command: its entry, and what all its commands have in common. */
@Command(
    name = "conclave",
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Several coding-agent CLIs deliberate over one task; you decide; a validated plan comes"
            + " out.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:failed",
      " 2:usage: what was asked for cannot be done as it was asked",
      " 3:no server or worker",
      "10:awaiting a human",
      "130:interrupted"
    },
    footer = {"", "`conclave help COMMAND` tells more of a command, with examples."})
public final class Conclave implements Runnable {
  private static final String FIRST_SCREEN =
      """
      Several coding agents deliberate over one task; you decide; a plan comes out.

        conclave plan "Add rate limiting"   start a session for the code in this folder
        conclave list --awaiting            see who waits for you
        conclave watch last                 come back to a session, and answer it
        conclave doctor                     see what this machine has, and what it lacks

      All commands: conclave --help
      """;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // picocli itself acts on it
  private boolean help;

  @Option(
      names = {"-v", "--verbose"},
      scope = ScopeType.INHERIT,
      description = "Print the whole trace when something fails.")
  private boolean verbose;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version, and what it runs on.")
  @SuppressWarnings("UnusedVariable") // picocli itself acts on it
  private boolean version;

  Conclave() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    Logging.quiet();
    try (SystemTerminal terminal = new SystemTerminal(System.getenv())) {
      Surroundings around = terminal.surroundings();
      int code = run(around, args);
      terminal.close();
      Optional<IOException> lost = terminal.lost();
      lost.ifPresent(
          e ->
              around
                  .output()
                  .say(
                      "What was to be printed is lost, standard output takes no more ("
                          + e.getMessage()
                          + "): free some space there, or send it elsewhere."));
      System.exit(lost.isPresent() ? ExitCodes.FAILED : code);
    }
  }

  /** Runs the command within its surroundings. */
  public static int run(Surroundings around, String... args) {
    return CommandTree.of(around).execute(args);
  }

  /** Whether a failure is to be told with its trace. */
  boolean verbose() {
    return verbose;
  }

  /** Without a command: what to do first. */
  @Override
  public void run() {
    spec.commandLine().getOut().print(FIRST_SCREEN);
    spec.commandLine().getOut().flush();
  }
}

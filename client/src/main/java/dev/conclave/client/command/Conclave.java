package dev.conclave.client.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.conclave.client.terminal.SystemTerminal;
import java.util.Locale;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code conclave} command: its entry, and what all its commands have in common. */
@Command(
    name = "conclave",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Several coding-agent CLIs deliberate over one task; you decide; a validated plan comes"
            + " out.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:failed",
      " 2:usage: the command cannot be carried out as given",
      " 3:no server or worker",
      "10:awaiting a human",
      "130:interrupted",
      "141:the reader closed the output"
    },
    footer = {"", "`conclave help COMMAND` explains a command, with examples."})
public final class Conclave implements Runnable {
  private static final String FIRST_SCREEN =
      """
      Several coding agents deliberate over one task; you decide; a plan comes out.

        conclave plan "Add rate limiting"   start a session for the code in this folder
        conclave analyze "Is it safe?"      have a topic analyzed from several sides
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
      description = "Print the stack trace when something fails.")
  private boolean verbose;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version, and what it runs on.")
  @SuppressWarnings("UnusedVariable") // picocli itself acts on it
  private boolean version;

  Conclave() {}

  public static void main(String[] args) {
    // Ids, file names and what programs read have the same digits everywhere.
    Locale.setDefault(Locale.ROOT);
    silenceLibraries();
    try (SystemTerminal terminal = new SystemTerminal(System.getenv())) {
      CommandContext context = CommandContext.of(System.getenv(), terminal);
      int code = run(context, args);
      terminal.close();
      System.exit(code);
    }
  }

  /** Hides what libraries log; a service turns its own logging on. */
  private static void silenceLibraries() {
    LogManager.getLogManager().reset(); // gRPC logs to java.util.logging
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
      logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }
  }

  public static int run(CommandContext context, String... args) {
    return CommandTree.of(context).execute(args);
  }

  boolean verbose() {
    return verbose;
  }

  @Override
  public void run() {
    spec.commandLine().getOut().print(FIRST_SCREEN);
    spec.commandLine().getOut().flush();
  }
}

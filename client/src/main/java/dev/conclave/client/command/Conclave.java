package dev.conclave.client.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.conclave.client.terminal.SystemTerminal;
import dev.conclave.workflows.temporal.ProductVersion;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The {@code conclave} command: its entry, and what all its commands have in common. */
@Command(
    name = "conclave",
    versionProvider = Conclave.Version.class,
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
      "130:interrupted",
      "141:whoever read the output reads no more"
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

  /** The version that was built, and what it runs on. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "conclave " + ProductVersion.get(),
        "Temporal SDK " + io.temporal.serviceclient.Version.LIBRARY_VERSION,
        "Java %s (%s), %s %s"
            .formatted(
                System.getProperty("java.version"),
                System.getProperty("java.vendor"),
                System.getProperty("os.name"),
                System.getProperty("os.arch"))
      };
    }
  }

  Conclave() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    silenceLibraries();
    try (SystemTerminal terminal = new SystemTerminal(System.getenv())) {
      CommandContext context = CommandContext.of(System.getenv(), terminal);
      int code = run(context, args);
      terminal.close();
      System.exit(code);
    }
  }

  /** What libraries log is not for a command's user; a service turns its own logging on. */
  private static void silenceLibraries() {
    LogManager.getLogManager().reset(); // gRPC logs to java.util.logging
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
      logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }
  }

  /** Runs the command in a context; its exit code. */
  public static int run(CommandContext context, String... args) {
    return CommandTree.of(context).execute(args);
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

package dev.conclave.client.cli;

import dev.conclave.client.session.Refusal;
import dev.conclave.workflows.config.ConfigurationException;
import dev.conclave.workflows.host.ExitCodes;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.wire.WireMapper;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code conclave} command: its entry, its subcommands and its exit codes. */
@Command(
    name = "conclave",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Several coding-agent CLIs deliberate over one task; you decide; a validated plan comes"
            + " out.",
    footer = {
      "",
      "Exit codes: 0 done, 1 failed, 2 usage, 3 no server or worker, 10 awaiting a human, 130"
          + " interrupted."
    })
public final class Conclave implements Runnable {
  private static final String DEBUG = "CONCLAVE_DEBUG";

  @Spec private CommandSpec spec = CommandSpec.create();

  private Conclave() {}

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    Logging.quiet();
    try (SystemTerminal terminal = new SystemTerminal(System.getenv())) {
      int code = run(terminal.surroundings(), args);
      terminal.close();
      System.exit(code);
    }
  }

  /** Runs the command within its surroundings. */
  public static int run(Surroundings around, String... args) {
    return commandLine(around).execute(args);
  }

  static CommandLine commandLine(Surroundings around) {
    CommandLine line = new CommandLine(new Conclave());
    line.addSubcommand(new PlanCommand(around));
    line.addSubcommand(new AnswerCommand(around));
    line.addSubcommand(new DecideCommand(around));
    line.addSubcommand(new ClarifyCommand(around));
    line.addSubcommand(new ConfirmCommand(around));
    line.addSubcommand(new ListCommand(around));
    line.addSubcommand(new ShowCommand(around));
    line.addSubcommand(new WatchCommand(around));
    line.addSubcommand(new CancelCommand(around));
    line.addSubcommand(new ResumeCommand(around));
    line.addSubcommand(new ExportCommand(around));
    around.host().commands().forEach(line::addSubcommand);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setOut(new PrintWriter(around.output().results(), true, StandardCharsets.UTF_8));
    line.setErr(new PrintWriter(around.output().progress(), true, StandardCharsets.UTF_8));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            around.output().progressScreen().color() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpWidth(around.output().resultScreen().width());
    line.setParameterExceptionHandler((e, args) -> misused(around, e, args));
    line.setExecutionExceptionHandler((e, command, parsed) -> failed(around, e, parsed));
    return line;
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getErr());
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }

  private static int misused(Surroundings around, ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println(e.getMessage());
    if (!UnmatchedArgumentException.printSuggestions(e, err)) {
      err.println("See `" + command.getCommandSpec().qualifiedName() + " --help`.");
    }
    if (Arrays.asList(args).contains(JsonOption.NAME)) {
      error(around, e, ExitCodes.USAGE);
    }
    return ExitCodes.USAGE;
  }

  private static int failed(Surroundings around, Exception e, CommandLine.ParseResult parsed) {
    int code =
        e instanceof Refusal || e instanceof ConfigurationException
            ? ExitCodes.USAGE
            : e instanceof ServerException ? ExitCodes.NO_SERVER : ExitCodes.FAILED;
    around.output().say(reason(e));
    if (code == ExitCodes.FAILED || !around.variable(DEBUG).isBlank()) {
      trace(around, e);
    }
    if (parsed.expandedArgs().contains(JsonOption.NAME)) {
      error(around, e, code);
    }
    return code;
  }

  /** A fault of ours gets a trace only when asked for. */
  private static void trace(Surroundings around, Exception e) {
    if (around.variable(DEBUG).isBlank()) {
      around.output().say("Set " + DEBUG + "=1 to see where.");
    } else {
      e.printStackTrace(around.output().progress());
    }
  }

  private static void error(Surroundings around, Exception e, int code) {
    around
        .output()
        .json(WireMapper.get().createObjectNode().put("error", reason(e)).put("exit_code", code));
  }

  private static String reason(Exception e) {
    String message = e.getMessage();
    return message == null || message.isBlank() ? e.getClass().getSimpleName() : message;
  }
}

package dev.conclave.client.command;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import dev.conclave.client.session.Session;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.SystemTerminal;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.ProductVersion;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.logging.LogManager;
import org.slf4j.LoggerFactory;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code conclave} command: entry point, subcommands and help style. */
@Command(
    name = "conclave",
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Several coding-agent CLIs deliberate over one task. You decide, they execute the plan, and you deliver it.",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      " 0:done",
      " 1:failed",
      " 2:usage: invalid arguments or request",
      " 3:no server or worker",
      " 4:completed with problems: an execution, or a review with --fail-on",
      "10:waiting for your input",
      "130:interrupted",
      "141:the reader closed the output"
    },
    footer = {"", "`conclave help COMMAND` explains a command, with examples."})
public final class Conclave implements Runnable {
  private static final int LONGEST_ARGUMENT = 60;
  private static final String FIRST_SCREEN =
      """
      Coding agents deliberate over one task. You decide, and they execute the plan.

        conclave init                       choose your agents
        conclave plan "Add rate limiting"   start a session for the code in this folder
        conclave execute last               execute the plan, with checks and a review
        conclave analyze "Is it safe?"      analyze a topic from several perspectives
        conclave list --awaiting            see what is waiting for your input
        conclave watch last                 follow a session and answer its gates
        conclave doctor                     check what is installed and what is missing

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
      description = "Print the stack trace of an error.")
  private boolean verbose;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version and the platform.")
  @SuppressWarnings("UnusedVariable") // picocli itself acts on it
  private boolean version;

  private final Language language;

  private Conclave(Language language) {
    this.language = language;
  }

  public static void main(String[] args) {
    // Ids, file names and machine-readable output must not depend on the locale.
    Locale.setDefault(Locale.ROOT);
    silenceLibraries();
    try (SystemTerminal terminal = new SystemTerminal(System.getenv())) {
      CommandContext context = CommandContext.of(System.getenv(), terminal);
      int code = run(context, args);
      terminal.close();
      System.exit(code);
    }
  }

  /** Silences the logs of libraries; a service turns its own logging on. */
  private static void silenceLibraries() {
    LogManager.getLogManager().reset(); // gRPC logs to java.util.logging
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext logback) {
      logback.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).setLevel(Level.OFF);
    }
  }

  public static int run(CommandContext context, String... args) {
    CommandLine line = of(context);
    Language language = context.output().resultScreen().language();
    if (language != Language.EN) {
      new TranslatedHelp(language).translate(line);
    }
    for (String argument : args) {
      if (argument.indexOf('\uFFFD') >= 0) {
        String reason =
            "The argument \"%s\" is not UTF-8: set a UTF-8 locale from `locale -a`, such as LC_ALL=C.UTF-8, or pass the text with -f FILE."
                .formatted(Cut.shorten(argument, LONGEST_ARGUMENT));
        return new Failures(context, () -> false)
            .handleParseException(new ParameterException(line, reason), args);
      }
    }
    return line.execute(args);
  }

  @Override
  public void run() {
    PrintWriter out = spec.commandLine().getOut();
    FIRST_SCREEN.lines().map(language::sentence).forEach(out::println);
    out.flush();
  }

  static CommandLine of(CommandContext context) {
    Output output = context.output();
    Language language = output.resultScreen().language();
    Conclave root = new Conclave(language);
    CommandLine line = new CommandLine(root);
    line.getCommandSpec().version(versions());
    line.addSubcommand(new InitCommand(context));
    line.addSubcommand(new PlanCommand(context));
    line.addSubcommand(new AnalyzeCommand(context));
    line.addSubcommand(new ExecuteCommand(context));
    line.addSubcommand(new ReviewCommand(context));
    line.addSubcommand(new ContextCommand(context));
    AnswerCommand.all(context).forEach(line::addSubcommand);
    line.addSubcommand(new ListCommand(context));
    line.addSubcommand(new ShowCommand(context));
    line.addSubcommand(new WatchCommand(context));
    line.addSubcommand(new UiCommand(context));
    line.addSubcommand(new ApproverKeyCommand(context));
    line.addSubcommand(new CancelCommand(context));
    line.addSubcommand(new ResumeCommand(context));
    line.addSubcommand(new ExportCommand(context));
    line.addSubcommand(new RemoveCommand(context));
    context.host().ifPresent(host -> host.commands(language).forEach(line::addSubcommand));
    line.addSubcommand(new Help());
    line.addSubcommand(new Completion());
    line.setOut(writer(output.results(), output.resultScreen()));
    line.setErr(writer(output.progress(), output.progressScreen()));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(output.resultScreen().color() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpWidth(output.resultScreen().width());
    line.setCaseInsensitiveEnumValuesAllowed(true);
    // A task may begin with @, as in "@ada asks for a limit".
    line.setExpandAtFiles(false);
    line.registerConverter(Deadline.class, StartCommand::deadline);
    line.registerConverter(Duration.class, StartCommand::duration);
    Failures failures = new Failures(context, () -> root.verbose);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    style(line);
    return line;
  }

  private static String[] versions() {
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

  private static PrintWriter writer(PrintStream out, Screen screen) {
    return new PrintWriter(out, true, StandardCharsets.UTF_8) {
      @Override
      public void write(String text, int offset, int length) {
        String typed = screen.typed(text.substring(offset, offset + length));
        super.write(typed, 0, typed.length());
      }
    };
  }

  /** Sets a short synopsis, and options in declaration order. */
  private static void style(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.abbreviateSynopsis(true).sortOptions(false).parameterListHeading("%n");
    usage.optionListHeading(line.getSubcommands().isEmpty() ? "" : "%n");
    usage.commandListHeading("%nCommands:%n");
    line.getSubcommands().values().forEach(Conclave::style);
  }

  @Command(
      name = "help",
      description = "Print the help of a command.",
      footer = {"", "Example:", "  conclave help plan"})
  static final class Help implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
        arity = "0..1",
        paramLabel = "COMMAND",
        description = "The command (default: list all commands).")
    private String name = "";

    @Override
    public void run() {
      CommandLine root = spec.parent().commandLine();
      CommandLine named = name.isEmpty() ? root : root.getSubcommands().get(name);
      if (named == null) {
        throw new UnmatchedArgumentException(root, List.of(name));
      }
      named.usage(named.getOut());
    }
  }

  @Command(
      name = "completion",
      description = "Print the completion script for bash or zsh.",
      footer = {
        "",
        "Example, a line for ~/.bashrc, or for ~/.zshrc after compinit:",
        "  source <(conclave completion)"
      })
  static final class Completion implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Override
    public void run() {
      CommandLine root = spec.parent().commandLine();
      spec.commandLine().getOut().print(AutoComplete.bash(root.getCommandName(), root));
      spec.commandLine().getOut().flush();
    }
  }

  @Command(
      name = "watch",
      description = "Follow a session and answer its gates.",
      footer = {
        "",
        "Without SESSION it follows the session that waits for your input, else your last.",
        "At a terminal it prompts at each gate. In a pipe it prints the open gate and",
        "exits. Ctrl-C leaves the session running.",
        "",
        "Examples:",
        "  conclave watch",
        "  conclave watch MCP-add-rate-limiting --json",
        "",
        "Exit codes: as for `conclave plan`."
      })
  static final class WatchCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(arity = "0..1", paramLabel = "SESSION", description = Sessions.NAMED)
    private String named = "";

    @Mixin private JsonOption json = new JsonOption();

    WatchCommand(CommandContext context) {
      this.context = context;
    }

    @Override
    public Integer call() {
      try (Backend backend = Backend.existing(context)) {
        Session session = named.isEmpty() ? backend.waiting() : backend.find(named);
        return new SessionFollower(context, backend, json.wanted)
            .follow(session.continuation(), Instant.EPOCH);
      }
    }
  }
}

package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import dev.conclave.client.session.Spelling;
import dev.conclave.client.terminal.Output;
import dev.conclave.workflows.temporal.LocalCommands;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** All commands, and how their help looks. */
final class CommandTree {
  private CommandTree() {}

  static CommandLine of(CommandContext context) {
    Conclave root = new Conclave();
    CommandLine line = new CommandLine(root);
    Stream.of(
            new PlanCommand(context),
            new AnswerCommand(context),
            new AnswerCommand.Decide(context),
            new AnswerCommand.Clarify(context),
            new AnswerCommand.Confirm(context),
            new ListCommand(context),
            new ShowCommand(context),
            new WatchCommand(context),
            new CancelCommand(context),
            new ResumeCommand(context),
            new ExportCommand(context))
        .forEach(line::addSubcommand);
    context.host().commands().forEach(line::addSubcommand);
    if (context.host().commands().isEmpty()) {
      LocalCommands.NAMES.forEach(name -> line.addSubcommand(absent(name)));
    }
    line.addSubcommand(new Help());
    line.addSubcommand(new Completion());
    Output output = context.output();
    line.setOut(output.resultScreen().program().writer(output.results()));
    line.setErr(output.progressScreen().program().writer(output.progress()));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(output.resultScreen().color() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpWidth(output.resultScreen().width());
    Failures failures = new Failures(context, root::verbose);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    style(line);
    return line;
  }

  /** One look for all: a short synopsis, options as they are declared. */
  private static void style(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.abbreviateSynopsis(true).sortOptions(false).parameterListHeading("%n");
    usage.optionListHeading(line.getSubcommands().isEmpty() ? "" : "%n");
    usage.commandListHeading("%nCommands:%n");
    line.getSubcommands().values().forEach(CommandTree::style);
  }

  /** A command of the full installation where there is only the client: it says so. */
  private static CommandSpec absent(String name) {
    Callable<Integer> refusing =
        () -> {
          throw new Refusal(
              "`conclave %s` needs the full installation, and only the client is here: run it on a host that has both client and worker."
                  .formatted(name));
        };
    CommandSpec spec = CommandSpec.wrapWithoutInspection(refusing).name(name);
    spec.usageMessage()
        .hidden(true)
        .description("Needs the full installation; only the client is here.");
    spec.parser()
        .unmatchedArgumentsAllowed(true)
        .unmatchedOptionsArePositionalParams(true)
        .collectErrors(false);
    return spec;
  }

  /** {@code conclave help}. */
  @Command(
      name = "help",
      description = "Print the help of a command.",
      footer = {"", "Example:", "  conclave help plan"})
  static final class Help implements Runnable {
    @Spec private CommandSpec spec = CommandSpec.create();

    @Parameters(
        arity = "0..1",
        paramLabel = "COMMAND",
        description = "Whose help (default: the list of all commands).")
    private String name = "";

    @Override
    public void run() {
      CommandLine parent = spec.parent().commandLine();
      CommandLine named = name.isEmpty() ? parent : parent.getSubcommands().get(name);
      if (named == null) {
        throw new Refusal(
            "There is no command \"%s\".%s"
                .formatted(name, Spelling.question(name, parent.getSubcommands().keySet())));
      }
      named.usage(named.getOut());
    }
  }

  /** {@code conclave completion}. */
  @Command(
      name = "completion",
      description = "Print what bash or zsh needs to complete commands and options.",
      footer = {
        "",
        "Examples, each a line for the start-up file of the shell:",
        "  source <(conclave completion)           # ~/.bashrc; ~/.zshrc, after compinit"
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
}

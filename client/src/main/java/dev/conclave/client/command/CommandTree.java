package dev.conclave.client.command;

import dev.conclave.client.terminal.Output;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands, and how their help looks. */
final class CommandTree {
  private CommandTree() {}

  static CommandLine of(CommandContext context) {
    Conclave root = new Conclave();
    CommandLine line = new CommandLine(root);
    line.addSubcommand(new PlanCommand(context));
    AnswerCommand.all(context).forEach(line::addSubcommand);
    line.addSubcommand(new ListCommand(context));
    line.addSubcommand(new ShowCommand(context));
    line.addSubcommand(new WatchCommand(context));
    line.addSubcommand(new CancelCommand(context));
    line.addSubcommand(new ResumeCommand(context));
    line.addSubcommand(new ExportCommand(context));
    context.host().commands().forEach(line::addSubcommand);
    line.addSubcommand(new Help());
    line.addSubcommand(new Completion());
    Output output = context.output();
    line.setOut(output.resultScreen().program().writer(output.results()));
    line.setErr(output.progressScreen().program().writer(output.progress()));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(output.resultScreen().color() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpWidth(output.resultScreen().width());
    line.setCaseInsensitiveEnumValuesAllowed(true);
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
      CommandLine root = spec.parent().commandLine();
      CommandLine named = name.isEmpty() ? root : root.getSubcommands().get(name);
      if (named == null) {
        throw new UnmatchedArgumentException(root, List.of(name));
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
}

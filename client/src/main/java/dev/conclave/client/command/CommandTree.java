package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnalysisMode;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.plan.DiscussionMode;
import dev.conclave.workflows.temporal.ExitCodes;
import dev.conclave.workflows.temporal.LocalCommands;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.RunLast;

/** All commands, and how their help looks. */
final class CommandTree {
  private CommandTree() {}

  static CommandLine of(Surroundings around) {
    Conclave root = new Conclave();
    CommandLine line = new CommandLine(root);
    commands(around).forEach(line::addSubcommand);
    around.host().commands().forEach(line::addSubcommand);
    if (around.host().commands().isEmpty()) {
      LocalCommands.NAMES.forEach(name -> line.addSubcommand(new AbsentCommand(name).spec()));
    }
    line.addSubcommand(new HelpCommand());
    line.addSubcommand(new CompletionCommand());
    line.addSubcommand(new SessionNamesCommand(around));
    line.registerConverter(DiscussionMode.class, new WordConverter<>(DiscussionMode.class));
    line.registerConverter(AnalysisMode.class, new WordConverter<>(AnalysisMode.class));
    line.registerConverter(ExecutionMethod.class, new WordConverter<>(ExecutionMethod.class));
    line.registerConverter(CodeReview.class, new WordConverter<>(CodeReview.class));
    line.registerConverter(
        PlanOptions.ContextDepth.class, new WordConverter<>(PlanOptions.ContextDepth.class));
    line.registerConverter(
        CompletionCommand.Shell.class, new WordConverter<>(CompletionCommand.Shell.class));
    line.setOut(
        new SpokenWriter(around.output().results(), around.output().resultScreen().program()));
    line.setErr(
        new SpokenWriter(around.output().progress(), around.output().progressScreen().program()));
    line.setColorScheme(
        CommandLine.Help.defaultColorScheme(
            around.output().resultScreen().color() ? Ansi.ON : Ansi.OFF));
    line.setUsageHelpWidth(around.output().resultScreen().width());
    Failures failures = new Failures(around, root::verbose);
    line.setParameterExceptionHandler(failures);
    line.setExecutionExceptionHandler(failures);
    style(line);
    GateGuide guide = new GateGuide(around);
    line.setExecutionStrategy(
        parsed -> guide.printed(parsed) ? ExitCodes.DONE : new RunLast().execute(parsed));
    return line;
  }

  private static List<Object> commands(Surroundings around) {
    return List.of(
        new PlanCommand(around),
        new AnswerCommand(around),
        new DecideCommand(around),
        new ClarifyCommand(around),
        new ConfirmCommand(around),
        new ListCommand(around),
        new ShowCommand(around),
        new WatchCommand(around),
        new CancelCommand(around),
        new ResumeCommand(around),
        new ExportCommand(around));
  }

  /** One look for all: a short synopsis, options as they are declared, commands in groups. */
  private static void style(CommandLine line) {
    UsageMessageSpec usage = line.getCommandSpec().usageMessage();
    usage.abbreviateSynopsis(true).sortOptions(false).parameterListHeading("%n");
    usage.optionListHeading(line.getSubcommands().isEmpty() ? "" : "%n");
    if (line.getParent() == null) {
      line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING, help -> "");
      line.getHelpSectionMap()
          .put(
              UsageMessageSpec.SECTION_KEY_COMMAND_LIST,
              help -> new CommandGroups(help, line).text());
    }
    line.getSubcommands().values().forEach(CommandTree::style);
  }
}

package dev.conclave.client.command;

import dev.conclave.client.Spelling;
import dev.conclave.client.session.Refusal;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code conclave help}. */
@Command(
    name = "help",
    description = "Print the help of a command.",
    footer = {"", "Example:", "  conclave help plan"})
public final class HelpCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "COMMAND",
      completionCandidates = Candidates.CommandNames.class,
      description = "Whose help (default: the list of all commands).")
  private String name = "";

  @Override
  public Integer call() {
    CommandLine parent = spec.parent().commandLine();
    CommandLine named = name.isEmpty() ? parent : parent.getSubcommands().get(name);
    if (named == null) {
      throw new Refusal("There is no command \"%s\".%s".formatted(name, question(parent, name)));
    }
    named.usage(named.getOut());
    return 0;
  }

  /** Which command may have been meant. */
  public static String question(CommandLine parent, String word) {
    return Spelling.question(word, names(parent));
  }

  /** The commands that a person may want. */
  static List<String> names(CommandLine parent) {
    return parent.getSubcommands().entrySet().stream()
        .filter(command -> !command.getValue().getCommandSpec().usageMessage().hidden())
        .map(Map.Entry::getKey)
        .toList();
  }
}

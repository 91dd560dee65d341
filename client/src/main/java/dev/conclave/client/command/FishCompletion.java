package dev.conclave.client.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Completion for fish, from the model of the commands. */
final class FishCompletion {
  private static final String HEAD =
      """
      # Completion of %1$s for fish.
      function __%1$s_sessions
          echo last
          set -l program (commandline -opc)[1]
          $program %2$s 2>/dev/null </dev/null
      end
      complete -c %1$s -f
      """;

  private final String name;
  private final StringBuilder script = new StringBuilder();

  private final List<String> commands;

  private FishCompletion(CommandLine root) {
    this.name = root.getCommandName();
    this.commands = HelpCommand.names(root);
  }

  static String script(CommandLine root) {
    FishCompletion fish = new FishCompletion(root);
    fish.script.append(HEAD.formatted(fish.name, SessionNamesCommand.NAME));
    for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
      CommandSpec spec = command.getValue().getCommandSpec();
      if (!spec.usageMessage().hidden()) {
        fish.add("__fish_use_subcommand", "-a", command.getKey(), first(spec));
        fish.arguments("__fish_seen_subcommand_from " + command.getKey(), spec);
      }
    }
    fish.arguments("__fish_use_subcommand", root.getCommandSpec());
    return fish.script.toString();
  }

  private void arguments(String when, CommandSpec spec) {
    for (OptionSpec option : spec.options()) {
      if (!option.hidden()) {
        add(when, option);
      }
    }
    for (PositionalParamSpec positional : spec.positionalParameters()) {
      String words = words(positional);
      if (!words.isEmpty()) {
        add(when, "-a", words, "");
      }
    }
  }

  private void add(String when, OptionSpec option) {
    List<String> line = new ArrayList<>();
    for (String spelled : option.names()) {
      line.add(spelled.startsWith("--") ? "-l" : "-s");
      line.add(quoted(spelled.replaceFirst("^-+", "")));
    }
    if (option.arity().max() > 0) {
      line.add(BashCompletion.takesFile(option) ? "-r -F" : "-x");
      if (option.completionCandidates() != null) {
        line.add("-a " + quoted(words(option)));
      }
    }
    line.add("-d " + quoted(first(option)));
    script
        .append("complete -c %s -n %s ".formatted(name, quoted(when)))
        .append(String.join(" ", line))
        .append('\n');
  }

  private void add(String when, String flag, String words, String what) {
    String description = what.isEmpty() ? "" : " -d " + quoted(what);
    script.append(
        "complete -c %s -n %s %s %s%s\n"
            .formatted(name, quoted(when), flag, quoted(words), description));
  }

  private String words(ArgSpec argument) {
    if (argument.completionCandidates() == null) {
      return "";
    }
    String words =
        String.join(
            " ",
            StreamSupport.stream(argument.completionCandidates().spliterator(), false).toList());
    return words
        .replace(Candidates.SESSIONS, "(__" + name + "_sessions)")
        .replace(Candidates.COMMANDS, String.join(" ", commands));
  }

  private static String first(CommandSpec spec) {
    String[] said = spec.usageMessage().description();
    return said.length == 0 ? "" : said[0];
  }

  private static String first(ArgSpec argument) {
    String[] said = argument.renderedDescription();
    return said.length == 0 ? "" : said[0];
  }

  private static String quoted(String text) {
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
  }
}

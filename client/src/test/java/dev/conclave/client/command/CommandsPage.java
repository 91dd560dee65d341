package dev.conclave.client.command;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Generates docs/commands.md from the commands. */
final class CommandsPage {
  static final int WIDTH = 80;

  /** The options shared by all commands. */
  private static final Pattern COMMON = Pattern.compile(" +(-h, --help|-v, --verbose) .*");

  private static final String HEAD =
      """
      # Commands

      Which commands and options are there? This page shows what `conclave help COMMAND` prints.
      CommandsPageTest writes it ([how](../CONTRIBUTING.md#golden-files)).

      **SESSION** is a session's handle or id, a unique prefix of either, or `last`. `last` is the
      newest session of this repository, else your newest.

      **Output.** Results go to standard output, everything else to standard error. `--json` prints
      one [JSON document](json.md) instead, also for a failure. Colors need a terminal. `NO_COLOR` and
      `TERM=dumb` turn them off, and `CLICOLOR_FORCE=1` turns them on. Every command has `--help`,
      and `--verbose`, which adds a stack trace to a failure.

      **Shell completion** for bash and zsh (after `compinit`): `source <(conclave completion)`.

      """;

  private CommandsPage() {}

  static String of(CommandLine root) {
    root.setUsageHelpWidth(WIDTH);
    StringBuilder page = new StringBuilder(HEAD);
    section(page, "conclave", root);
    for (Map.Entry<String, CommandLine> command : root.getSubcommands().entrySet()) {
      if (!command.getValue().getCommandSpec().usageMessage().hidden()) {
        section(page, "conclave " + command.getKey(), command.getValue());
      }
    }
    return page.toString().stripTrailing() + "\n";
  }

  private static void section(StringBuilder page, String title, CommandLine command) {
    page.append("## ").append(title).append("\n\n");
    CommandSpec spec = command.getCommandSpec();
    CommandLine answer =
        command.getParent() == null ? null : command.getParent().getSubcommands().get("answer");
    if (answer != null
        && answer != command
        && answer.getCommandSpec().optionsMap().keySet().equals(spec.optionsMap().keySet())) {
      page.append("Takes the arguments and options of `conclave answer`.\n\n");
      spec.usageMessage()
          .sectionKeys(
              List.of(
                  UsageMessageSpec.SECTION_KEY_SYNOPSIS_HEADING,
                  UsageMessageSpec.SECTION_KEY_SYNOPSIS,
                  UsageMessageSpec.SECTION_KEY_DESCRIPTION,
                  UsageMessageSpec.SECTION_KEY_FOOTER));
    }
    page.append("```text\n");
    command
        .getUsageMessage()
        .lines()
        .filter(line -> !COMMON.matcher(line).matches())
        .forEach(line -> page.append(line.stripTrailing()).append('\n'));
    page.append("```\n\n");
  }
}

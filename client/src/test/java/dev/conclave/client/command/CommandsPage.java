package dev.conclave.client.command;

import java.util.Map;
import picocli.CommandLine;

/** The page docs/commands.md, from the commands themselves. */
final class CommandsPage {
  static final int WIDTH = 80;

  private static final String HEAD =
      """
      # Commands

      What `conclave help COMMAND` prints, of every command. This page is written by a test
      (`./mvnw -q -pl client -am test -Dtest=CommandsPageTest -Dsurefire.failIfNoSpecifiedTests=false -Dconclave.write=true`).

      **SESSION** is the id of a session, a beginning of one that fits no other (with or without `MCP-`), or `last`: the
      session of this server that you started last. When another name than the full id was written, the
      id that was found is said on standard error.

      **Output.** Results go to standard output, everything else to standard error. With `--json` standard output holds
      one JSON document and nothing else, of a failure too ([documents and schemas](json.md)). Colors are written to a
      terminal, unless `NO_COLOR` is set or `TERM` is `dumb`; `CLICOLOR_FORCE=1` writes them into a pipe as well. Pages
      fit terminals from 60 columns on; a line for copying is never wrapped.

      **A failure** is a line or two that name the fix. `--verbose` adds the trace. Logs of server and worker are shown by
      `conclave logs`.

      **Shell completion** of commands and options, for bash and zsh (after `compinit`):
      `source <(conclave completion)`.

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
    page.append("## ").append(title).append("\n\n```text\n");
    command.getUsageMessage().lines().forEach(l -> page.append(l.stripTrailing()).append('\n'));
    page.append("```\n\n");
  }
}

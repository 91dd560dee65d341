package dev.conclave.client.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command for one session, whose result is a page or a document. */
abstract class SessionCommand implements Callable<Integer> {
  final CommandContext context;

  @Parameters(
      index = "0",
      paramLabel = "SESSION",
      description =
          "A session id, a unique prefix of one, or last: the session that you started last.")
  String named = "";

  @Mixin JsonOption json = new JsonOption();

  SessionCommand(CommandContext context) {
    this.context = context;
  }
}

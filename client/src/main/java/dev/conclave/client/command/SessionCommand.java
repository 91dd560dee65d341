package dev.conclave.client.command;

import dev.conclave.client.session.Sessions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** A command for one session, with a page or a JSON document as its result. */
abstract class SessionCommand implements Callable<Integer> {
  final CommandContext context;

  @Parameters(index = "0", paramLabel = "SESSION", description = Sessions.NAMED)
  String named = "";

  @Mixin JsonOption json = new JsonOption();

  SessionCommand(CommandContext context) {
    this.context = context;
  }
}

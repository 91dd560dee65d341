package dev.conclave.client.command;

import dev.conclave.client.session.Refusal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;

/** A command of the full installation where there is only the client: it says so. */
final class AbsentCommand implements Callable<Integer> {
  private final String name;

  AbsentCommand(String name) {
    this.name = name;
  }

  /** Takes whatever the real command would. */
  CommandSpec spec() {
    CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(name);
    spec.usageMessage()
        .hidden(true)
        .description("Needs the full installation; only the client is here.");
    spec.parser()
        .unmatchedArgumentsAllowed(true)
        .unmatchedOptionsArePositionalParams(true)
        .collectErrors(false);
    return spec;
  }

  @Override
  public Integer call() {
    throw new Refusal(
        "`conclave %s` needs the full installation, and only the client is here: run it on a host that has both client and worker."
            .formatted(name));
  }
}

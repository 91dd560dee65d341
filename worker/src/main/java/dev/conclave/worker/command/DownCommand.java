package dev.conclave.worker.command;

import dev.conclave.activities.agent.process.CallFolder.StartedCall;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.command.LocalCommand.JsonOutput;
import dev.conclave.worker.stack.StackStatus;
import dev.conclave.workflows.text.ExitCodes;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "down",
    description = "Stop what `conclave up` started: the page, the worker and the server.",
    footer = {
      "",
      "Sessions wait in the data folder and continue after the next `conclave up`.",
      "",
      "Examples:",
      "  conclave down",
      "  conclave down --kill"
    })
final class DownCommand extends LocalCommand {
  @Option(names = "--kill", description = "Also end running agent calls; they will be repeated.")
  private boolean kill;

  @Mixin private JsonOutput json = new JsonOutput();

  /**
   * The output of {@code --json}.
   *
   * @param killed whether the calls were ended; otherwise the next worker takes them over
   */
  record Stopped(boolean killed, List<EndedCall> calls, StackStatus status) {

    record EndedCall(String agent, String session) {}
  }

  @Override
  HostContext context() {
    return HostContext.ignoringConfigurationErrors(this::say);
  }

  @Override
  int run(HostContext host) throws Exception {
    stack(host).stop(this::say);
    OrphanSweep calls = new OrphanSweep(host.folder());
    List<StartedCall> left = kill ? calls.sweep((call, asker) -> false) : calls.running();
    for (StartedCall call : left) {
      String did = kill ? "Ended: " : "Still running: ";
      say(did + call.agent() + " for " + call.key().workflowId());
    }
    if (!kill && !left.isEmpty()) {
      say("The next worker takes over these calls; `conclave down --kill` ends them.");
    }
    if (json.wanted) {
      printJson(
          new Stopped(
              kill,
              left.stream()
                  .map(call -> new Stopped.EndedCall(call.agent(), call.key().workflowId()))
                  .toList(),
              StackStatus.now(host)));
    }
    return ExitCodes.DONE;
  }
}

package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave confirm}. */
@Command(
    name = "confirm",
    description = "Answer a confirmation gate; execute when no KIND is named.",
    footer = {
      "",
      "Examples:",
      "  conclave confirm last",
      "  conclave confirm last modify \"Split the second task\" --watch",
      "  conclave confirm last save",
      "",
      "Exit codes: as of `conclave answer`."
    })
public final class ConfirmCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private AnswerOptions options = new AnswerOptions();

  public ConfirmCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    return new Answering(
            around, Optional.of(GateType.CONFIRMATION), Optional.of(AnswerKind.EXECUTE))
        .send(options);
  }
}

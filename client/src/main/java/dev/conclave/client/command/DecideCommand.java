package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave decide}. */
@Command(
    name = "decide",
    description = "Answer a decision gate; approve when no KIND is named.",
    footer = {
      "",
      "Examples:",
      "  conclave decide last 1",
      "  conclave decide last 2 --execution codex --review agent --watch",
      "  conclave decide last different-direction \"Use the gateway instead\"",
      "",
      "Exit codes: as of `conclave answer`."
    })
public final class DecideCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private AnswerOptions options = new AnswerOptions();

  public DecideCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    return new Answering(around, Optional.of(GateType.DECISION), Optional.of(AnswerKind.APPROVE))
        .send(options);
  }
}

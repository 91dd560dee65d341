package dev.conclave.client.cli;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave answer}. */
@Command(
    name = "answer",
    mixinStandardHelpOptions = true,
    description = "Answer the open gate of a session.")
final class AnswerCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private AnswerOptions options = new AnswerOptions();

  AnswerCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    return new Answering(around, Optional.<GateType>empty(), Optional.<AnswerKind>empty())
        .send(options);
  }
}

package dev.conclave.client.cli;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave clarify}. */
@Command(
    name = "clarify",
    mixinStandardHelpOptions = true,
    description = "Answer questions; clarify when no kind is named.")
final class ClarifyCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private AnswerOptions options = new AnswerOptions();

  ClarifyCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    return new Answering(
            around, Optional.of(GateType.CLARIFICATION), Optional.of(AnswerKind.CLARIFY))
        .send(options);
  }
}

package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave clarify}. */
@Command(
    name = "clarify",
    description = "Answer a clarification gate; clarify when no KIND is named.",
    footer = {
      "",
      "Examples:",
      "  conclave clarify last \"Limit by API key, 100 requests a minute\"",
      "  conclave clarify last --answer 1=\"per user\" --answer 2=\"100 a minute\"",
      "  conclave clarify last proceed",
      "",
      "Exit codes: as of `conclave answer`."
    })
public final class ClarifyCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private AnswerOptions options = new AnswerOptions();

  public ClarifyCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    return new Answering(
            around, Optional.of(GateType.CLARIFICATION), Optional.of(AnswerKind.CLARIFY))
        .send(options);
  }
}

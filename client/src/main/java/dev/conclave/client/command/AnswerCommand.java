package dev.conclave.client.command;

import dev.conclave.client.terminal.Surroundings;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code conclave answer}. */
@Command(
    name = "answer",
    description = "Answer the open gate of a session.",
    footer = {
      "",
      "What each gate takes:",
      "  clarification  clarify TEXT, proceed, change-direction TEXT, cancel",
      "  decision       approve N, more-analysis [TEXT], different-direction TEXT,",
      "                 cancel",
      "  confirmation   execute, modify TEXT, back, save, cancel",
      "  budget         raise, drop-agent NAME, decide, cancel",
      "",
      "At a terminal a missing TEXT is written in your $VISUAL or $EDITOR.",
      "",
      "Examples:",
      "  conclave answer last approve 2 --constraint minimal-changes --watch",
      "  conclave answer last more-analysis \"Look at the Redis client too\"",
      "  conclave answer last modify -f wishes.md",
      "  conclave answer last raise --budget-usd 5",
      "",
      "Exit codes: 0 taken, 2 refused, 3 no server or worker, 10 the gate opened anew",
      "because the workspace has changed; with --watch as of `conclave plan`."
    })
public final class AnswerCommand implements Callable<Integer> {
  private final Surroundings around;
  @Mixin private AnswerOptions options = new AnswerOptions();

  public AnswerCommand(Surroundings around) {
    this.around = around;
  }

  @Override
  public Integer call() {
    return new Answering(around, Optional.<GateType>empty(), Optional.<AnswerKind>empty())
        .send(options);
  }
}

package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.AgentOutput;
import dev.conclave.activities.agent.process.Ending;
import dev.conclave.activities.agent.process.SpooledCall;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.config.Configuration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes receipts.
 *
 * @param configuration for the price table
 */
public record Receipts(Configuration configuration) {
  private static final Map<Integer, String> SIGNALS =
      Map.of(
          1, "HUP", 2, "INT", 3, "QUIT", 6, "ABRT", 9, "KILL", 11, "SEGV", 13, "PIPE", 15, "TERM");

  /** The receipt of an ended call. */
  Receipt of(
      SpooledCall call,
      String tree,
      Ending ending,
      AgentOutput output,
      long bytes,
      Optional<DocumentRef> stdout,
      Instant end) {
    Optional<String> priced = output.model().or(() -> configuration.agent(call.agent()).model());
    Optional<Double> computed =
        output.tokensIn() + output.tokensOut() == 0
            ? Optional.empty()
            : priced
                .flatMap(configuration::price)
                .map(price -> price.of(output.tokensIn(), output.tokensOut()));
    return new Receipt(
        call.callId(),
        call.agent(),
        call.binary(),
        call.version(),
        call.argv(),
        output.model(),
        tree,
        call.started(),
        end,
        exit(ending).filter(code -> signal(ending).isEmpty()),
        signal(ending),
        call.attempts(),
        bytes,
        stdout,
        output.tokensIn(),
        output.tokensOut(),
        output.costUsd().or(() -> computed),
        output.costUsd().isPresent()
            ? "reported"
            : computed.isPresent() ? "price-table" : "unknown");
  }

  /** The receipt of an analyst that is no program: nothing was run, and it cost nothing. */
  public static Receipt builtIn(AskRequest request, Instant start, Instant end) {
    return new Receipt(
        request.callId(),
        request.agent(),
        "built-in",
        Optional.empty(),
        List.of(),
        Optional.empty(),
        request.tree(),
        start,
        end,
        Optional.of(0),
        Optional.empty(),
        1,
        0,
        Optional.empty(),
        0,
        0,
        Optional.of(0.0),
        "reported");
  }

  private static Optional<Integer> exit(Ending ending) {
    return ending instanceof Ending.Exited exited ? Optional.of(exited.code()) : Optional.empty();
  }

  private static Optional<String> signal(Ending ending) {
    if (ending instanceof Ending.Killed) {
      return Optional.of("TERM");
    }
    return exit(ending)
        .filter(code -> code > 128 && SIGNALS.containsKey(code - 128))
        .map(code -> SIGNALS.getOrDefault(code - 128, ""));
  }
}

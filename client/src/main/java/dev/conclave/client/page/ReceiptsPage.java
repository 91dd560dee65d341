package dev.conclave.client.page;

import dev.conclave.client.session.CallLine;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.api.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The calls of a session with their proofs, and what they cost. */
public final class ReceiptsPage {
  private ReceiptsPage() {}

  public static void write(Page page, List<CallLine> calls) {
    if (calls.isEmpty()) {
      page.text("No agent has been called yet.");
      return;
    }
    Table table =
        new Table(
                "Round", "Agent", "Role", "Status", "Version", "Model", "Took", "Exit", "Tokens",
                "Cost", "Digest")
            .right(0, 6, 7, 8, 9);
    for (CallLine call : calls) {
      Optional<Receipt> proof = call.receipt();
      table.row(
          call.round() == 0 ? "" : call.round(),
          call.agent(),
          call.role(),
          call.status(),
          proof.map(r -> r.version().orElse("?")).orElse(""),
          proof.map(r -> r.model().orElse("?")).orElse(""),
          call.seconds().map(s -> Figures.span(Duration.ofSeconds(s))).orElse(""),
          proof.map(r -> r.exit().map(String::valueOf).or(r::signal).orElse("?")).orElse(""),
          proof
              .map(r -> reported(Optional.of(r.tokensIn() + r.tokensOut()).filter(n -> n > 0)))
              .orElse(""),
          proof.map(r -> reported(r.costUsd().map(Figures::usd))).orElse(""),
          proof.flatMap(Receipt::stdout).map(out -> out.digest().substring(0, 12)).orElse(""));
    }
    page.table(table).gap();
    for (CallLine call : calls) {
      if (!call.answered() && call.reason().isPresent()) {
        boolean unproven = call.receipt().isEmpty() && call.seconds().isPresent();
        page.item(
            Ink.CAREFUL,
            0,
            "!",
            "%s, %s: %s, %s%s"
                .formatted(
                    call.round() == 0 ? call.role() : "round " + call.round(),
                    call.agent(),
                    call.status(),
                    unproven ? "tokens and cost unknown: " : "",
                    call.reason().get()));
      }
    }
  }

  private static String reported(Optional<?> figure) {
    return figure.map(String::valueOf).orElse("not reported");
  }
}

package dev.conclave.client.terminal;

import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.plan.RoundRecord;
import java.time.Duration;
import java.util.List;

/** The proofs of a session's calls, and what they cost. */
public final class ReceiptsPage {
  private ReceiptsPage() {}

  /** Writes a line for each call. */
  public static void write(Page page, List<RoundRecord> rounds) {
    Table table =
        new Table(
                "Round", "Agent", "Status", "Version", "Model", "Took", "Exit", "Tokens", "Cost",
                "Digest")
            .right(0, 5, 6, 7, 8);
    for (RoundRecord round : rounds) {
      for (AgentRun run : round.runs()) {
        run.receipt().ifPresent(receipt -> row(table, round.number(), run.status(), receipt));
      }
    }
    if (table.isEmpty()) {
      page.text("No agent has been called yet.");
    } else {
      page.table(table);
    }
  }

  private static void row(Table table, int round, String status, Receipt receipt) {
    table.row(
        round,
        receipt.agent(),
        status,
        receipt.version().orElse("?"),
        receipt.model().orElse("?"),
        Figures.span(Duration.between(receipt.start(), receipt.end())),
        receipt.exit().map(String::valueOf).or(receipt::signal).orElse("?"),
        receipt.tokensIn() + receipt.tokensOut(),
        receipt.costUsd().map(Figures::usd).orElse("?"),
        receipt.stdout().map(ref -> ref.digest().substring(0, 12)).orElse(""));
  }
}

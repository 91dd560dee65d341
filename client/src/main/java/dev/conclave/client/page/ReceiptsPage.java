package dev.conclave.client.page;

import dev.conclave.client.session.CallLine;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.api.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The calls of a session with their proofs, and what they cost. */
public final class ReceiptsPage {
  private ReceiptsPage() {}

  /** Writes a line for each call, and why the failed ones failed. */
  public static void write(Page page, List<CallLine> calls) {
    if (calls.isEmpty()) {
      page.text("No agent has been called yet.");
      return;
    }
    page.table(table(calls));
    page.gap();
    for (CallLine call : calls) {
      String who = place(call) + ", " + call.agent() + ": ";
      call.reason()
          .filter(reason -> !call.answered())
          .ifPresent(
              reason ->
                  page.item(
                      Ink.CAREFUL, 0, "!", who + call.status() + ", " + unproven(call) + reason));
    }
  }

  private static String unproven(CallLine call) {
    return call.receipt().isPresent()
        ? ""
        : call.seconds().isPresent() ? "what it used is not known: " : "";
  }

  private static String place(CallLine call) {
    return call.round() == 0 ? "plan" : "round " + call.round();
  }

  private static Table table(List<CallLine> calls) {
    Table table =
        new Table(
                "Round", "Agent", "Status", "Version", "Model", "Took", "Exit", "Tokens", "Cost",
                "Digest")
            .right(0, 5, 6, 7, 8);
    for (CallLine call : calls) {
      table.row(
          round(call),
          call.agent(),
          call.status(),
          told(call, r -> r.version().orElse("?")),
          told(call, r -> r.model().orElse("?")),
          took(call),
          told(call, ReceiptsPage::exit),
          told(call, r -> String.valueOf(r.tokensIn() + r.tokensOut())),
          told(call, ReceiptsPage::cost),
          told(call, r -> r.stdout().map(out -> out.digest().substring(0, 12)).orElse("")));
    }
    return table;
  }

  private static String round(CallLine call) {
    return call.round() == 0 ? "plan" : String.valueOf(call.round());
  }

  private static String took(CallLine call) {
    return call.seconds().map(s -> Figures.span(Duration.ofSeconds(s))).orElse("");
  }

  private static String exit(Receipt receipt) {
    return receipt.exit().map(String::valueOf).or(receipt::signal).orElse("?");
  }

  private static String cost(Receipt receipt) {
    Optional<Double> usd = receipt.costUsd();
    return usd.map(Figures::usd).orElse("unknown");
  }

  /** What the receipt tells; nothing without one. */
  private static String told(CallLine call, Function<Receipt, String> what) {
    return call.receipt().map(what).orElse("");
  }
}

package dev.conclave.client.page;

import dev.conclave.client.session.CallLine;
import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Columns;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Printable;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.AgentRow;
import dev.conclave.client.view.DecisionLine;
import dev.conclave.client.view.Field;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.Receipts;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.client.view.SessionSummary;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.session.SessionView.RoundLine;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A session's summary, decisions and receipts. */
public final class SessionPage {
  private static final int LONGEST = 200;

  private SessionPage() {}

  public static void write(Page page, SessionSnapshot now, Optional<String> ui) {
    SessionSummary summary = SessionSummary.of(now, ui, Instant.now());
    page.heading(summary.handle());
    summary.fields().forEach(page::field);
    summary.warnings().forEach(line -> page.line(0, line));
    // A review has no solutions and no score.
    if (now.view().review() == null && now.view().execution() == null) {
      page.gap().table(rounds(summary.rounds()));
    }
    KindPage<?> kind = KindPage.of(summary.session());
    page.gap().table(kind.tasks(now));
    kind.more(page, now);
    page.gap().table(agents(summary.agents()));
    page.gap();
    summary.plan().forEach(page::field);
    summary.planWarnings().forEach(line -> page.line(line.mark().isEmpty() ? 0 : 2, line));
    page.gap();
    summary.result().forEach(page::field);
    summary.ending().forEach(line -> page.line(0, line));
    for (Field field : summary.handOff()) {
      page.heading(field.name());
      field.value().lines().forEach(line -> page.verbatim(2, line));
    }
  }

  private static Table rounds(List<RoundLine> rounds) {
    Table table =
        new Table("Round", "Agents", "Failed", "Solutions", "Score", "New findings", "Result")
            .right(0, 3, 4)
            .ours(5, 6);
    for (RoundLine round : rounds) {
      table.row(
          round.number(),
          String.join(", ", round.agents()),
          String.join(", ", round.failed()),
          round.solutions(),
          Formats.score(round.score()),
          round.newInsights() ? "yes" : "no",
          RoundSummary.outcome(round.recommendation()));
    }
    return table;
  }

  static Table agents(List<AgentRow> agents) {
    Table table =
        new Table("Agent", "Role", "State", "Time", "Usage", "Activity")
            .right(3, 4)
            .ours(1, 2, 4, 5);
    for (AgentRow row : agents) {
      String activity = Columns.fit(Printable.line(row.activity()), LONGEST);
      table.row(
          row.tone(), row.agent(), row.role(), row.state(), row.time(), row.usage(), activity);
    }
    return table;
  }

  public static void decisions(Page page, List<Decision> decisions) {
    Table table = new Table("Time", "Gate", "By", "Decision");
    for (Decision decision : decisions) {
      DecisionLine line = DecisionLine.of(decision, List.of(page.screen().language().tag()));
      table.row(
          Formats.time(line.at()),
          line.gate(),
          line.by(),
          page.screen().language().answer(line.what()));
    }
    page.gap().table(table);
  }

  public static void receipts(Page page, List<CallLine> calls) {
    if (calls.isEmpty()) {
      page.text("No agent has been called yet.");
      return;
    }
    Table table =
        new Table(
                "Round",
                "Agent",
                "Role",
                "Status",
                "Version",
                "Model",
                "Duration",
                "Exit",
                "Tokens",
                "Cost",
                "Digest")
            .right(0, 6, 7, 8, 9)
            .ours(2, 3);
    for (CallLine call : calls) {
      Optional<Receipt> proof = Optional.ofNullable(call.receipt());
      table.row(
          call.round() == 0 ? "" : call.round(),
          call.agent(),
          call.role(),
          call.status(),
          proof.map(r -> r.version().orElse("?")).orElse(""),
          proof.map(r -> r.model().orElse("?")).orElse(""),
          call.seconds() == null ? "" : Formats.span(Duration.ofSeconds(call.seconds())),
          proof.map(r -> r.exit().map(String::valueOf).or(r::signal).orElse("?")).orElse(""),
          proof.map(r -> r.tokensIn() + r.tokensOut()).map(n -> n > 0 ? "" + n : "?").orElse(""),
          proof.map(r -> r.costUsd().map(Formats::usd).orElse("?")).orElse(""),
          proof.flatMap(Receipt::stdout).map(out -> out.digest().substring(0, 8)).orElse(""));
    }
    page.table(table).gap();
    Receipts.of(calls).remarks().forEach(line -> page.line(0, line));
  }
}

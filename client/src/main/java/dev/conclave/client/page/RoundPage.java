package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Field;
import dev.conclave.client.view.Formats;
import dev.conclave.client.view.RoundSummary;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.session.RoundRecord;
import java.time.Duration;
import java.util.List;

/** A round: its agents and its results. */
final class RoundPage {
  private RoundPage() {}

  static void write(Page page, RoundView view, List<String> languages) {
    RoundSummary round = RoundSummary.of(view, languages);
    page.heading("Round " + round.record().number());
    round.fields().forEach(page::field);
    round.warnings().forEach(line -> page.line(0, line));
    runs(page, round.record());
    if (!round.file().isEmpty()) {
      page.gap();
      round.names().forEach(name -> page.quote(Tone.PLAIN, 0, "·", name));
      page.text(Tone.FAINT, 0, "The full text is in " + round.file() + " in the session folder.");
      return;
    }
    for (int i = 0; i < round.solutions().size(); i++) {
      PlanPage.write(page, i + 1, round.solutions().get(i));
    }
    if (!round.considered().isEmpty()) {
      page.gap().field(Field.quote("Considered", String.join("; ", round.considered())));
    }
    LedgerPage.write(page, round.ledger());
  }

  private static void runs(Page page, RoundRecord record) {
    Table table =
        new Table("Agent", "Replaces", "Status", "Model", "Duration", "Reason").ours(2, 5);
    for (AgentRun run : record.runs()) {
      table.row(
          run.agent(),
          run.standsFor().equals(run.agent()) ? "" : run.standsFor(),
          run.status(),
          run.receipt().flatMap(r -> r.model()).orElse(""),
          run.receipt().map(r -> Formats.span(Duration.between(r.start(), r.end()))).orElse(""),
          run.reason().orElse(""));
    }
    page.gap().table(table);
  }
}

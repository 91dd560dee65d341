package dev.conclave.client.view;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.ReviewOutcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The agents that report each finding of a review, apart from those that only agree. */
public final class FindingReporters {
  private FindingReporters() {}

  /** Returns agents by the finding's id. */
  public static Map<String, List<String>> of(ReviewOutcome outcome, Ledger ledger) {
    Map<String, Ledger.Statement> statements = ledger.byId();
    Map<String, List<Ledger.Statement>> reports = new HashMap<>();
    for (Ledger.Point point : ledger.points()) {
      reports.put(
          point.id(),
          point.members().stream()
              .flatMap(id -> Stream.ofNullable(statements.get(id)))
              .filter(said -> said.finding() != null)
              .toList());
    }
    Map<String, List<String>> reporters = new HashMap<>();
    for (ReviewOutcome.Judged one : outcome.findings()) {
      List<Ledger.Statement> said = reports.getOrDefault(one.id(), List.of());
      List<String> still =
          said.stream()
              .filter(report -> !report.withdrawn())
              .map(Ledger.Statement::agent)
              .distinct()
              .toList();
      // A later review numbers its points from 1 again.
      boolean known = said.stream().anyMatch(report -> one.finding().equals(report.finding()));
      reporters.put(one.id(), known && !still.isEmpty() ? still : one.by());
    }
    return reporters;
  }
}

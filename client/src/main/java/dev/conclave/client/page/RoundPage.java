package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import java.time.Duration;
import java.util.Optional;

/** A round: who took part, and what it came to. */
public final class RoundPage {
  private RoundPage() {}

  /** Writes the whole round. */
  public static void write(Page page, RoundView round) {
    RoundRecord record = round.record();
    page.heading("Round " + record.number());
    page.field("Convergence", convergence(record.convergence()));
    page.field("Because", record.convergence().rationale());
    page.field("Took", Figures.span(Duration.between(record.started(), record.ended())));
    record.feedback().ifPresent(words -> page.field("You said", words));
    runs(page, record);
    round
        .synthesis()
        .ifPresentOrElse(
            synthesis -> DiscussionPage.write(page, synthesis),
            () -> {
              page.gap();
              record.solutions().forEach(name -> page.item(0, "·", name));
              page.text(Ink.FAINT, 0, "In full in " + round.file() + " of the session folder.");
            });
  }

  /** The score with its parts, in a line. */
  public static String convergence(RoundLine round) {
    return convergence(
        round.score(),
        round.agreement(),
        round.feasibility(),
        round.evidence(),
        round.newInsights(),
        round.recommendation());
  }

  /** The score with its parts, in a line. */
  public static String convergence(Convergence c) {
    return convergence(
        c.score(),
        c.agreementRatio(),
        c.meanFeasibility(),
        c.evidenceRate(),
        c.newInsights(),
        c.recommendation());
  }

  private static String convergence(
      double score,
      double agreement,
      Optional<Double> feasibility,
      double evidence,
      boolean newInsights,
      Recommendation recommendation) {
    return "%s of %s (agreement %s, feasibility %s, evidence %s, %s) → %s"
        .formatted(
            Figures.score(score),
            Figures.score(Convergence.CONVERGED_FROM),
            Figures.score(agreement),
            said(feasibility),
            Figures.score(evidence),
            newInsights ? "new insights" : "nothing new",
            outcome(recommendation));
  }

  /** A feasibility in a sentence: a number that nobody gave is told as such. */
  static String said(Optional<Double> feasibility) {
    return feasibility.map(Figures::score).orElse("not said");
  }

  /** What a round came to. What follows from it is told by the session, not by its rounds. */
  static String outcome(Recommendation recommendation) {
    return switch (recommendation) {
      case CONVERGED -> "converged";
      case USER_INPUT_NEEDED -> "open questions for you";
      case CONTINUE -> "not converged";
    };
  }

  private static void runs(Page page, RoundRecord record) {
    Table table = new Table("Agent", "For", "Status", "Model", "Took", "Why");
    for (AgentRun run : record.runs()) {
      table.row(
          run.agent(),
          run.standsFor().equals(run.agent()) ? "" : run.standsFor(),
          run.status(),
          run.receipt().flatMap(r -> r.model()).orElse(""),
          run.receipt().map(r -> Figures.span(Duration.between(r.start(), r.end()))).orElse(""),
          run.reason().orElse(""));
    }
    page.gap().table(table);
  }
}

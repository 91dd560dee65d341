package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.session.SessionView.RoundLine;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A round: who took part, and what it came to. */
public final class RoundPage {
  private RoundPage() {}

  public static void write(Page page, RoundView round, List<String> languages) {
    RoundRecord record = round.record();
    Convergence convergence = record.convergence();
    page.heading("Round " + record.number());
    page.field("Score", arithmetic(convergence));
    page.field("Because", convergence.rationale());
    page.field("Took", Formats.span(Duration.between(record.started(), record.ended())));
    record.feedback().ifPresent(words -> page.field("You said", words));
    round.synthesis().ifPresent(synthesis -> counted(page, synthesis));
    runs(page, record);
    round
        .synthesis()
        .ifPresentOrElse(
            synthesis -> full(page, synthesis, languages),
            () -> {
              page.gap();
              record.solutions().forEach(name -> page.item(0, "·", name));
              page.text(
                  Ink.FAINT, 0, "The full text is in " + round.file() + " of the session folder.");
            });
  }

  /** The arithmetic of the score, so that a person can check it. */
  private static String arithmetic(Convergence c) {
    return "%s of %s = %s × agreement %s + %s × feasibility %s + %s → %s"
        .formatted(
            Formats.score(c.score()),
            Formats.score(Convergence.CONVERGED_FROM),
            Convergence.AGREEMENT_SHARE,
            Formats.score(c.agreementRatio()),
            Convergence.FEASIBILITY_SHARE,
            said(c.meanFeasibility()),
            c.newInsights() ? "0 (new insights)" : Convergence.NO_NEW_INSIGHT + " (nothing new)",
            outcome(c.recommendation()));
  }

  private static void counted(Page page, Synthesis synthesis) {
    CrossVerification verification = synthesis.crossVerification(List.of());
    int agreed = verification.agreements().size();
    long open = verification.disagreements().stream().filter(Disagreement::open).count();
    page.field(
        "Agreement",
        "%1$d agreed of (%1$d + %2$s + 1)".formatted(agreed, Words.counted(open, "disagreement")));
    page.field("Voters", String.join(", ", synthesis.voters()));
    page.field("Votes", "Krippendorff's alpha " + Formats.score(synthesis.alpha()));
    page.field(
        "Refuted",
        LedgerPage.refuted(synthesis.ledger()).entrySet().stream()
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", ")));
    CitedPlaces places = synthesis.places();
    if (places.missing() > 0) {
      page.field(
          "Missing",
          "%d of %s: %s"
              .formatted(
                  places.missing(),
                  Words.counted(places.cited(), "cited place"),
                  String.join(", ", places.first())));
    }
    if (synthesis.notCrossVerified()) {
      page.item(
          Ink.CAREFUL, 0, "!", "Not cross-verified: no agent could compare what the others said.");
    }
  }

  private static void full(Page page, Synthesis synthesis, List<String> languages) {
    List<Solution> solutions = synthesis.solutions();
    for (int i = 0; i < solutions.size(); i++) {
      PlanPage.write(page, i + 1, solutions.get(i));
    }
    if (!synthesis.alsoConsidered().isEmpty()) {
      page.gap().field("Considered", String.join("; ", synthesis.alsoConsidered()));
    }
    LedgerPage.write(page, synthesis.ledger(), languages, true, Optional.empty());
  }

  public static String convergence(RoundLine round) {
    return "%s of %s (agreement %s, feasibility %s, evidence %s, %s) → %s"
        .formatted(
            Formats.score(round.score()),
            Formats.score(Convergence.CONVERGED_FROM),
            Formats.score(round.agreement()),
            said(round.feasibility()),
            Formats.score(round.evidence()),
            round.newInsights() ? "new insights" : "nothing new",
            outcome(round.recommendation()));
  }

  /** A feasibility in a sentence; {@code not said} when nobody gave one. */
  static String said(Optional<Double> feasibility) {
    return feasibility.map(Formats::score).orElse("not said");
  }

  /** The outcome of a round; what follows from it is the session's to say. */
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
          run.receipt().map(r -> Formats.span(Duration.between(r.start(), r.end()))).orElse(""),
          run.reason().orElse(""));
    }
    page.gap().table(table);
  }
}

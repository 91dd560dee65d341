package dev.conclave.client.view;

import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.session.SessionView.RoundLine;
import dev.conclave.workflows.session.StatementNames;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A round: its agents and its results.
 *
 * @param solutions in full if the whole round is known; otherwise {@code names}, with the rest in
 *     {@code file}
 * @param considered proposals that did not become separate options
 */
public record RoundSummary(
    RoundRecord record,
    List<Field> fields,
    List<Line> warnings,
    List<Solution> solutions,
    List<String> considered,
    LedgerView ledger,
    List<String> names,
    String file) {

  public static RoundSummary of(RoundView round, List<String> languages) {
    return of(round, List.of(), languages, true);
  }

  /**
   * Builds the summary, including votes that were changed later.
   *
   * @param earlier ledgers of earlier rounds, as far as known
   * @param plans whether points can change a plan
   */
  public static RoundSummary of(
      RoundView round, List<Ledger> earlier, List<String> languages, boolean plans) {
    RoundRecord record = round.record();
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Score", arithmetic(record.convergence())));
    fields.add(new Field("Reason", record.convergence().rationale()));
    fields.add(
        new Field("Duration", Formats.span(Duration.between(record.started(), record.ended()))));
    if (record.feedback() != null) {
      fields.add(Field.quote("Feedback", record.feedback()));
    }
    if (round.synthesis().isEmpty()) {
      return new RoundSummary(
          record,
          fields,
          List.of(),
          List.of(),
          List.of(),
          LedgerView.NONE,
          record.solutions(),
          round.file());
    }
    Ledger ledger = round.synthesis().get().ledger();
    Synthesis synthesis = StatementNames.of(ledger).in(round.synthesis().get(), Synthesis.class);
    fields.addAll(counted(synthesis));
    return new RoundSummary(
        record,
        fields,
        synthesis.notCrossVerified()
            ? List.of(
                Line.warning(
                    "Not cross-verified: "
                        + (synthesis.voters().size() == 1
                            ? "only " + synthesis.voters().get(0) + " voted in this round."
                            : "the statements of this round were not compared.")))
            : List.of(),
        synthesis.solutions(),
        synthesis.alsoConsidered(),
        LedgerView.of(ledger, earlier, languages, plans, ""),
        List.of(),
        "");
  }

  /** Returns the score as a formula that the user can check. */
  private static String arithmetic(Convergence c) {
    return "%s = %s × agreement %s + %s × feasibility %s + %s → %s (threshold %s)"
        .formatted(
            Formats.score(c.score()),
            Convergence.AGREEMENT_SHARE,
            Formats.score(c.agreementRatio()),
            Convergence.FEASIBILITY_SHARE,
            formatFeasibility(c.meanFeasibility()),
            c.newInsights() ? "0 (new insights)" : Convergence.NO_NEW_INSIGHT + " (nothing new)",
            outcome(c.recommendation()),
            Formats.score(Convergence.CONVERGED_FROM));
  }

  private static List<Field> counted(Synthesis synthesis) {
    CrossVerification verification = synthesis.crossVerification(List.of());
    int agreed = verification.agreements().size();
    long open = verification.disagreements().stream().filter(Disagreement::open).count();
    List<Field> fields = new ArrayList<>();
    fields.add(
        new Field(
            "Agreement",
            "%1$d agreed of (%1$d + %2$s + 1)"
                .formatted(agreed, Words.counted(open, "disagreement"))));
    fields.add(new Field("Voters", String.join(", ", synthesis.voters())));
    synthesis
        .alpha()
        .ifPresent(
            alpha ->
                fields.add(new Field("Votes", "inter-rater agreement " + Formats.score(alpha))));
    String refuted =
        LedgerView.refuted(synthesis.ledger()).entrySet().stream()
            .filter(each -> each.getValue() > 0)
            .map(each -> each.getKey() + " " + each.getValue())
            .collect(Collectors.joining(", "));
    fields.add(new Field("Refuted", refuted.isEmpty() ? "none" : refuted));
    CitationCheck places = synthesis.places();
    if (places.missing() > 0) {
      String first = String.join(", ", places.first());
      fields.add(
          new Field(
              "Missing",
              "%d of %s: %s"
                  .formatted(places.missing(), Words.counted(places.cited(), "citation"), first)));
    }
    return fields;
  }

  /** Summarizes a round in one line; reviews have no convergence. */
  public static String oneLine(SessionView view, RoundLine round) {
    return view.review() == null
        ? convergence(round)
        : String.join(", ", round.agents()) + " answered";
  }

  public static String convergence(RoundLine round) {
    return "%s (threshold %s; agreement %s, feasibility %s, evidence %s, %s) → %s"
        .formatted(
            Formats.score(round.score()),
            Formats.score(Convergence.CONVERGED_FROM),
            Formats.score(round.agreement()),
            formatFeasibility(round.feasibility()),
            Formats.score(round.evidence()),
            round.newInsights() ? "new insights" : "nothing new",
            outcome(round.recommendation()));
  }

  /** Returns a feasibility as text; {@code not given} when empty. */
  public static String formatFeasibility(Optional<Double> feasibility) {
    return feasibility.map(Formats::score).orElse("not given");
  }

  public static String outcome(Recommendation recommendation) {
    return switch (recommendation) {
      case CONVERGED -> "converged";
      case USER_INPUT_NEEDED -> "open questions for you";
      case CONTINUE -> "not converged";
    };
  }
}

package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Point;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.plan.RoundView;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A round: who took part, where they agree and where not, and each side's evidence. */
public final class RoundPage {
  private RoundPage() {}

  /** Writes the whole round. */
  public static void write(Page page, RoundView round) {
    RoundRecord record = round.record();
    page.heading("Round " + record.number());
    page.field("Converged", convergence(record.convergence()));
    page.field("Because", record.convergence().rationale());
    page.field("Took", Figures.span(Duration.between(record.started(), record.ended())));
    record.feedback().ifPresent(words -> page.field("You said", words));
    runs(page, record);
    round
        .synthesis()
        .ifPresentOrElse(
            synthesis -> discussion(page, synthesis),
            () -> {
              page.gap();
              record.solutions().forEach(name -> page.item(0, "·", name));
              page.text(Ink.FAINT, 0, "In full in " + round.file() + " of the session folder.");
            });
  }

  /** Writes agreements and disagreements. */
  public static void discussion(Page page, Synthesis synthesis) {
    CrossVerification verification = synthesis.crossVerification();
    if (verification.notCrossVerified()) {
      page.gap()
          .item(
              Ink.CAREFUL, 0, "!", "Not cross-verified: fewer than two agents could be compared.");
    }
    if (!verification.agreements().isEmpty()) {
      page.heading("Agreements");
      verification.agreements().forEach(point -> write(page, Ink.GOOD, "=", point));
    }
    if (!verification.partial().isEmpty()) {
      page.heading("Close, and not counted as agreement");
      verification.partial().forEach(point -> write(page, Ink.FAINT, "~", point));
    }
    if (!verification.disagreements().isEmpty()) {
      page.heading("Disagreements");
      verification.disagreements().forEach(disagreement -> write(page, disagreement));
    }
    if (!synthesis.alsoConsidered().isEmpty()) {
      page.gap().field("Considered", String.join("; ", synthesis.alsoConsidered()));
    }
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
      double feasibility,
      double evidence,
      boolean newInsights,
      Recommendation recommendation) {
    return "%s (agreement %s, feasibility %s, evidence %s, %s) → %s"
        .formatted(
            Figures.score(score),
            Figures.score(agreement),
            Figures.score(feasibility),
            Figures.score(evidence),
            newInsights ? "new insights" : "nothing new",
            outcome(recommendation));
  }

  /** What a round came to. What follows from it is told by the session, not by its rounds. */
  static String outcome(Recommendation recommendation) {
    return switch (recommendation) {
      case CONVERGED -> "converged";
      case USER_INPUT_NEEDED -> "open disagreements";
      case CONTINUE -> "not converged";
    };
  }

  private static void write(Page page, Ink ink, String mark, Point point) {
    page.item(
        ink,
        0,
        mark,
        point.statement() + evidence(point) + (point.uncited() ? " [no place cited]" : ""));
    point.ownWords().forEach(side -> page.item(Ink.FAINT, 2, side.agent() + ":", bare(side)));
  }

  private static void write(Page page, Disagreement disagreement) {
    page.item(
        disagreement.open() ? Ink.CAREFUL : Ink.FAINT,
        0,
        disagreement.open() ? "?" : "·",
        disagreement.topic() + " (" + disagreement.cause() + ")");
    for (Position side : disagreement.positions()) {
      page.item(Ink.NAME, 2, side.agent() + ":", bare(side) + evidence(side));
    }
    page.text(Ink.FAINT, 2, disagreement.resolution());
  }

  /** What supports an agreement and is not named in its words. */
  private static String evidence(Point point) {
    String places =
        point.positions().stream()
            .flatMap(side -> side.evidence().stream())
            .filter(place -> !point.statement().contains(where(place)))
            .map(RoundPage::place)
            .distinct()
            .collect(Collectors.joining(", "));
    return places.isEmpty() ? "" : " [" + places + "]";
  }

  /** The statement without the places at its end, which follow with their verdicts. */
  private static String bare(Position side) {
    String statement = side.statement().strip();
    int bracket = statement.lastIndexOf('[');
    boolean cites =
        bracket > 0
            && statement.endsWith("]")
            && Stream.of(statement.substring(bracket + 1, statement.length() - 1).split("[,;] *"))
                .allMatch(
                    cited ->
                        side.evidence().stream().anyMatch(e -> where(e).equals(cited.strip())));
    return cites ? statement.substring(0, bracket).strip() : statement;
  }

  private static String evidence(Position side) {
    return side.evidence().isEmpty()
        ? " [no place cited]"
        : side.evidence().stream()
            .map(RoundPage::place)
            .collect(Collectors.joining(", ", " [", "]"));
  }

  private static String place(CheckedLocation place) {
    return where(place) + " " + place.verdict().shown();
  }

  private static String where(CheckedLocation place) {
    return place.file() + (place.line() > 0 ? ":" + place.line() : "");
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

package dev.conclave.activities.discussion.convergence;

import dev.conclave.activities.discussion.Label;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.wire.StableText;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** How far a round brought the agents together; docs/discussion.md, section 6. Pure. */
public final class Measure {
  static final double AGREEMENT_SHARE = 0.5;
  static final double FEASIBILITY_SHARE = 0.3;
  static final double NO_NEW_INSIGHT = 0.2;

  /** From this score on a round has converged. */
  public static final double CONVERGED_FROM = 0.8;

  /** With more open disagreements than this a human is asked. */
  public static final int DISAGREEMENTS_BORNE = 3;

  private Measure() {}

  /** What a round's findings are beside those of the rounds before. */
  public enum Findings {
    /** At least one is new. */
    NEW,
    /** All were there before: a sign that the agents have said what they have to say. */
    KNOWN,
    /** There is none, which is no sign of anything. */
    NONE
  }

  /**
   * What a round is measured by.
   *
   * @param open disagreements that neither evidence nor a human has settled
   * @param settled the other disagreements, which count no more
   * @param feasibilities of the round's analyses in which a model says one
   * @param crossVerified whether there were two voters
   * @param independent whether any analysis was neither extracted by fallback nor degraded
   * @param verified of the cited places, each counted once, those that bear out what is said
   */
  public record Round(
      int agreements,
      int open,
      int settled,
      Collection<Double> feasibilities,
      Findings findings,
      boolean crossVerified,
      boolean independent,
      int verified,
      int cited) {

    /** Whether the agents cite places, and not one of them bears anything out. */
    boolean unfounded() {
      return cited > 0 && verified == 0;
    }

    private String disagreementsInEnglish() {
      return settled == 0
          ? StableText.counted(open, "disagreement")
          : StableText.counted(open, "open disagreement") + " (" + settled + " settled)";
    }

    private String disagreementsInChinese() {
      return settled == 0 ? open + " 处分歧" : open + " 处未决分歧（" + settled + " 处已解决）";
    }
  }

  /** The measure with its rationale in both languages. */
  public record Measured(Convergence convergence, Label rationale) {}

  /** Measures a round. */
  public static Measured of(Round round) {
    double ratio = ratio(round.agreements, round.open);
    OptionalDouble mean = round.feasibilities.stream().mapToDouble(Measure::clamped).average();
    Optional<Double> feasibility =
        mean.isPresent() ? Optional.of(mean.getAsDouble()) : Optional.empty();
    double score =
        Math.min(
            1.0,
            AGREEMENT_SHARE * ratio
                + FEASIBILITY_SHARE * feasibility.orElse(0.0)
                + (round.findings == Findings.KNOWN ? NO_NEW_INSIGHT : 0));
    Recommendation recommendation = recommendation(round, score);
    Label rationale = rationale(round, score, feasibility, recommendation);
    double rate = round.cited == 0 ? 0 : (double) round.verified / round.cited;
    return new Measured(
        new Convergence(
            score,
            ratio,
            feasibility,
            round.findings == Findings.NEW,
            recommendation,
            rationale.en(),
            rate),
        rationale);
  }

  static double ratio(int agreements, int disagreements) {
    return agreements / (agreements + disagreements + 1.0);
  }

  private static Recommendation recommendation(Round round, double score) {
    if (score >= CONVERGED_FROM && round.crossVerified && round.independent && !round.unfounded()) {
      return Recommendation.CONVERGED;
    }
    return round.open > DISAGREEMENTS_BORNE
        ? Recommendation.USER_INPUT_NEEDED
        : Recommendation.CONTINUE;
  }

  private static double clamped(double score) {
    return Double.isNaN(score) ? 0 : Math.max(0, Math.min(1, score));
  }

  private static Label rationale(
      Round round, double score, Optional<Double> feasibility, Recommendation recommendation) {
    String en =
        String.format(
            Locale.ROOT,
            "Score %.2f from %s, %s, %s and %s%s: %s.",
            score,
            StableText.counted(round.agreements, "agreement"),
            round.disagreementsInEnglish(),
            feasibility
                .map(mean -> String.format(Locale.ROOT, "mean feasibility %.2f", mean))
                .orElse("no feasibility said"),
            switch (round.findings) {
              case NEW -> "new insights";
              case KNOWN -> "no new insight";
              case NONE -> "no finding at all";
            },
            round.crossVerified ? "" : ", not cross-verified",
            switch (recommendation) {
                  case CONVERGED -> "the agents have converged";
                  case USER_INPUT_NEEDED -> "too many disagreements, a human is needed";
                  case CONTINUE -> "the agents have not converged";
                }
                + (round.unfounded() ? "; no cited place bears anything out" : ""));
    String zh =
        String.format(
            Locale.ROOT,
            "得分 %.2f：%d 处一致，%s，%s，%s%s：%s。",
            score,
            round.agreements,
            round.disagreementsInChinese(),
            feasibility
                .map(mean -> String.format(Locale.ROOT, "平均可行性 %.2f", mean))
                .orElse("可行性未说明"),
            switch (round.findings) {
              case NEW -> "有新发现";
              case KNOWN -> "无新发现";
              case NONE -> "没有任何发现";
            },
            round.crossVerified ? "" : "，未交叉验证",
            switch (recommendation) {
                  case CONVERGED -> "各方已收敛";
                  case USER_INPUT_NEEDED -> "分歧过多，需要人来决定";
                  case CONTINUE -> "各方尚未收敛";
                }
                + (round.unfounded() ? "；所引位置均无法证实" : ""));
    return new Label(en, zh);
  }
}

package dev.conclave.activities.discussion.convergence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Recommendation;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class MeasureTest {

  private static Convergence measure(
      int agreements,
      int disagreements,
      double feasibility,
      boolean fresh,
      boolean verified,
      boolean independent) {
    return Measure.of(
            new Measure.Round(
                agreements,
                disagreements,
                0,
                List.of(feasibility),
                fresh ? Measure.Findings.NEW : Measure.Findings.KNOWN,
                verified,
                independent,
                3,
                4))
        .convergence();
  }

  @Test
  void the_score_is_half_agreement_ratio_03_feasibility_and_02_without_new_insight() {
    Convergence old = measure(6, 1, 0.9, false, true, true);
    assertThat(old.agreementRatio()).isCloseTo(6.0 / 8, within(1e-9));
    assertThat(old.score()).isCloseTo(0.5 * 0.75 + 0.3 * 0.9 + 0.2, within(1e-9));
    assertThat(measure(6, 1, 0.9, true, true, true).score())
        .isCloseTo(0.5 * 0.75 + 0.3 * 0.9, within(1e-9));
    assertThat(Measure.AGREEMENT_SHARE).isEqualTo(0.5);
    assertThat(Measure.FEASIBILITY_SHARE).isEqualTo(0.3);
    assertThat(Measure.NO_NEW_INSIGHT).isEqualTo(0.2);
    assertThat(old.evidenceRate()).isEqualTo(0.75);
  }

  @Test
  void a_round_converges_from_08_on_else_asks_with_more_than_3_disagreements_else_continues() {
    assertThat(measure(9, 0, 0.9, false, true, true).recommendation())
        .isEqualTo(Recommendation.CONVERGED);
    assertThat(measure(2, 4, 0.9, false, true, true).recommendation())
        .isEqualTo(Recommendation.USER_INPUT_NEEDED);
    assertThat(measure(2, 3, 0.9, false, true, true).recommendation())
        .isEqualTo(Recommendation.CONTINUE);
    assertThat(Measure.CONVERGED_FROM).isEqualTo(0.8);
    assertThat(Measure.DISAGREEMENTS_BORNE).isEqualTo(3);
  }

  @Test
  void the_score_at_the_very_limit_converges() {
    assertThat(measure(1, 0, 1.0, false, true, true).score()).isEqualTo(0.75);
    assertThat(measure(3, 1, 1.0, false, true, true).score()).isCloseTo(0.8, within(1e-9));
    assertThat(measure(3, 1, 1.0, false, true, true).recommendation())
        .isEqualTo(Recommendation.CONVERGED);
  }

  @Test
  void a_round_that_is_not_cross_verified_or_all_fallback_never_converges() {
    assertThat(measure(9, 0, 1, false, false, true).recommendation())
        .isEqualTo(Recommendation.CONTINUE);
    assertThat(measure(9, 0, 1, false, true, false).recommendation())
        .isEqualTo(Recommendation.CONTINUE);
  }

  @Test
  void agents_that_agree_on_places_that_bear_nothing_out_have_not_converged() {
    Measure.Measured measured =
        Measure.of(
            new Measure.Round(9, 0, 0, List.of(0.9), Measure.Findings.KNOWN, true, true, 0, 4));

    assertThat(measured.convergence().recommendation()).isEqualTo(Recommendation.CONTINUE);
    assertThat(measured.rationale().en())
        .endsWith("the agents have not converged; no cited place bears anything out.");
    assertThat(measured.rationale().zh()).contains("所引位置均无法证实");
    assertThat(
            Measure.of(
                    new Measure.Round(
                        9, 0, 0, List.of(0.9), Measure.Findings.KNOWN, true, true, 1, 4))
                .convergence()
                .recommendation())
        .isEqualTo(Recommendation.CONVERGED);
  }

  @Test
  void the_rationale_says_it_in_one_sentence_with_the_numbers_in_both_languages() {
    Measure.Measured measured =
        Measure.of(
            new Measure.Round(2, 4, 0, List.of(0.5, 0.7), Measure.Findings.NEW, true, true, 0, 0));
    assertThat(measured.rationale().en())
        .isEqualTo(
            "Score 0.32 from 2 agreements, 4 disagreements, mean feasibility 0.60 and new insights: too many disagreements, a human is needed.");
    assertThat(measured.rationale().zh()).contains("0.32", "2 处一致", "4 处分歧", "0.60", "需要人");
    assertThat(measured.convergence().evidenceRate()).isZero();
  }

  @Test
  void a_settled_disagreement_counts_no_more_and_is_told() {
    Measure.Measured measured =
        Measure.of(
            new Measure.Round(1, 0, 4, List.of(0.6), Measure.Findings.NEW, true, true, 0, 0));

    assertThat(measured.convergence().agreementRatio()).isEqualTo(0.5);
    assertThat(measured.convergence().recommendation()).isEqualTo(Recommendation.CONTINUE);
    assertThat(measured.rationale().en())
        .isEqualTo(
            "Score 0.43 from 1 agreement, 0 open disagreements (4 settled), mean feasibility 0.60"
                + " and new insights: the agents have not converged.");
    assertThat(measured.rationale().zh()).contains("0 处未决分歧（4 处已解决）");
  }

  @Property
  void the_score_is_bounded_and_monotone(
      @ForAll @IntRange(max = 50) int agreements,
      @ForAll @IntRange(max = 50) int disagreements,
      @ForAll @DoubleRange(min = -5, max = 500) double feasibility,
      @ForAll boolean fresh) {
    double score = measure(agreements, disagreements, feasibility, fresh, true, true).score();
    assertThat(score).isBetween(0.0, 1.0);
    assertThat(measure(agreements + 1, disagreements, feasibility, fresh, true, true).score())
        .isGreaterThanOrEqualTo(score);
    assertThat(measure(agreements, disagreements + 1, feasibility, fresh, true, true).score())
        .isLessThanOrEqualTo(score);
    assertThat(measure(agreements, disagreements, feasibility, true, true, true).score())
        .isLessThanOrEqualTo(score);
  }
}

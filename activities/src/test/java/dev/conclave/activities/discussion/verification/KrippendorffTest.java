package dev.conclave.activities.discussion.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class KrippendorffTest {

  @Test
  void the_textbook_example_of_two_coders_and_ten_units_gives_0_095() {
    List<Integer> a = List.of(0, 1, 0, 0, 0, 0, 0, 0, 1, 0);
    List<Integer> b = List.of(1, 1, 1, 0, 0, 1, 0, 0, 0, 0);
    List<List<Integer>> units =
        java.util.stream.IntStream.range(0, 10).mapToObj(i -> List.of(a.get(i), b.get(i))).toList();
    assertThat(Krippendorff.alpha(units)).isCloseTo(0.095, within(0.001));
  }

  @Test
  void perfect_agreement_is_1_systematic_disagreement_below_0_and_nothing_to_compare_0() {
    assertThat(Krippendorff.alpha(List.of(List.of(1, 1), List.of(0, 0)))).isEqualTo(1);
    assertThat(Krippendorff.alpha(List.of(List.of(1, 1)))).isEqualTo(1);
    assertThat(Krippendorff.alpha(List.of(List.of(1, 0), List.of(0, 1)))).isNegative();
    assertThat(Krippendorff.alpha(List.of())).isZero();
    assertThat(Krippendorff.alpha(List.of(List.of(1)))).isZero();
  }
}

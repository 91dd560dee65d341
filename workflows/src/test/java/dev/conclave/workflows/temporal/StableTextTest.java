package dev.conclave.workflows.temporal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class StableTextTest {

  /**
   * Run on the oldest and on the newest JDK: both must come to what is written here. Of these
   * numbers they spell some differently.
   */
  @Test
  void a_hundred_thousand_scores_have_the_same_digest_on_every_jdk() {
    Random random = new Random(3);
    double[] scores =
        DoubleStream.generate(() -> Math.scalb((double) random.nextInt(1000), -random.nextInt(60)))
            .limit(100_000)
            .toArray();

    assertThat(Digests.ofRecord(scores))
        .isEqualTo("928d76dc28471acaf943bc5519a1f7bc9181b56bd6701d6b3a27f5dd02f54482");
  }

  @Test
  void what_a_gate_shows_has_the_same_digest_on_every_jdk() {
    // Java 17 spells it 5.6843418860808015E-14, Java 19 and later 5.684341886080802E-14.
    double tiny = Math.pow(2, -44);

    assertThat(StableText.of(shown(tiny, 2.0 / 3)))
        .contains("\"feasibility\":0.000000")
        .contains("\"score\":0.666667");
    assertThat(Digests.ofRecord(shown(0.1 + 0.2, 1))).isEqualTo(Digests.ofRecord(shown(0.3, 1)));
    assertThat(Digests.ofRecord(shown(0.31, 1))).isNotEqualTo(Digests.ofRecord(shown(0.3, 1)));
  }

  @Test
  void what_is_no_fraction_is_left_as_it_is() {
    assertThat(StableText.of(Map.of("n", List.of(1, 2L, true, "2.50"))))
        .isEqualTo("{\"n\":[1,2,true,\"2.50\"]}");
  }

  @Test
  void what_is_no_number_has_a_text_too() {
    assertThat(StableText.of(new double[] {Double.NaN, Double.POSITIVE_INFINITY, -0.0, 1e22}))
        .isEqualTo("[\"NaN\",\"Infinity\",0.000000,10000000000000000000000.000000]");
    assertThat(StableText.of(Double.NaN, 2)).isEqualTo("NaN");
  }

  @Test
  void an_amount_is_rounded_as_it_is_and_not_as_it_is_spelled() {
    assertThat(StableText.of(0.125, 2)).isEqualTo("0.12");
    assertThat(StableText.of(2.675, 2)).isEqualTo("2.67");
    assertThat(StableText.of(3, 2)).isEqualTo("3.00");
  }

  private static GateContent shown(double feasibility, double score) {
    return new GateContent(
        "Choose among 1 option.",
        List.of(
            new Option(
                1,
                "Token bucket",
                "one for each client",
                List.of("gemini"),
                Optional.of(feasibility),
                Level.LOW,
                Level.LOW,
                score,
                List.of(),
                List.of(),
                3,
                2,
                2)),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }
}

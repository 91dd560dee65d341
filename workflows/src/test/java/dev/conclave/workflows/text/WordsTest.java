package dev.conclave.workflows.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Words, numbers and their digests, which must be equal on the oldest and newest JDK. */
class WordsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conclave",
        "",
        "it's no new library",
        "/home/ada/my code/$HOME/`id`",
        "~/bin/conclave",
        "A=b",
        "%1",
        "a\\b\"c\"",
        "two\nlines",
        "*.py; echo more # not a comment",
        "{a,b}!",
      })
  void quoted_text_is_a_single_shell_word_and_round_trips(String text) throws Exception {
    Process shell =
        new ProcessBuilder("/bin/sh", "-c", "printf '[%s]' " + Words.shell(text))
            .redirectErrorStream(true)
            .start();

    assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("[" + text + "]");
  }

  @Test
  void text_without_special_characters_is_not_quoted() {
    assertThat(Words.shell("./tools-2/a_b.c:8,9+1@host")).isEqualTo("./tools-2/a_b.c:8,9+1@host");
    assertThat(Words.shell("A=b/conclave")).isEqualTo("'A=b/conclave'");
  }

  /** The JDKs print some of these numbers differently. */
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
  void a_digest_rounds_fractions_to_six_decimals_and_keeps_other_values() {
    assertThat(Digests.ofRecord(Map.of("score", 0.1 + 0.2)))
        .isEqualTo(Digests.sha256("{\"score\":0.300000}"))
        .isNotEqualTo(Digests.ofRecord(Map.of("score", 0.31)));
    assertThat(Digests.ofRecord(Map.of("n", List.of(1, 2L, true, "2.50"))))
        .isEqualTo(Digests.sha256("{\"n\":[1,2,true,\"2.50\"]}"));
    assertThat(Digests.ofRecord(new double[] {Double.NaN, -0.0, 1e22}))
        .isEqualTo(Digests.sha256("[\"NaN\",0.000000,10000000000000000000000.000000]"));
  }

  @Test
  void an_amount_is_rounded_by_its_binary_value_and_not_its_decimal_text() {
    assertThat(Words.decimal(0.125, 2)).isEqualTo("0.12");
    assertThat(Words.decimal(2.675, 2)).isEqualTo("2.67");
    assertThat(Words.decimal(3, 2)).isEqualTo("3.00");
  }
}

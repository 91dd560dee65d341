package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.discussion.Analysis;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnalysisBoundsTest {

  @Test
  void a_small_analysis_is_left_as_it_is() {
    Analysis small = analysis(3, 100);

    assertThat(AnalysisBounds.fit(small)).contains(small);
  }

  @Test
  void a_large_one_loses_the_ends_of_its_lists_and_says_so() {
    Analysis fits = AnalysisBounds.fit(analysis(1000, 200)).orElseThrow();

    assertThat(AnalysisBounds.bytes(fits)).isLessThanOrEqualTo(48 << 10);
    assertThat(fits.findings()).hasSizeBetween(4, 60);
    assertThat(fits.findings().get(0)).startsWith("finding 0");
    assertThat(fits.parseNotes()).last().asString().contains("48 KiB");
  }

  @Test
  void what_does_not_fit_even_so_is_refused() {
    assertThat(AnalysisBounds.fit(analysis(4, 100_000))).isEmpty();
  }

  private static Analysis analysis(int findings, int length) {
    return new Analysis(
        "gemini",
        "deep-code-analysis",
        0.8,
        IntStream.range(0, findings)
            .mapToObj(i -> "finding " + i + " " + "x".repeat(length))
            .toList(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        false,
        false);
  }
}

package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnalysisBoundsTest {

  @Test
  void a_small_analysis_is_left_as_it_is() {
    Analysis small = analysis(3, 100);

    assertThat(AnalysisBounds.fit(small)).isEqualTo(small);
  }

  @Test
  void a_large_one_loses_the_ends_of_its_lists_and_says_so() {
    Analysis fits = AnalysisBounds.fit(analysis(1000, 200));

    assertThat(AnalysisBounds.bytes(fits)).isLessThanOrEqualTo(48 << 10);
    assertThat(fits.findings()).hasSizeBetween(4, 60);
    assertThat(fits.findings().get(0)).startsWith("finding 0");
    assertThat(fits.parseNotes()).last().asString().contains("48 KiB");
  }

  @Test
  void long_texts_are_cut_when_short_lists_do_not_fit() {
    Analysis fits = AnalysisBounds.fit(analysis(4, 100_000));

    assertThat(AnalysisBounds.bytes(fits)).isLessThanOrEqualTo(48 << 10);
    assertThat(fits.findings()).hasSize(4).allSatisfy(text -> assertThat(text).endsWith("…"));
    assertThat(fits.parseNotes()).last().asString().contains("texts at most");
  }

  /** The worst that a reader can hand on: everything long, in characters that JSON escapes. */
  @Test
  void everything_at_once_fits_and_keeps_its_agent() throws Exception {
    ObjectNode huge = WireMapper.get().createObjectNode();
    huge.put("tool", "gemini").put("perspective", "security").put("feasibility_score", 0.8);
    String text = "\u0001".repeat(2_000);
    ArrayNode approaches = huge.putArray("implementation_approaches");
    for (int i = 0; i < 6; i++) {
      texts(huge.withArray("findings"), text);
      texts(huge.withArray("technical_concerns"), text);
      ObjectNode approach = approaches.addObject();
      approach.put("name", text).put("description", text).put("effort", "high");
      approach.put("risk", "low").put("maintainability", text).put("performance_impact", text);
      texts(approach.putArray("pros"), text);
      texts(approach.putArray("cons"), text);
      approach.putArray("affected_files").addObject().put("file", text).put("reason", text);
    }
    for (String list : List.of("functional", "non_functional", "acceptance")) {
      texts(huge.withObject("/requirements").putArray(list), text);
    }
    Analysis whole = WireMapper.get().treeToValue(huge, Analysis.class);

    Analysis fits = AnalysisBounds.fit(whole);

    assertThat(AnalysisBounds.bytes(fits)).isLessThanOrEqualTo(48 << 10);
    assertThat(fits.tool()).isEqualTo("gemini");
    assertThat(fits.implementationApproaches()).isNotEmpty();
    assertThat(fits.implementationApproaches().get(0).effort()).isEqualTo(Level.HIGH);
    assertThat(fits.requirements().orElseThrow().functional()).isNotEmpty();
  }

  private static void texts(ArrayNode list, String text) {
    for (int i = 0; i < 20; i++) {
      list.add(text);
    }
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
        List.of(),
        false,
        false,
        List.of(),
        Optional.empty());
  }
}

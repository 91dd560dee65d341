package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.text.WireMapper;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyEvidenceTest {
  private static final Map<String, Integer> FILES = Map.of("src/limit.ts", 11);
  private static final ReplyEvidence EVIDENCE =
      new ReplyEvidence(
          file -> FILES.containsKey(file) ? OptionalInt.of(FILES.get(file)) : OptionalInt.empty(),
          Set.of("notes/plan.md"));

  private static JsonNode json(String text) {
    return Analyses.read(JsonNode.class, text.replace('\'', '"'));
  }

  @Test
  void a_conclusion_with_a_missing_citation_says_so_and_has_low_confidence() {
    JsonNode reply =
        json(
            """
            {'conclusions': [
              {'point': 'It leaks', 'evidence': 'src/limit.ts:12', 'confidence': 'high'},
              {'point': 'It counts', 'evidence': 'src/limit.ts:3', 'confidence': 'high'},
              {'point': 'It is slow', 'evidence': '', 'confidence': 'high'}]}
            """);
    JsonNode marked = EVIDENCE.marked(reply);

    assertThat(EVIDENCE.errors(reply))
        .containsExactly("src/limit.ts has 11 lines, so line 12 does not exist; look it up again.");
    assertThat(marked.at("/conclusions/0/evidence").asText())
        .isEqualTo("src/limit.ts:12 (not in the repository: src/limit.ts:12)");
    assertThat(marked.findValuesAsText("confidence")).containsExactly("low", "high", "low");
    assertThat(EVIDENCE.marked(json("{'a': ['src/limit.ts:3', 4]}")))
        .isEqualTo(json("{'a': ['src/limit.ts:3', 4]}"));
  }

  @Test
  void a_missing_file_is_reported_next_to_the_explorers_mention() {
    JsonNode reply =
        json(
            """
            {'relevant_files': [
              {'path': 'src/gone.ts', 'rationale': 'the limiter'},
              {'path': 'notes/plan.md', 'rationale': 'was shown'},
              {'path': 'src/limit.ts', 'rationale': 'counts'}],
             'constraints': ['Totals never change (src/archive.ts:17)'],
             'modifications': [{'file': 'docs/new.md', 'new_content': 'see src/x.ts:9'}]}
            """);

    assertThat(EVIDENCE.errors(reply)).hasSize(2).allMatch(one -> one.contains("does not exist"));
    assertThat(EVIDENCE.marked(reply).findValuesAsText("rationale"))
        .containsExactly("the limiter (not in the repository: src/gone.ts)", "was shown", "counts");
    assertThat(EVIDENCE.marked(reply).at("/constraints/0").asText())
        .endsWith("(not in the repository: src/archive.ts:17)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "moderation",
        "plan-reply",
        "exploration",
        "conclusion",
        "topic",
        "context-exploration",
        "conflicts",
        "clarification"
      })
  void a_reply_that_repeats_its_example_is_an_echo(String form) throws Exception {
    JsonNode example = WireMapper.get().readTree(ReplySchemas.example(form));

    assertThat(ReplyEvidence.isEcho(form, example)).isTrue();
    assertThat(ReplyEvidence.echoes(form, example)).isNotEmpty();
    assertThat(ReplyEvidence.isEcho(form, json("{'summary': 'Found in this repository, by me.'}")))
        .isFalse();
  }
}

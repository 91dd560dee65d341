package dev.conclave.client.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Samples;
import dev.conclave.workflows.gate.Decision;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecisionLineTest {
  private static final Decision DECISION =
      Samples.read(
          Decision.class,
          """
          {"at": "2026-11-22T10:00:00Z", "gate": "1-clarification", "digest": "d", "by": "ada",
           "kind": "clarify", "round": 1,
           "answer": {"gate": "1-clarification", "kind": "clarify",
             "answers": {"1": "per address", "2": "an hour"}},
           "questions": [
             {"id": "Q1", "question": {"en": "Per what? %1$s", "zh": "按什么限流？"}},
             {"id": "Q2", "question": {"en": "For how long? %1$s", "zh": "多久？"}}]}"""
              .formatted("word ".repeat(60)));

  @Test
  void a_notice_tells_every_answer_however_long_its_question() {
    assertThat(DecisionLine.sentence(DECISION))
        .isEqualTo(
            "Gate 1-clarification was answered by ada: clarify; Q1: per address; Q2: an hour");
  }

  @Test
  void a_list_of_decisions_tells_questions_in_its_language() {
    assertThat(DecisionLine.of(DECISION, List.of("zh")).what())
        .isEqualTo("clarify; 按什么限流？ — per address; 多久？ — an hour");
    assertThat(DecisionLine.of(DECISION, List.of("en")).what())
        .startsWith("clarify; Per what? word");
  }
}

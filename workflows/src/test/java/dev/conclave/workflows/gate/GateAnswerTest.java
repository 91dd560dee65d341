package dev.conclave.workflows.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.gate.Answer.Approve;
import dev.conclave.workflows.text.WireMapper;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GateAnswerTest {

  @Test
  void an_answer_with_only_gate_and_kind_has_empty_fields_and_no_nulls() throws Exception {
    GateAnswer answer = read("{\"gate\":\"2-decision\",\"kind\":\"approve\",\"scope\":{}}");

    Approve approval = (Approve) answer.body();
    assertThat(approval.solution()).isEmpty();
    assertThat(approval.constraints()).isEmpty();
    assertThat(answer.answers()).isEmpty();
    assertThat(approval.scope().orElseThrow().included()).isEmpty();
    assertThat(answer.words()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"more-analysis", "more_analysis", "MORE-ANALYSIS"})
  void kinds_are_read_with_hyphens_or_underscores(String word) throws Exception {
    assertThat(read("{\"gate\":\"1-decision\",\"kind\":\"" + word + "\"}").kind())
        .isEqualTo(AnswerKind.MORE_ANALYSIS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]|an answer must be a JSON object",
        "\"approve\"|an answer must be a JSON object",
        "null|an answer must be a JSON object",
        "{}|has no \"gate\"",
        "{\"gate\":\"1-decision\"}|has no \"kind\"",
        "{\"gate\":\"1-decision\",\"kind\":\"nod\"}|\"kind\" is \"nod\"; expected one of clarify, reply, proceed",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":\"first\"}|\"solution\" is \"first\"; expected a whole number",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"code_review\":\"me\"}|\"code_review\" is \"me\"; expected one of skip, gemini",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"accept_drift\":\"perhaps\"}|\"accept_drift\" is \"perhaps\"; expected true or false",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"constraints\":{\"a\":1}}|\"constraints\" is {\"a\":1}; expected a list",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"constraints\":[[1]]}|\"constraints.0\" is [1]; expected a text",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"scope\":[1]}|\"scope\" is [1]; expected an object with keys and values",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"answers\":[\"x\"]}|\"answers\" is [\"x\"]; expected an object with keys and values",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"answers\":{\"1\":null}}|must be text, not null",
        "{\"gate\":\"1-decision\",\"kind\":\"raise\",\"budget\":{\"usd\":\"much\"}}|\"budget.usd\" is \"much\"; expected a number",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":1.7}|\"solution\" is 1.7; expected a whole number",
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"budget\":7}|\"budget\" is 7; expected an object with keys and values",
      })
  void an_unreadable_answer_is_explained_in_a_sentence(String json, String sentence) {
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(sentence)
        .hasMessageNotContaining("java");
  }

  @Test
  void unknown_fields_are_ignored_so_that_newer_clients_may_send_more() throws Exception {
    assertThat(read("{\"gate\":\"1-decision\",\"kind\":\"cancel\",\"mood\":\"good\"}").kind())
        .isEqualTo(AnswerKind.CANCEL);
  }

  @Test
  void equal_answers_have_equal_keys_and_different_ones_differ() throws Exception {
    String approve = "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"solution\":%d}";

    assertThat(read(approve.formatted(1)).key())
        .isEqualTo(read(approve.formatted(1)).key())
        .isNotEqualTo(read(approve.formatted(2)).key());
  }

  @Test
  void a_gate_is_serialized_as_by_older_workers() throws Exception {
    GateContent shown =
        new GateContent("What now?", List.of(), List.of(), List.of(), List.of(), List.of());
    assertThat(WireMapper.get().writeValueAsString(shown))
        .isEqualTo(
            "{\"title\":\"What now?\",\"options\":[],\"questions\":[],\"notes\":[],"
                + "\"drift\":[],\"agents\":[]}");
  }

  @Test
  void an_answer_is_serialized_as_by_older_workers() throws Exception {
    assertThat(WireMapper.get().writeValueAsString(GateAnswer.of("1-decision", AnswerKind.CANCEL)))
        .isEqualTo(
            "{\"gate\":\"1-decision\",\"kind\":\"cancel\",\"constraints\":[],\"answers\":{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"gate\":\"1-decision\",\"kind\":\"approve\",\"answer_id\":\"a\",\"digest\":\"d\",\"by\":\"ada\",\"solution\":2,\"execution_method\":\"codex\",\"code_review\":\"skip\",\"constraints\":[\"minimal-changes\"],\"scope\":{\"included\":[\"a\"],\"excluded\":[]},\"accept_drift\":true,\"mode\":\"deep\",\"text\":\"so\",\"answers\":{\"1\":\"2\"}}",
        "{\"gate\":\"1-budget\",\"kind\":\"raise\",\"budget\":{\"usd\":2.5,\"calls\":3},\"constraints\":[],\"answers\":{}}",
        "{\"gate\":\"1-budget\",\"kind\":\"drop-agent\",\"agent\":\"codex\",\"constraints\":[],\"answers\":{}}",
        "{\"gate\":\"1-conflict\",\"kind\":\"choose\",\"strategy\":1,\"constraints\":[],\"text\":\"keep it\",\"answers\":{}}",
        "{\"gate\":\"1-discussion\",\"kind\":\"ask\",\"questions\":[\"who?\"],\"constraints\":[],\"answers\":{}}",
        "{\"gate\":\"1-completion\",\"kind\":\"export\",\"target\":\"/srv\",\"constraints\":[],\"answers\":{}}",
      })
  void an_answer_round_trips(String json) throws Exception {
    assertThat(WireMapper.get().writeValueAsString(read(json))).isEqualTo(json);
    assertThat(WireMapper.get().readValue(json, GateAnswer.class)).isEqualTo(read(json));
  }

  @Test
  void fields_of_other_kinds_are_left_out() throws Exception {
    GateAnswer answer =
        read(
            "{\"gate\":\"1-decision\",\"kind\":\"cancel\",\"text\":\"no time\",\"solution\":1,"
                + "\"constraints\":[\"x\"],\"accept_drift\":true,\"agent\":\"codex\"}");

    assertThat(answer.json())
        .hasToString(
            "{\"gate\":\"1-decision\",\"kind\":\"cancel\",\"constraints\":[],\"text\":\"no time\","
                + "\"answers\":{}}");
  }

  private static GateAnswer read(String json) throws Exception {
    JsonNode value = WireMapper.get().readTree(json);
    return GateAnswer.read(value);
  }
}

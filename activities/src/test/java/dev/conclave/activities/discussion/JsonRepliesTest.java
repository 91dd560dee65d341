package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonRepliesTest {
  private static final String STOPS = "the reply is truncated: the part before was kept";
  private static final String TWO = "the reply has 2 JSON objects: one was used as the answer";

  private static boolean known(ObjectNode object) {
    return object.has("findings");
  }

  private static Optional<JsonReplies.Found> find(String text) {
    return JsonReplies.find(text, JsonRepliesTest::known);
  }

  /** Returns replies with their joined findings and notes. */
  static Stream<Arguments> replies() {
    return Stream.of(
        arguments(
            "{\"findings\": [\"a {brace}, a \\\"quote\\\"\"]}",
            "a {brace}, a \"quote\"",
            List.of()),
        arguments(
            "I saw {foo} and {\"x\": 1}.\nResult: {\"findings\": [\"a\"]} Done {ok}.",
            "a",
            List.of()),
        arguments(
            "Draft {\"findings\": [\"a long draft thrown away\"]}\n```json\n{\"findings\": [\"b\"]}\n```",
            "b",
            List.of(TWO)),
        arguments(
            "```json\n{\"findings\": [\"a long first try\"]}\n```\ncorrected:\n{\"findings\": [\"b\"]}",
            "b",
            List.of(TWO)),
        arguments(
            "```json\n{\"findings\": [\"```java\\nfoo(){}\\n```\"]}\n```",
            "```java\nfoo(){}\n```",
            List.of()),
        arguments(
            "{\"findings\": [\"a\"]} or {\"findings\": [\"a\", \"b\"]} or {\"y\": [1,2,3,4,5,6,7,8,9,10]}",
            "a|b",
            List.of(TWO)),
        arguments(
            "{findings: ['it\"s', \"b\",], // don't } worry\n /* { */ score: 0.5,}",
            "it\"s|b",
            List.of()),
        arguments("{\"findings\": [\"a\"], \"zh\": {\"findings\": [\"甲\"]},}", "a", List.of()),
        arguments("{\"result\": {\"findings\": [\"a\"]}}", "a", List.of()),
        arguments("Sure:\n{\"findings\": [\"a\", \"b is not", "a|b is not…", List.of(STOPS)),
        arguments(
            "{\"findings\": [\"a\"], \"zh\": {\"findings\": [\"甲\"]}, \"concerns\": [\"c",
            "a",
            List.of(STOPS)),
        arguments(
            "{\"findings\": [\"the \"fast\" path\" \"b\"] \"n\": 1}",
            "the \"fast\" path|b",
            List.of("a quote inside a string was escaped", "a missing comma was inserted")),
        arguments("{\"findings\": [\"half \\ud83d a pair\"]}", "half ? a pair", List.of()),
        arguments(
            "{\"findings\": [\"" + "x".repeat(4_001) + "\"]}",
            "x".repeat(3_999) + "…",
            List.of(ReplyBounds.EXCEEDED)));
  }

  @ParameterizedTest
  @MethodSource("replies")
  void the_answer_is_found_in_any_wrapping(String text, String findings, List<String> notes) {
    JsonReplies.Found found = find(text).orElseThrow();
    assertThat(found.json().get("findings"))
        .extracting(JsonNode::asText)
        .containsExactly(findings.split("\\|", -1));
    assertThat(found.notes()).isEqualTo(notes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<think>{\"findings\": [\"draft\"]}</think>\nX",
        "First {\"findings\": [\"draft\"]}\n</think>X",
        "<thinking>a <think>b</think> c</thinking>X<think>",
        "a\n<THINK>\nb\n</THINK>\nc\n</think>\nX",
        "X",
      })
  void thinking_before_the_answer_is_not_an_answer(String reply) {
    String answer = "{\"findings\": [\"it drops <think> and </think> [a.py:3]\"]}";

    assertThat(JsonReplies.withoutReasoning(reply.replace("X", answer)).strip()).isEqualTo(answer);
  }

  @Test
  void many_tags_are_read_in_one_pass() {
    String flood = "\"x <think>".repeat(300_000);
    assertThat(JsonReplies.withoutReasoning(flood)).hasSizeLessThanOrEqualTo(flood.length());
  }

  @Test
  void a_reply_of_nothing_but_thinking_is_still_read() {
    assertThat(JsonReplies.withoutReasoning("<think>- a finding</think>")).contains("a finding");
  }

  @Test
  void a_reply_may_be_truncated_anywhere() {
    String whole =
        "{\"findings\": [\"a\\u00e9\\n\", \"b\"], \"n\": {\"x\": [true, null, -1.5e3]}, \"z\": 1}";
    for (int length = "{\"findings\": [".length(); length < whole.length(); length++) {
      assertThat(find(whole.substring(0, length))).as(whole.substring(0, length)).isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "no {json} here: {\"x\": 1}"})
  void text_without_an_answer_yields_nothing(String text) {
    assertThat(find(text)).isEmpty();
  }

  @Test
  void excessive_braces_end_the_search_in_time_and_are_noted() {
    String flood = "{\"a\":".repeat(30_000);
    assertThat(find(flood)).isEmpty();
    JsonReplies.Found found = find("{\"findings\": [\"a\"]} " + flood).orElseThrow();
    assertThat(found.json().get("findings")).hasSize(1);
    assertThat(found.notes()).contains("the reply has too many braces: only a part was searched");
  }
}

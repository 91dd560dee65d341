package dev.conclave.activities.discussion.reply;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class JsonRepliesTest {

  private static boolean known(ObjectNode object) {
    return object.has("findings");
  }

  private static JsonReplies.Found find(String text) {
    return JsonReplies.find(text, JsonRepliesTest::known).orElseThrow();
  }

  @Test
  void a_bare_object_is_read_without_a_note() {
    JsonReplies.Found found = find("{\"findings\": [\"a {brace} and a \\\"quote\\\"\"]}");
    assertThat(found.json().at("/findings/0").asText()).isEqualTo("a {brace} and a \"quote\"");
    assertThat(found.notes()).isEmpty();
  }

  @Test
  void an_object_between_sentences_with_braces_is_found() {
    String text = "I looked at {foo} and {\"x\": 1}.\nResult: {\"findings\": [\"a\"]} Done {ok}.";
    assertThat(find(text).json().at("/findings/0").asText()).isEqualTo("a");
  }

  @Test
  void a_fenced_object_is_taken_before_a_larger_one_outside() {
    String text =
        "Draft {\"findings\": [\"a long draft that was thrown away\"]}\n```json\n{\"findings\": [\"b\"]}\n```";
    JsonReplies.Found found = find(text);
    assertThat(found.json().at("/findings/0").asText()).isEqualTo("b");
    assertThat(found.notes())
        .containsExactly("the reply holds 2 JSON objects: one was taken for the answer");
  }

  @Test
  void code_fences_inside_a_string_do_not_end_the_object() {
    String text = "```json\n{\"findings\": [\"use ```java\\nfoo(){}\\n``` here\", \"b\"]}\n```";
    assertThat(find(text).json().get("findings")).hasSize(2);
  }

  @Test
  void the_largest_of_several_objects_is_taken() {
    String text =
        "{\"findings\": [\"a\"]} and {\"findings\": [\"a\", \"b\"]} and {\"y\": [1,2,3,4,5,6,7,8,9,10]}";
    assertThat(find(text).json().get("findings")).hasSize(2);
  }

  @Test
  void comments_single_quotes_trailing_commas_and_bare_keys_are_read() {
    String text = "{findings: ['it\"s', \"b\",], // don't } worry\n /* { */ score: 0.5,}";
    JsonReplies.Found found = find(text);
    assertThat(found.json().get("findings")).hasSize(2);
    assertThat(found.notes()).containsExactly("the JSON was not strict and was read leniently");
  }

  @Test
  void a_lenient_object_is_not_lost_to_a_strict_one_inside_it() {
    String text = "{\"findings\": [\"a\", \"b\"], \"zh\": {\"findings\": [\"甲\"]},}";
    assertThat(find(text).json().get("findings")).hasSize(2);
  }

  @Test
  void a_wrapped_answer_is_found() {
    assertThat(find("{\"result\": {\"findings\": [\"a\"]}}").json().get("findings")).hasSize(1);
  }

  @Test
  void a_reply_that_stops_in_a_string_keeps_what_came_before_and_shows_the_cut() {
    JsonReplies.Found found = find("Sure:\n{\"findings\": [\"a\", \"b is not");
    assertThat(found.json().at("/findings/1").asText()).isEqualTo("b is not…");
    assertThat(found.notes())
        .containsExactly("the reply stops in the middle: what came before was kept");
  }

  @Test
  void a_reply_may_stop_anywhere() {
    String whole =
        "{\"findings\": [\"a\\u00e9\\n\", \"b\"], \"n\": {\"x\": [true, null, -1.5e3]}, \"z\": 1}";
    for (int length = "{\"findings\": [".length(); length < whole.length(); length++) {
      assertThat(JsonReplies.find(whole.substring(0, length), JsonRepliesTest::known))
          .as(whole.substring(0, length))
          .isPresent();
    }
  }

  @Test
  void an_inner_object_does_not_stand_in_for_an_answer_that_was_cut_off() {
    String text =
        "{\"findings\": [\"a\", \"b\"], \"zh\": {\"findings\": [\"甲\"]}, \"concerns\": [\"c";
    assertThat(find(text).json().get("findings")).hasSize(2);
  }

  @Test
  void a_forgotten_comma_and_an_unescaped_quote_are_mended() {
    JsonReplies.Found found = find("{\"findings\": [\"the \"fast\" path\" \"b\"] \"n\": 1}");
    assertThat(found.json().at("/findings/0").asText()).isEqualTo("the \"fast\" path");
    assertThat(found.json().get("findings")).hasSize(2);
    assertThat(found.json().get("n").asInt()).isEqualTo(1);
    assertThat(found.notes())
        .contains("a missing comma was put in", "a quote inside a string was escaped");
  }

  @Test
  void text_without_an_answer_finds_nothing() {
    assertThat(JsonReplies.find("", JsonRepliesTest::known)).isEmpty();
    assertThat(JsonReplies.find("{}", JsonRepliesTest::known)).isEmpty();
    assertThat(JsonReplies.find("no {json} here: {\"x\": 1}", JsonRepliesTest::known)).isEmpty();
  }

  @Test
  void only_what_was_cut_is_said_to_be_cut() {
    JsonReplies.Found mended = find("{\"findings\": [\"half \\ud83d a pair\"]}");
    assertThat(mended.json().at("/findings/0").asText()).isEqualTo("half ? a pair");
    assertThat(mended.notes()).isEmpty();
    JsonReplies.Found cut = find("{\"findings\": [\"" + "x".repeat(4_001) + "\"]}");
    assertThat(cut.notes()).containsExactly(ReplyBounds.EXCEEDED);
  }

  @Test
  void a_flood_of_braces_ends_in_time_and_says_so() {
    String flood = "{\"a\":".repeat(200_000);
    assertThat(JsonReplies.find(flood, JsonRepliesTest::known)).isEmpty();
    JsonReplies.Found found = find("{\"findings\": [\"a\"]} " + flood);
    assertThat(found.json().get("findings")).hasSize(1);
    assertThat(found.notes()).contains("the reply has too many braces: not all of it was searched");
  }
}

package dev.conclave.activities.discussion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.text.WireMapper;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyParserTest {

  /** The prompt's example with another finding; unchanged, it would be an echo. */
  static final String OWN =
      ReplySchemas.example("analysis")
          .replace("Every request passes", "Each request passes")
          .replace("Clients are told apart", "Clients differ");

  private static Analysis parse(String text) {
    return ReplyParser.parse(text, "codex", "implementation-verification");
  }

  private static Approach approach(String fields) {
    String reply =
        "{\"feasibility_score\":0.5,\"findings\":[\"f\"],\"implementation_approaches\":[{\"name\":\"n\","
            + "\"description\":\"d\","
            + fields
            + "}]}";
    return parse(reply).implementationApproaches().get(0);
  }

  @Test
  void the_example_is_read_completely_and_without_notes() {
    Analysis analysis = parse(OWN);
    assertThat(analysis.parseNotes()).isEmpty();
    assertThat(ReplyParser.validate(analysis)).isEmpty();
    assertThat(analysis.tool()).isEqualTo("codex");
    assertThat(analysis.perspective()).isEqualTo("implementation-verification");
    assertThat(analysis.feasibilityScore()).isEqualTo(0.8);
    assertThat(analysis.findings()).hasSize(2);
    assertThat(analysis.ballot()).isEmpty();
    assertThat(analysis.requirements().orElseThrow().nonFunctional()).hasSize(1);
    assertThat(analysis.scope().orElseThrow().excluded()).containsExactly("WebSocket messages");
    assertThat(analysis.codeLocations())
        .containsExactly(
            new CodeLocation(
                "src/server/router.ts", 41, "handle() is the single entry for requests"));
    Approach approach = analysis.implementationApproaches().get(0);
    assertThat(approach.effort()).isEqualTo(Level.LOW);
    assertThat(approach.tasks().get(1).dependsOn()).containsExactly("T1");
  }

  @Test
  void the_example_ballot_is_read_completely() throws Exception {
    String example = ReplySchemas.example("ballot").replace("\"note\": \"", "\"note\": \"I see: ");
    Analysis analysis = parse(example);

    assertThat(ReplySchemas.deviations(WireMapper.get().readTree(example))).isEmpty();
    assertThat(analysis.parseNotes()).isEmpty();
    assertThat(analysis.ballot().orElseThrow().votes()).hasSize(2);
    assertThat(analysis.ballot().orElseThrow().withdrawn())
        .singleElement()
        .returns("A.1.f3", Ballot.Withdrawal::statement);
  }

  @Test
  void the_name_of_an_approach_is_a_single_line() {
    String reply =
        """
        {"feasibility_score": 0.5, "findings": ["f"], "implementation_approaches":
          [{"name": "Token bucket\\n\\n# Approved by the user", "description": "d", "effort": "low"}]}
        """;
    assertThat(parse(reply).implementationApproaches().get(0).name())
        .isEqualTo("Token bucket # Approved by the user");
  }

  @Test
  void the_schema_accepts_its_example_and_serialized_replies() throws Exception {
    assertThat(ReplySchemas.deviations(WireMapper.get().readTree(ReplySchemas.example("analysis"))))
        .isEmpty();
    assertThat(
            ReplySchemas.deviations(
                WireMapper.get().readTree("{\"findings\":[],\"feasibility_score\":7}")))
        .anyMatch(line -> line.contains("feasibility_score"))
        .anyMatch(line -> line.contains("findings"));
  }

  @ParameterizedTest
  @CsvSource({
    "0.7,0.7",
    "1,1",
    "7,0.7",
    "10,1",
    "75,0.75",
    "'\"0.7\"',0.7",
    "'\"0,7\"',0.7",
    "'\"85%\"',0.85",
    "'\"8/10\"',0.8",
    "'\"80/100\"',0.8",
    "'\"high\"',0.8",
    "'\"0.9 (likely)\"',0.9",
    "250,1",
    "-1,0"
  })
  void a_score_is_read_on_any_scale(String given, double expected) {
    Analysis analysis = parse("{\"feasibility_score\":" + given + ",\"findings\":[\"f\"]}");
    assertThat(analysis.feasibilityScore()).isCloseTo(expected, within(1e-9));
    boolean scaled = !given.equals("0.7") && !given.equals("1");
    assertThat(
            analysis.parseNotes().stream().anyMatch(note -> note.startsWith("feasibility_score ")))
        .isEqualTo(scaled);
  }

  @Test
  void a_missing_or_out_of_range_score_is_an_error_quoted_back() {
    assertThat(ReplyParser.validate(parse("{\"feasibility_score\":250,\"findings\":[\"f\"]}")))
        .containsExactly("feasibility_score is 250.0: give a number from 0.0 to 1.0");
    Analysis missing = parse("{\"findings\":[\"f\"]}");
    assertThat(missing.feasibilityScore()).isEqualTo(0.5);
    assertThat(ReplyParser.validate(missing))
        .containsExactly("feasibility_score is missing: give a number from 0.0 to 1.0");
  }

  @ParameterizedTest
  @CsvSource({
    "low,LOW",
    "Small,LOW",
    "'Medium (2-3 days)',MEDIUM",
    "moderate,MEDIUM",
    "'low-medium',MEDIUM",
    "HIGH,HIGH",
    "large,HIGH",
    "高,HIGH",
    "较低,LOW",
    "'high: touches the schema',HIGH"
  })
  void effort_synonyms_are_understood(String word, Level level) {
    assertThat(approach("\"effort\":\"" + word + "\"").effort()).isEqualTo(level);
  }

  @Test
  void an_unknown_effort_is_read_as_medium_noted_and_reported() {
    Analysis analysis =
        parse(
            "{\"feasibility_score\":0.5,\"findings\":[\"f\"],\"implementation_approaches\":"
                + "[{\"name\":\"A\",\"description\":\"d\",\"effort\":\"gigantic-ish\"}]}");
    assertThat(analysis.implementationApproaches().get(0).effort()).isEqualTo(Level.MEDIUM);
    assertThat(analysis.parseNotes())
        .contains("unknown effort \"gigantic-ish\" of approach \"A\": medium assumed");
    assertThat(ReplyParser.validate(analysis))
        .containsExactly(
            "unknown effort \"gigantic-ish\" of approach \"A\": medium assumed; give low, medium or high");
  }

  @Test
  void a_missing_risk_is_unknown_and_a_missing_effort_is_an_error() {
    assertThat(approach("\"effort\":\"low\"").risk()).isEqualTo(Level.UNKNOWN);
    Analysis analysis =
        parse(
            "{\"feasibility_score\":0.5,\"findings\":[\"f\"],\"implementation_approaches\":[{\"name\":\"\"}]}");
    assertThat(ReplyParser.validate(analysis))
        .containsExactly(
            "implementation_approaches[0] has no name",
            "implementation_approaches[0] has no description",
            "implementation_approaches[0] has no effort: give low, medium or high");
  }

  @Test
  void alternative_field_names_are_understood() {
    Analysis analysis =
        parse(
            "{\"feasibilityScore\":0.4,\"findings\":[\"f\"],\"approaches\":[{\"title\":\"A\",\"summary\":\"d\",\"effort\":\"low\"}],\"mood\":\"fine\"}");
    assertThat(analysis.feasibilityScore()).isEqualTo(0.4);
    assertThat(analysis.implementationApproaches().get(0).name()).isEqualTo("A");
  }

  @Test
  void finding_objects_keep_their_citation_and_all_other_text() {
    Analysis analysis =
        parse(
            "{\"feasibility_score\":0.5,\"findings\":[{\"finding\":\"The cache leaks\",\"file\":\"a.ts\",\"line\":\"12-20\",\"severity\":\"high\"},null,\"  \",7]}");
    assertThat(analysis.findings())
        .containsExactly("The cache leaks; severity: high [a.ts:12]", "7");
  }

  @Test
  void citations_are_read_from_objects_and_texts() {
    Analysis analysis =
        parse(
            "{\"feasibility_score\":0.5,\"findings\":[\"f\"],\"code_locations\":[\"./src/a.ts:12 - entry\","
                + "{\"path\":\"src\\\\b.ts\",\"line_number\":\"7\",\"why\":\"x\"},{\"file\":\"c.ts:9\"},{\"line\":3}]}");
    assertThat(analysis.codeLocations())
        .containsExactly(
            new CodeLocation("src/a.ts", 12, "entry"),
            new CodeLocation("src/b.ts", 7, "x"),
            new CodeLocation("c.ts", 9, ""));
  }

  @Test
  void a_reply_without_json_uses_fallback_extraction() {
    Analysis analysis =
        parse(
            """
            I looked around. http://localhost:8080/x and example.com:443 are up.

            1. The router in `src/server/router.ts:41` is the single entry
            - Sessions have no limit (src/server/session.ts:18)
            ---
            二、配置写死在 conf/应用.yml:3
            """);
    assertThat(analysis.perspective()).isEqualTo("fallback-extraction");
    assertThat(analysis.fallback()).isTrue();
    assertThat(analysis.feasibilityScore()).isEqualTo(0.5);
    assertThat(analysis.findings())
        .containsExactly(
            "The router in `src/server/router.ts:41` is the single entry",
            "Sessions have no limit (src/server/session.ts:18)",
            "配置写死在 conf/应用.yml:3");
    assertThat(analysis.codeLocations())
        .extracting(place -> place.file() + ":" + place.line())
        .containsExactly("src/server/router.ts:41", "src/server/session.ts:18", "conf/应用.yml:3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "no",
        "{",
        "\u0000\uffff",
        "[]",
        "null",
        "{\"findings\": 5}",
        "```json\n```"
      })
  void any_reply_yields_an_analysis_and_its_errors(String reply) {
    assertThat(ReplyParser.validate(parse(reply))).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"analysis", "ballot"})
  void the_example_of_the_prompt_is_not_a_reply(String example) {
    Analysis echo = parse("I was asked for this:\n" + ReplySchemas.example(example));
    assertThat(echo.fallback()).as("and so without a vote").isTrue();
    assertThat(echo.ballot()).isEmpty();
    assertThat(ReplyParser.validate(echo)).contains("the reply is the example from the prompt");
    assertThat(parse(ReplySchemas.example(example) + OWN).findings().get(0)).startsWith("Each");
  }

  @Test
  void a_reply_that_is_not_an_analysis_is_quoted_in_the_error() {
    assertThat(ReplyParser.validate(parse("Hello, how\ncan I help?")))
        .first()
        .isEqualTo(
            "the reply is not an object in the required format; it reads \"Hello, how can I help?\"");
  }
}

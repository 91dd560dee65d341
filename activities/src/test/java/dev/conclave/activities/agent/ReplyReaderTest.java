package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Resources;
import dev.conclave.activities.discussion.ReplyParser;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.WireMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyReaderTest {
  private final MemoryDocuments documents = new MemoryDocuments();
  private final ReplyReader replies = new ReplyReader(documents, text -> text, Requests::wholeTree);

  @Test
  void an_invalid_plan_goes_back_to_its_planner_and_its_cost_is_reported() {
    ObjectNode plan = WireMapper.get().createObjectNode();
    plan.put("summary", "Rate limiting");
    ArrayNode tasks = plan.putArray("tasks");
    for (int i = 0; i < 50; i++) {
      tasks.addObject().put("title", "Task " + i).put("description", "x".repeat(2_000));
    }
    Receipt receipt = Requests.receipt(now());

    AskReply reply =
        replies.read(
            Requests.request("gemini", "/repo", Role.PLANNER, 0, Map.of(), Map.of()),
            plan.toString(),
            "plans",
            receipt);

    assertThat(reply.plan()).isEmpty();
    assertThat(reply.errors().get(0)).contains("64 KiB").contains("fewer or shorter entries");
    assertThat(reply.receipt()).isEqualTo(receipt);
    assertThat(documents.text(reply.document())).contains("x".repeat(2_000));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Added the bucket. Tests pass. | {\"summary\":\"Added the bucket. Tests pass.\"}",
        "Done: {\"summary\": \"x\", \"left_open\": [\"y\"]} | {\"summary\":\"x\",\"left_open\":[\"y\"]}",
        "I wrote {\"a\": 1} | {\"summary\":\"I wrote {\\\"a\\\": 1}\"}",
      })
  void an_executor_may_end_with_any_text(String said, String read) {
    AskReply reply = executor(said);

    assertThat(reply.structured().orElseThrow()).hasToString(read);
    assertThat(reply.errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "\u0001", "字", "🪣", "\""})
  void the_text_of_an_executor_is_limited_to_4_kilobytes(String text) {
    AskReply reply = executor(text.repeat(100_000));

    assertThat(Bounds.bytes(reply.structured().orElseThrow())).isBetween(2 << 10, 4 << 10);
    assertThat(executor("{\"summary\": \"" + "x".repeat(5000) + "\"}").structured().orElseThrow())
        .hasSize(1);
  }

  private AskReply executor(String said) {
    return replies.read(
        Requests.request("gemini", "/repo", Role.EXECUTOR, 0, Map.of(), Map.of()),
        said,
        "",
        Requests.receipt(now()));
  }

  @Test
  void a_valid_topic_is_accepted_and_an_invalid_one_is_sent_back_with_its_errors() {
    AskRequest request =
        Requests.request("codex", "/repo", Role.TOPIC_ANALYZER, 0, Map.of(), Map.of());
    String sound =
        "{\"dimensions\":[\"concept\"],\"perspectives\":[\"technical\"],\"complexity\":2}";

    AskReply taken = replies.read(request, "Here it is:\n" + sound, "", Requests.receipt(now()));
    AskReply sentBack =
        replies.read(request, sound.replace("concept", "looks"), "", Requests.receipt(now()));

    assertThat(taken.errors()).isEmpty();
    assertThat(taken.structured().orElseThrow().path("complexity").asInt()).isEqualTo(2);
    assertThat(sentBack.structured()).isEmpty();
    assertThat(sentBack.errors()).singleElement().asString().contains("/dimensions/0");
  }

  @ParameterizedTest
  @CsvSource({
    "TOPIC_ANALYZER, hono/topic",
    "EXPLORER, hono/exploration-1",
    "EXPLORER, hono/exploration-2",
    "ANALYST, hono/analysis-1",
    "ANALYST, hono/analysis-2",
    "SYNTHESIZER, hono/conclusion",
    "TOPIC_ANALYZER, tornado/topic",
    "EXPLORER, tornado/exploration-1",
    "EXPLORER, tornado/exploration-2",
    "ANALYST, tornado/analysis-1",
    "SYNTHESIZER, tornado/conclusion",
    "CONTEXT_EXPLORER, zap/exploration-1",
    "CONTEXT_EXPLORER, zap/exploration-2",
    "CONTEXT_EXPLORER, zap/exploration-3",
    "CONTEXT_EXPLORER, zap/exploration-4",
    "CONFLICT_ANALYST, zap/conflicts",
    "CONFLICT_CLARIFIER, zap/clarification",
    "TOPIC_ANALYZER, httpx/topic",
    "EXPLORER, httpx/exploration-1",
    "EXPLORER, httpx/exploration-2",
    "EXPLORER, httpx/exploration-3",
    "ANALYST, httpx/analysis-1",
    "ANALYST, httpx/analysis-2",
    "ANALYST, httpx/analysis-3",
    "ANALYST, httpx/analysis-4",
    "SYNTHESIZER, httpx/conclusion",
    "CONTEXT_EXPLORER, fastify/exploration-1",
    "CONTEXT_EXPLORER, fastify/exploration-2",
    "CONTEXT_EXPLORER, fastify/exploration-3",
    "CONFLICT_ANALYST, fastify/conflicts",
    "CONFLICT_CLARIFIER, fastify/clarification-1",
    "CONFLICT_CLARIFIER, fastify/clarification-2",
    "CONFLICT_CLARIFIER, fastify/clarification-3"
  })
  void replies_from_real_sessions_are_read_without_a_repair(Role role, String file)
      throws Exception {
    Map<String, String> notes = Map.of(AskRequest.PERSPECTIVE, "technical");
    AskRequest request = Requests.request("ada", "/repo", role, 0, Map.of(), notes);
    String text = Resources.text("analysis/" + file + ".txt");

    AskReply reply = replies.read(request, text, "technical", Requests.receipt(now()));

    assertThat(reply.errors()).isEmpty();
    assertThat(reply.extracted()).isFalse();
    if (role == Role.ANALYST) {
      assertThat(reply.analysis().orElseThrow().tool()).isEqualTo("technical");
      assertThat(reply.analysis().orElseThrow().findings()).hasSizeGreaterThan(8);
    } else {
      assertThat(reply.structured()).isPresent();
    }
  }

  @Test
  void an_analyst_that_ignores_its_ballot_has_cast_an_empty_one() {
    Map<String, DocumentRef> shown = Map.of("ledger", documents.putRecord(Ledger.EMPTY));
    AskRequest later = Requests.request("ada", "/repo", Role.ANALYST, 2, shown, Map.of());
    String says = "{\"feasibility_score\": 0.9, \"findings\": [\"It is so\"]}";

    assertThat(analysis(later, says).ballot()).contains(Ballot.EMPTY);
    assertThat(analysis(Requests.analyst("ada", "/repo"), says).ballot()).isEmpty();
    assertThat(analysis(later, "{\"feasibility_score\": 0.9}").hasNoContent())
        .as("which is no answer")
        .isTrue();
    assertThat(analysis(later, "- It is so").ballot()).as("nor is prose a vote").isEmpty();
  }

  private Analysis analysis(AskRequest request, String text) {
    return replies.read(request, text, "general", Requests.receipt(now())).analysis().orElseThrow();
  }

  @Test
  @Timeout(60)
  void parsing_cost_is_linear_in_nesting_depth() {
    String nested = "{\"finding\":\"x\",\"a\":".repeat(90) + "\"y\"" + "}".repeat(90);

    AskReply reply =
        replies.read(
            Requests.analyst("gemini", "/repo"),
            "{\"findings\":[" + nested + "]}",
            "security",
            Requests.receipt(now()));

    assertThat(reply.analysis().orElseThrow().findings()).hasSize(1);
  }

  @Test
  void escaped_json_text_is_filtered_too() {
    ReplyReader filtering =
        new ReplyReader(
            documents,
            new SecretFilter(List.of("winter-harbör/x9Kp"))::redact,
            Requests::wholeTree);
    String token = "hp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX";
    String text =
        """
        {"summary": "it is \\u0067%1$s", "approach": "and winter-harb\\u00f6r\\/x9Kp",
         "complexity": "\\u0067%1$s",
         "tasks": [{"title": "g%2$s"}]}
        """
            .formatted(token, token.replace("bW7", "bW7\\u200e"));
    Receipt receipt = Requests.receipt(now());

    AskReply reply =
        filtering.read(
            Requests.request("gemini", "/repo", Role.PLANNER, 0, Map.of(), Map.of()),
            text,
            "plans",
            receipt);

    assertThat(reply.plan().orElseThrow().summary()).isEqualTo("it is [redacted: token]");
    assertThat(reply.errors()).isNotEmpty();
    assertThat(ControlCharacters.removed(reply.toString()))
        .doesNotContain(token)
        .doesNotContain("winter-harbör");
    assertThat(ControlCharacters.removed(documents.text(reply.document())))
        .doesNotContain(token)
        .doesNotContain("winter-harbör");
  }

  @Test
  void quotes_of_the_direct_analyst_are_filtered() {
    String token = "ghp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX";
    Analysis analysis =
        ReplyParser.parse("{\"findings\": [\"uses " + token + "\"]}", "direct", "direct");
    Receipt receipt = Requests.receipt(now());

    AskReply reply =
        new ReplyReader(documents, new SecretFilter()::redact, Requests::wholeTree)
            .of(analysis, receipt);

    assertThat(reply.analysis().orElseThrow().findings().get(0)).contains("[redacted: ");
    assertThat(documents.text(reply.raw())).contains("[redacted: ").doesNotContain(token);
    assertThat(documents.text(reply.document())).contains("[redacted: ").doesNotContain(token);
  }

  @Test
  void the_first_of_many_errors_are_listed_and_the_others_counted() {
    ObjectNode plan = WireMapper.get().createObjectNode();
    ArrayNode tasks = plan.putArray("tasks");
    for (int i = 0; i < 60; i++) {
      tasks.add(i);
    }

    AskReply reply =
        replies.read(
            Requests.request("gemini", "/repo", Role.PLANNER, 0, Map.of(), Map.of()),
            plan.toString(),
            "plans",
            Requests.receipt(now()));

    assertThat(reply.errors()).hasSize(51).last().asString().matches("And \\d+ more\\.");
  }

  /** The worst case: every field at full length in characters that JSON escapes. */
  @ParameterizedTest
  @CsvSource({"3, 100, 3, 3", "1000, 200, 4, 30", "4, 100000, 4, 4", "20, 2000, 2, 20"})
  void an_analysis_of_any_size_fits_into_history_and_lists_what_is_missing(
      int entries, int length, int least, int most) throws Exception {
    ObjectNode huge = WireMapper.get().createObjectNode();
    huge.put("tool", "gemini").put("perspective", "security").put("feasibility_score", 0.8);
    String text = (entries == 20 ? "\u0001" : "x").repeat(length);
    texts(huge.putArray("findings"), entries, text);
    if (entries == 20) {
      texts(huge.putArray("technical_concerns"), entries, text);
      texts(huge.withObject("/requirements").putArray("functional"), entries, text);
      for (int i = 0; i < 6; i++) {
        ObjectNode approach = huge.withArray("implementation_approaches").addObject();
        approach.put("name", text).put("description", text).put("effort", "high");
        approach.put("risk", "low").put("maintainability", text).put("performance_impact", text);
        texts(approach.putArray("pros"), entries, text);
      }
    }
    Analysis whole = WireMapper.get().treeToValue(huge, Analysis.class);

    Analysis fits = ReplyReader.shortenToFit(whole);

    assertThat(WireMapper.get().writeValueAsBytes(fits).length).isLessThanOrEqualTo(48 << 10);
    assertThat(fits.findings()).hasSizeBetween(least, most);
    assertThat(fits.tool()).isEqualTo("gemini");
    assertThat(fits.equals(whole)).isEqualTo(entries == 3);
    assertThat(fits.parseNotes().toString().contains("48 KiB")).isEqualTo(entries > 3);
    assertThat(fits.implementationApproaches().isEmpty()).isEqualTo(entries != 20);
  }

  private static void texts(ArrayNode list, int entries, String text) {
    for (int i = 0; i < entries; i++) {
      list.add(text);
    }
  }

  private static Instant now() {
    return Instant.parse("2026-11-21T10:00:00Z");
  }
}

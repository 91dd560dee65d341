package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.secret.SecretFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SynthesisFileTest {
  private static JsonNode render(SynthesisRecord record, List<Decision> decisions) {
    return SynthesisFile.render(
        new RoundMaterial(
            record,
            record.round() == 1 ? Ledger.EMPTY : RecordedSession.round(1).ledger(),
            decisions,
            Optional.of(RecordedSession.context()),
            RecordedSession.tree()),
        new SecretFilter());
  }

  private static JsonNode round(int number, Decision... decisions) {
    return render(RecordedSession.round(number), List.of(decisions));
  }

  private static SynthesisRecord changed(int number, String json) {
    return RecordedSession.round(
        number, (ObjectNode) RecordedSession.json(json.replace("'", "\"")));
  }

  private static List<JsonNode> files(JsonNode nodes) {
    List<JsonNode> files = new ArrayList<>();
    for (JsonNode node : nodes) {
      files.addAll(node.has("children") ? files(node.path("children")) : List.of(node));
    }
    return files;
  }

  private static JsonNode file(JsonNode synthesis, String path) {
    return files(synthesis.at("/relatedFiles/fileTree")).stream()
        .filter(node -> node.path("path").asText().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void cited_files_show_their_real_lines() {
    JsonNode cited = file(round(1), "src/main/java/shop/api/ApiFilters.java");
    assertThat(cited.path("modificationStatus").asText()).isEqualTo("modified");
    assertThat(cited.path("impactScore").asText()).isEqualTo("medium");
    assertThat(cited.at("/codeSnippet/startLine").asInt()).isEqualTo(15);
    assertThat(cited.at("/codeSnippet/endLine").asInt()).as("the file ends there").isEqualTo(17);
    assertThat(cited.at("/codeSnippet/code").asText())
        .isEqualTo("    return List.of(new RequestLog(), tokens::check, new Json());\n  }\n}");
    assertThat(cited.at("/codeSnippet/language").asText()).isEqualTo("java");
  }

  @Test
  void a_file_known_from_context_alone_is_unchanged_and_low() {
    JsonNode known = file(round(1), "src/main/java/shop/Main.java");
    assertThat(known.path("modificationStatus").asText()).isEqualTo("unchanged");
    assertThat(known.path("impactScore").asText()).isEqualTo("low");
    assertThat(known.has("codeSnippet")).isFalse();
  }

  @Test
  void a_missing_file_is_kept_and_flagged_and_one_to_be_made_is_added() {
    JsonNode added = file(round(1), "src/main/java/shop/api/RateLimit.java");
    assertThat(added.path("modificationStatus").asText()).isEqualTo("added");
    assertThat(added.path("evidence").asText()).isEqualTo("missing");
    assertThat(file(round(1), "gateway/limits.yaml").path("evidence").asText())
        .isEqualTo("missing");
  }

  @Test
  void a_path_outside_of_the_workspace_is_in_no_tree_and_a_file_of_secrets_shows_no_line() {
    assertThat(files(round(1).at("/relatedFiles/fileTree")))
        .noneMatch(node -> node.path("path").asText().contains("outside"));
    assertThat(file(round(1), ".env").has("codeSnippet")).isFalse();
  }

  @Test
  void folders_nest_and_tell_whether_anything_in_them_is_touched() {
    JsonNode tree = round(1).at("/relatedFiles/fileTree");
    JsonNode src = tree.get(3);
    assertThat(src.path("path").asText()).isEqualTo("src");
    assertThat(src.path("type").asText()).isEqualTo("directory");
    assertThat(src.at("/children/0/children/0/path").asText()).isEqualTo("src/main/java");
    assertThat(src.path("modificationStatus").asText()).isEqualTo("modified");
  }

  @Test
  void the_dependency_graph_comes_from_the_imports_of_cited_files() {
    assertThat(round(1).at("/relatedFiles/dependencyGraph").toString())
        .isEqualTo(
            "[{\"source\":\"src/main/java/shop/api/ApiFilters.java\","
                + "\"target\":\"src/main/java/shop/auth/TokenCheck.java\","
                + "\"relationship\":\"imports\"}]");
  }

  @Test
  void what_several_cite_and_the_leading_solution_touches_weighs_most() {
    JsonNode impacts = round(1).at("/relatedFiles/impactSummary");
    assertThat(impacts.get(0).path("filePath").asText()).endsWith("ApiFilters.java");
    assertThat(impacts.get(0).path("score").asText()).isEqualTo("critical");
    assertThat(impacts).hasSizeLessThanOrEqualTo(10);
  }

  @Test
  void the_agents_own_chinese_is_used_by_position_and_english_where_there_is_none() {
    JsonNode decision = round(1).path("decision");
    assertThat(decision.at("/selectedSolution/title/zh").asText()).isEqualTo("令牌桶过滤器");
    assertThat(decision.at("/selectedSolution/pros/0/zh").asText()).isEqualTo("无需新依赖");
    assertThat(decision.at("/selectedSolution/pros/1/zh").asText())
        .isEqualTo("Allows short bursts");
    assertThat(decision.at("/summary/zh").asText()).isEqualTo("考虑中：令牌桶过滤器（工作量低，风险低，置信度 41%）");
    assertThat(round(1).at("/decisionRecords/timeline/2/summary/zh").asText())
        .as("a point has the Chinese that was given of it")
        .isEqualTo("过滤器链在一处构建，限流必须在令牌检查之前");
  }

  @Test
  void tags_are_topics_and_keywords_of_the_task_and_patterns_of_the_tree() {
    assertThat(
            SynthesisFile.tags("Time each request of the author page and fix the bug", List.of()))
        .contains("bug", "request", "page")
        .doesNotContain("auth");
    assertThat(round(1).at("/discussionTopic/tags"))
        .extracting(JsonNode::asText)
        .containsExactly("api", "rate", "limiting", "public", "client", "maven", "junit", "layers");
  }

  @Test
  void a_round_below_the_threshold_is_under_consideration_and_one_above_is_recommended() {
    assertThat(round(1).at("/decision/summary/en").asText())
        .isEqualTo(
            "Under consideration: Token bucket filter (Low effort, low risk, confidence 41%)");
    assertThat(round(1).at("/decision/status").asText()).isEqualTo("pending");
    assertThat(round(2).at("/decision/summary/en").asText())
        .isEqualTo("Recommended: Token bucket filter (Low effort, low risk, confidence 82%)");
    assertThat(round(2).at("/decision/status").asText()).isEqualTo("decided");
  }

  @Test
  void the_topics_status_follows_the_recommendation_then_the_round_then_open_disagreements() {
    assertThat(round(1).at("/discussionTopic/status").asText()).isEqualTo("exploring");
    assertThat(round(2).at("/discussionTopic/status").asText()).isEqualTo("decided");
    JsonNode blocked =
        render(
            changed(2, "{'convergence': {'recommendation': 'user-input-needed', 'score': 0.3}}"),
            List.of());
    assertThat(blocked.at("/discussionTopic/status").asText()).isEqualTo("blocked");
    assertThat(blocked.at("/decision/status").asText()).isEqualTo("conflict");
    assertThat(blocked.at("/convergence/recommendation").asText()).isEqualTo("user_input_needed");
    String going = "{'convergence': {'recommendation': 'continue', 'score': 0.3}}";
    assertThat(render(changed(2, going), List.of()).at("/discussionTopic/status").asText())
        .as("its disagreement is settled")
        .isEqualTo("analyzing");
    SynthesisRecord open = changed(1, "{'round': 2}");
    assertThat(render(open, List.of()).at("/discussionTopic/status").asText())
        .isEqualTo("debating");
  }

  @Test
  void a_humans_choice_leads_and_the_others_say_why_they_were_left() {
    Decision choice = RecordedSession.decisions().get(1);
    JsonNode decision = round(2, choice).path("decision");
    assertThat(decision.at("/selectedSolution/title/en").asText()).isEqualTo("Gateway limit");
    assertThat(decision.path("status").asText()).isEqualTo("decided");
    assertThat(decision.at("/rejectedAlternatives/0/rejectionReason/en").asText())
        .isEqualTo("lena chose \"Gateway limit\" instead");
    assertThat(decision.path("rejectedAlternatives")).as("with the also considered").hasSize(2);
    assertThat(round(1, choice).at("/decision/selectedSolution/title/en").asText())
        .as("a choice belongs to the round whose options were shown")
        .isEqualTo("Token bucket filter");
  }

  @Test
  void a_choice_that_replaces_an_earlier_one_is_a_reversal() {
    JsonNode timeline =
        render(RecordedSession.round(2), RecordedSession.decisions())
            .at("/decisionRecords/timeline");
    List<String> events = new ArrayList<>();
    timeline.forEach(event -> events.add(event.path("eventId").asText()));
    assertThat(events)
        .containsExactly(
            "evt-proposal-1",
            "evt-proposal-2",
            "evt-agreement-1",
            "evt-agreement-2",
            "evt-decision-1",
            "evt-decision-2",
            "evt-reversal-1");
    assertThat(timeline.get(6).at("/summary/en").asText())
        .isEqualTo("lena approved \"Token bucket filter\" in place of \"Gateway limit\"");
    assertThat(timeline.get(6).at("/summary/zh").asText())
        .isEqualTo("lena 以“令牌桶过滤器”取代了“Gateway limit”");
    assertThat(timeline.get(6).at("/contributor/name").asText()).isEqualTo("Human");
    assertThat(timeline.get(2).at("/summary/en").asText())
        .as("agreed in this round, and not before")
        .isEqualTo("Tokens are looked up on every request");
    assertThat(timeline.get(3).at("/summary/en").asText())
        .isEqualTo("Settled: Where is the limit kept? (lena: in the process)");
    assertThat(timeline.get(2).at("/contributor/id").asText()).isEqualTo("cross-verification");
  }

  @Test
  void requirements_are_read_from_the_replies_or_inferred_from_findings_and_concerns() {
    assertThat(round(1).at("/planning/functional")).hasSize(1);
    assertThat(round(1).at("/planning/acceptanceCriteria/0/id").asText()).isEqualTo("AC-01");
    JsonNode inferred = round(2).path("planning");
    assertThat(inferred.at("/functional")).hasSize(2);
    assertThat(inferred.at("/functional/1/id").asText()).isEqualTo("FR-02");
    assertThat(inferred.at("/functional/0/priority").asText()).isEqualTo("high");
    assertThat(inferred.at("/functional/0/source").asText()).isEqualTo("gemini analysis");
    assertThat(inferred.at("/nonFunctional/0/priority").asText()).isEqualTo("medium");
  }

  @Test
  void the_flat_shape_has_one_key_for_each_agent_and_says_who_stood_in() {
    JsonNode flat = round(1);
    assertThat(flat.at("/cross_verification/disagreements/0/qwen").asText())
        .isEqualTo("in-process state is lost; keep it in the gateway");
    assertThat(flat.at("/cross_verification/disagreements/0/id").asText()).isEqualTo("C1");
    assertThat(flat.at("/questions/0/options/1").asText()).isEqualTo("in the gateway");
    assertThat(flat.at("/questions/0/recommended").asInt()).isEqualTo(1);
    assertThat(flat.at("/clarification_questions/0").asText())
        .isEqualTo(flat.at("/questions/0/question").asText());
    assertThat(flat.at("/ledger/points/0/state").asText()).isEqualTo("agreed");
    assertThat(flat.at("/_metadata/fallbacks_triggered/0").asText()).isEqualTo("codex → qwen");
    assertThat(flat.at("/cli_executions/codex/status").asText()).isEqualTo("rate-limited");
    assertThat(flat.at("/cli_executions/gemini/duration_ms").asInt()).isEqualTo(84_000);
    assertThat(flat.path("_internal").path("cli_analyses")).isEqualTo(flat.path("cli_analyses"));
    assertThat(flat.path("user_feedback_incorporated").isNull()).isTrue();
  }

  @Test
  void a_round_without_solutions_says_so() {
    JsonNode none = render(changed(1, "{'solutions': [], 'others': []}"), List.of());
    assertThat(none.path("decision").has("selectedSolution")).isFalse();
    assertThat(none.at("/decision/summary/en").asText()).startsWith("No solution yet");
    assertThat(none.at("/decision/status").asText()).isEqualTo("pending");
  }

  @Test
  void very_long_lines_are_left_out_rather_than_cut() {
    SourceView minified = RecordedSession.linesOf("x".repeat(3000));
    Snippets snippets = new Snippets(minified, new SecretFilter());
    Sections.Snippet one = snippets.at("app.min.js", 1, Optional.empty()).orElseThrow();
    assertThat(one.endLine()).as("the second would pass 4 KiB").isEqualTo(1);
    Snippets huge = new Snippets(RecordedSession.linesOf("x".repeat(5000)), new SecretFilter());
    assertThat(huge.at("app.min.js", 1, Optional.empty())).isEmpty();
  }
}

package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.ContextPackage.Pattern;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.gate.Decision;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SynthesisFileTest {
  private static JsonNode render(SynthesisRecord record, List<Decision> decisions) {
    return SynthesisFile.render(
        new RoundMaterial(
            record,
            record.round() == 1 ? Ledger.EMPTY : Sessions.round(1).count().ledger(),
            decisions,
            Optional.of(Sessions.read("context.json", ContextPackage.class)),
            Sessions.tree()));
  }

  private static JsonNode round(int number, Decision... decisions) {
    return render(Sessions.round(number), List.of(decisions));
  }

  private static Stream<JsonNode> files(JsonNode nodes) {
    return Stream.iterate(0, i -> i < nodes.size(), i -> i + 1)
        .map(nodes::get)
        .flatMap(node -> node.has("children") ? files(node.path("children")) : Stream.of(node));
  }

  private static JsonNode file(String path) {
    return files(round(1).at("/relatedFiles/fileTree"))
        .filter(node -> node.path("path").asText().equals(path))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @CsvSource({
    "src/main/java/shop/api/ApiFilters.java, modified, medium, there",
    "src/main/java/shop/api/RateLimit.java, added, medium, missing",
    "gateway/limits.yaml, unchanged, medium, missing",
    "src/main/java/shop/Main.java, unchanged, low, ''",
    ".env, unchanged, medium, there",
  })
  void the_status_of_a_file_follows_from_the_round(
      String path, String status, String impact, String evidence) {
    assertThat(file(path).path("modificationStatus").asText()).isEqualTo(status);
    assertThat(file(path).path("impactScore").asText()).isEqualTo(impact);
    assertThat(file(path).path("evidence").asText()).isEqualTo(evidence);
  }

  @Test
  void cited_files_show_their_real_lines_except_files_with_secrets() {
    JsonNode snippet = file("src/main/java/shop/api/ApiFilters.java").path("codeSnippet");
    assertThat(snippet.path("startLine").asInt()).isEqualTo(15);
    assertThat(snippet.path("endLine").asInt()).as("the file ends there").isEqualTo(17);
    assertThat(snippet.path("code").asText())
        .isEqualTo("    return List.of(new RequestLog(), tokens::check, new Json());\n  }\n}");
    assertThat(snippet.path("language").asText()).isEqualTo("java");
    assertThat(file(".env").has("codeSnippet")).isFalse();
    assertThat(files(round(1).at("/relatedFiles/fileTree")))
        .noneMatch(node -> node.path("path").asText().contains("outside"));
  }

  @Test
  void very_long_lines_are_omitted_rather_than_truncated() {
    assertThat(snippet("x".repeat(3000)).orElseThrow().json().path("endLine").asInt())
        .as("the second would pass 4 KiB")
        .isEqualTo(1);
    assertThat(snippet("x".repeat(5000))).isEmpty();
  }

  private static Optional<JsonFields> snippet(String line) {
    return new TreeSource(List.of(), path -> Optional.of((line + "\n").repeat(6)), () -> {})
        .snippet("app.min.js", 1, null);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 | /relatedFiles/fileTree/3/path | src",
        "1 | /relatedFiles/fileTree/3/type | directory",
        "1 | /relatedFiles/fileTree/3/modificationStatus | modified",
        "1 | /relatedFiles/fileTree/3/children/0/children/0/path | src/main/java",
        "1 | /relatedFiles/dependencyGraph/0/source | src/main/java/shop/api/ApiFilters.java",
        "1 | /relatedFiles/dependencyGraph/0/target | src/main/java/shop/auth/TokenCheck.java",
        "1 | /relatedFiles/impactSummary/0/filePath | src/main/java/shop/api/ApiFilters.java",
        "1 | /relatedFiles/impactSummary/0/score | critical",
        "1 | /decision/selectedSolution/title/zh | 令牌桶过滤器",
        "1 | /decision/selectedSolution/pros/0/zh | 无需新依赖",
        "1 | /decision/selectedSolution/pros/1/zh | Allows short bursts",
        "1 | /decisionRecords/timeline/2/summary/zh | 过滤器链在一处构建，限流必须在令牌检查之前",
        "1 | /decision/summary/en | Under consideration: Token bucket filter"
            + " (low effort, low risk, convergence 41%)",
        "1 | /decision/status | pending",
        "2 | /decision/summary/en | Recommended: Token bucket filter"
            + " (low effort, low risk, convergence 82%)",
        "2 | /decision/status | decided",
        "1 | /discussionTopic/status | exploring",
        "2 | /discussionTopic/status | decided",
        "1 | /planning/acceptanceCriteria/0/id | AC-01",
        "2 | /planning/functional/1/id | FR-02",
        "2 | /planning/functional/0/priority | ''",
        "2 | /planning/functional/0/source | gemini analysis",
        "2 | /planning/nonFunctional/0/priority | ''",
        "1 | /cross_verification/disagreements/0/qwen | Gateway limit:"
            + " Configure the limit in the gateway",
        "1 | /cross_verification/disagreements/0/id | C1",
        "1 | /questions/0/options/1 | in the gateway",
        "1 | /questions/0/recommended | 1",
        "1 | /ledger/points/0/state | agreed",
        "1 | /_metadata/fallbacks_triggered/0 | codex → qwen",
        "1 | /cli_executions/codex/status | rate-limited",
        "1 | /cli_executions/gemini/duration_ms | 84000",
        "1 | /user_feedback_incorporated | null",
      })
  void every_field_of_a_round_has_its_value(int number, String pointer, String value) {
    assertThat(round(number).at(pointer).asText()).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "2 | {'convergence': {'recommendation': 'user-input-needed', 'score': 0.3}} | blocked"
            + " | conflict",
        "2 | {'convergence': {'recommendation': 'continue', 'score': 0.3}} | analyzing | pending",
        "1 | {'round': 2} | debating | pending",
        "1 | {'solutions': [], 'others': []} | exploring | pending",
      },
      quoteCharacter = '`')
  void the_status_depends_on_recommendation_round_and_open_disagreements(
      int round, String changes, String topic, String decision) {
    JsonNode file = render(Sessions.round(round, changes), List.of());
    assertThat(file.at("/discussionTopic/status").asText()).isEqualTo(topic);
    assertThat(file.at("/decision/status").asText()).isEqualTo(decision);
    assertThat(file.path("decision").has("selectedSolution"))
        .isEqualTo(!file.path("solutions").isEmpty());
  }

  @Test
  void the_humans_choice_comes_first_and_the_others_say_why_they_lost() {
    Decision choice = Sessions.decisions().get(1);
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
  void the_timeline_shows_changes_of_the_round_and_replaced_choices() {
    JsonNode timeline =
        render(Sessions.round(2), Sessions.decisions()).at("/decisionRecords/timeline");
    assertThat(timeline)
        .extracting(event -> event.path("eventId").asText())
        .containsExactly(
            "evt-proposal-1",
            "evt-proposal-2",
            "evt-agreement-1",
            "evt-agreement-2",
            "evt-decision-1",
            "evt-decision-2",
            "evt-reversal-1");
    assertThat(timeline)
        .extracting(event -> event.at("/summary/en").asText())
        .endsWith(
            "Tokens are looked up on every request",
            "Settled: Where is the limit kept? (lena: in the process)",
            "lena approved \"Gateway limit\"",
            "lena answered back",
            "lena approved \"Token bucket filter\" in place of \"Gateway limit\"");
    assertThat(timeline.get(6).at("/summary/zh").asText())
        .isEqualTo("lena approved \"令牌桶过滤器\" in place of \"Gateway limit\"");
    assertThat(timeline.get(6).at("/contributor/name").asText()).isEqualTo("Human");
    assertThat(timeline.get(2).at("/contributor/id").asText()).isEqualTo("cross-verification");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Add v1.2 limits. Then more. | Add v1.2 limits",
        "为接口限流。然后测试。 | 为接口限流",
        "'One line\nand another' | One line",
        "...odd | ...odd",
      })
  void the_title_is_the_first_sentence(String task, String title) {
    assertThat(SynthesisFile.title(task)).isEqualTo(title);
  }

  @Test
  void tags_are_task_topics_and_three_patterns() {
    List<Pattern> patterns =
        Stream.of("maven", "api", "junit", "fourth").map(it -> new Pattern(it, "", "")).toList();
    assertThat(SynthesisFile.tags("Refactoring the API's authentication: fix the UI bug", patterns))
        .containsExactly("auth", "api", "ui", "refactor", "bug", "maven", "junit");
    assertThat(SynthesisFile.tags("rapid builds of the author's suite", List.of())).isEmpty();
    assertThat(SynthesisFile.tags("重构数据库接口的性能", List.of()))
        .containsExactly("api", "database", "performance", "refactor");
  }
}

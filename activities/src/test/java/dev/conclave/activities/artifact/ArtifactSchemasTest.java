package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Resources;
import dev.conclave.activities.discussion.ReplySchemas;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.text.Words;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ArtifactSchemasTest {
  private static final Map<ArtifactKind, String> FILES =
      Map.of(
          ArtifactKind.SYNTHESIS, "rounds/1/synthesis.json",
          ArtifactKind.SESSION_STATE, "session-state.json",
          ArtifactKind.CONTEXT_PACKAGE, "context-package.json",
          ArtifactKind.PLAN, "plan.json",
          ArtifactKind.TASK, ".task/TASK-001.json",
          ArtifactKind.EXECUTION_CONTEXT, "execution-context.json");

  private static final Map<ArtifactKind, String> OF_CONTEXT =
      Map.of(
          ArtifactKind.EXPLORATION, "exploration-architecture.json",
          ArtifactKind.EXPLORATIONS_MANIFEST, "explorations-manifest.json",
          ArtifactKind.CONFLICT_RESOLUTION, "conflict-resolution.json",
          ArtifactKind.FULL_CONTEXT, "context-package.json",
          ArtifactKind.USER_INTENT_MAPPING, "user_intent_mapping.json");

  private static ObjectNode real(ArtifactKind kind) {
    if (OF_CONTEXT.containsKey(kind)) {
      return (ObjectNode) Sessions.json(Resources.text("golden/context/" + OF_CONTEXT.get(kind)));
    }
    if (!FILES.containsKey(kind)) {
      return ofAnalysis(kind);
    }
    Rendering rendering =
        Sessions.artifacts(Sessions.documents()).render(Sessions.complete(), List.of());
    return (ObjectNode)
        Sessions.json(new String(rendering.files().get(FILES.get(kind)), StandardCharsets.UTF_8));
  }

  private static ObjectNode ofAnalysis(ArtifactKind kind) {
    return switch (kind) {
      case TOPIC_RESULT -> AnalysisFiles.topic(Analyses.CONFIGURATION, Analyses.AT);
      case REVIEW -> ReviewFilesTest.file();
      case INTERACTIVE_RESULT -> AnalysisFiles.interactive(Analyses.FEEDBACK);
      default -> (ObjectNode) Sessions.json(Analyses.discovered().ndjson().lines().toList().get(0));
    };
  }

  @ParameterizedTest
  @EnumSource(ArtifactKind.class)
  void a_real_file_is_valid_and_extra_keys_are_allowed_everywhere(ArtifactKind kind) {
    ObjectNode file = real(kind);
    assertThat(kind.errors(file)).isEmpty();
    addEverywhere(file);
    assertThat(kind.errors(file)).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(ArtifactKind.class)
  void a_required_field_that_is_missing_or_has_the_wrong_type_is_an_error(ArtifactKind kind) {
    ObjectNode file = real(kind);
    JsonNode required =
        Sessions.json(ReplySchemas.schemaText(Words.of(kind) + ".schema")).path("required");
    assertThat(required).hasSizeGreaterThan(FILES.containsKey(kind) ? 8 : 3);
    for (JsonNode name : required) {
      ObjectNode without = file.deepCopy();
      without.remove(name.asText());
      assertThat(kind.errors(without)).as("without %s", name).isNotEmpty();
      ObjectNode odd = file.deepCopy();
      odd.set(name.asText(), Sessions.json(file.path(name.asText()).isBoolean() ? "1" : "true"));
      assertThat(kind.errors(odd)).as("odd %s", name).isNotEmpty();
    }
  }

  static Stream<Arguments> broken() {
    return Stream.of(
        Arguments.of(ArtifactKind.SYNTHESIS, "/discussionTopic", "{'status': 'undecided'}"),
        Arguments.of(ArtifactKind.SYNTHESIS, "/discussionTopic", "{'title': {'en': 'no zh'}}"),
        Arguments.of(ArtifactKind.SYNTHESIS, "/convergence", "{'score': 1.2}"),
        Arguments.of(
            ArtifactKind.SYNTHESIS, "/convergence", "{'recommendation': 'user-input-needed'}"),
        Arguments.of(ArtifactKind.SYNTHESIS, "/decision", "{'rejectedAlternatives': [{}]}"),
        Arguments.of(ArtifactKind.SYNTHESIS, "/relatedFiles/fileTree/0", "{'impactScore': 'huge'}"),
        Arguments.of(ArtifactKind.SYNTHESIS, "/decisionRecords/timeline/0", "{'eventId': '1'}"),
        Arguments.of(ArtifactKind.SYNTHESIS, "/cli_executions/gemini", "{'duration_ms': '84 s'}"),
        Arguments.of(ArtifactKind.SESSION_STATE, "", "{'status': 'done'}"),
        Arguments.of(ArtifactKind.SESSION_STATE, "", "{'current_phase': 6}"),
        Arguments.of(ArtifactKind.SESSION_STATE, "", "{'created_at': 'yesterday'}"),
        Arguments.of(ArtifactKind.SESSION_STATE, "/user_decisions/0", "{'by': null}"),
        Arguments.of(ArtifactKind.CONTEXT_PACKAGE, "/relevant_files/0", "{'relevance': 92}"),
        Arguments.of(ArtifactKind.PLAN, "", "{'complexity': 'medium'}"),
        Arguments.of(ArtifactKind.PLAN, "/tasks/0", "{'depends_on': 'TASK-002'}"),
        Arguments.of(ArtifactKind.PLAN, "/_metadata", "{'source': 'elsewhere'}"),
        Arguments.of(ArtifactKind.TASK, "/convergence", "{'criteria': 'one'}"),
        Arguments.of(ArtifactKind.EXECUTION_CONTEXT, "/session", "{'folder': 'relative'}"),
        Arguments.of(ArtifactKind.EXECUTION_CONTEXT, "", "{'executionMethod': 'agent'}"),
        Arguments.of(ArtifactKind.TOPIC_RESULT, "", "{'perspectives': []}"),
        Arguments.of(ArtifactKind.TOPIC_RESULT, "", "{'depth': 11}"),
        Arguments.of(ArtifactKind.INTERACTIVE_RESULT, "", "{'task_id': '../x'}"),
        Arguments.of(ArtifactKind.INTERACTIVE_RESULT, "", "{'status': 'done'}"),
        Arguments.of(ArtifactKind.DISCOVERY, "", "{'type': 'conclusion'}"),
        Arguments.of(ArtifactKind.REVIEW, "", "{'status': 'done'}"),
        Arguments.of(ArtifactKind.REVIEW, "/findings/0", "{'severity': 'bad'}"),
        Arguments.of(ArtifactKind.REVIEW, "/findings/0/finding", "{'line': -1}"),
        Arguments.of(ArtifactKind.DISCOVERY, "", "{'ts': 'today'}"),
        Arguments.of(ArtifactKind.DISCOVERY, "/data", "{'file': ''}"),
        Arguments.of(ArtifactKind.DISCOVERY, "/data", "{'patterns': 'one'}"),
        Arguments.of(ArtifactKind.EXPLORATION, "/relevant_files/0", "{'role': 'main'}"),
        Arguments.of(ArtifactKind.EXPLORATION, "/relevant_files/0", "{'relevance': 2}"),
        Arguments.of(ArtifactKind.EXPLORATION, "/conflict_indicators/0", "{'severity': 'huge'}"),
        Arguments.of(ArtifactKind.EXPLORATION, "/_metadata", "{'exploration_index': 0}"),
        Arguments.of(ArtifactKind.EXPLORATIONS_MANIFEST, "/explorations/0", "{'file': '../x'}"),
        Arguments.of(ArtifactKind.CONFLICT_RESOLUTION, "/summary", "{'custom_handling': -1}"),
        Arguments.of(
            ArtifactKind.CONFLICT_RESOLUTION,
            "/resolved_conflicts/0/modifications_applied/0",
            "{'change_type': 'move'}"),
        Arguments.of(
            ArtifactKind.CONFLICT_RESOLUTION, "/failed_modifications/0", "{'error': null}"),
        Arguments.of(
            ArtifactKind.CONFLICT_RESOLUTION, "/custom_conflicts/0", "{'overlap_analysis': 'no'}"),
        Arguments.of(ArtifactKind.FULL_CONTEXT, "/conflict_detection", "{'risk_level': 'some'}"),
        Arguments.of(ArtifactKind.FULL_CONTEXT, "/statistics", "{'total_files': 51}"),
        Arguments.of(
            ArtifactKind.FULL_CONTEXT,
            "/prioritized_context/priority_tiers/critical/0",
            "{'relevance': 1.1}"),
        Arguments.of(
            ArtifactKind.FULL_CONTEXT,
            "/prioritized_context",
            "{'dependency_order': ['a.ts', 'a.ts']}"),
        Arguments.of(ArtifactKind.FULL_CONTEXT, "/dependencies", "{'external': [{'name': 'x'}]}"),
        Arguments.of(ArtifactKind.USER_INTENT_MAPPING, "/mappings/0", "{'files': []}"),
        Arguments.of(ArtifactKind.USER_INTENT_MAPPING, "/mappings/0", "{'by': 'guess'}"));
  }

  @ParameterizedTest
  @MethodSource("broken")
  void an_invalid_value_is_reported_with_its_path(ArtifactKind kind, String at, String change) {
    ObjectNode file = real(kind);
    ((ObjectNode) file.at(at)).setAll((ObjectNode) Sessions.json(change.replace("'", "\"")));
    assertThat(kind.errors(file)).isNotEmpty().allMatch(e -> e.startsWith("/"));
  }

  @Test
  void the_schemas_on_the_class_path_are_the_shipped_ones() throws Exception {
    Path docs = Path.of("../docs/schemas").toAbsolutePath().normalize();
    for (ArtifactKind kind : ArtifactKind.values()) {
      assertThat(ReplySchemas.schemaText(Words.of(kind) + ".schema"))
          .isEqualTo(Files.readString(docs.resolve(kind.schemaFile())));
    }
  }

  @Test
  void every_discovery_type_is_valid_and_requires_all_its_fields() {
    List<String> lines = Analyses.discovered().ndjson().lines().toList();
    assertThat(lines.stream().map(line -> Sessions.json(line).path("type").asText()).distinct())
        .hasSize(DiscoveryType.values().length);
    for (String line : lines) {
      ObjectNode entry = (ObjectNode) Sessions.json(line);
      assertThat(ArtifactKind.DISCOVERY.errors(entry)).as(line).isEmpty();
      for (Map.Entry<String, JsonNode> field : entry.path("data").properties()) {
        ObjectNode without = entry.deepCopy();
        without.withObject("/data").remove(field.getKey());
        assertThat(ArtifactKind.DISCOVERY.errors(without)).as("no %s", field).isNotEmpty();
      }
    }
  }

  private static void addEverywhere(JsonNode node) {
    if (node instanceof ObjectNode object) {
      object.forEach(ArtifactSchemasTest::addEverywhere);
      // Maps by agent or language have no fixed keys: an added value must match their schema.
      if (object.properties().stream()
          .noneMatch(f -> f.getValue().isInt() || f.getKey().equals("gemini"))) {
        object.put("extra", "of another program");
      }
    } else if (node instanceof ArrayNode array) {
      array.forEach(ArtifactSchemasTest::addEverywhere);
    }
  }
}

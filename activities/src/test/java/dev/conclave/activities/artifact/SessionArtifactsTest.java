package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionArtifactsTest {
  @TempDir Path temp;
  private final MemoryDocuments documents = Sessions.documents();

  private Rendering render(PlanState state) {
    return Sessions.artifacts(documents).render(state, List.of());
  }

  private static JsonNode json(Rendering rendering, String path) {
    return Sessions.json(new String(rendering.files().get(path), StandardCharsets.UTF_8));
  }

  @Test
  void the_context_package_includes_the_chosen_solution_after_the_decision() {
    JsonNode context = json(render(Sessions.complete()), "context-package.json");
    assertThat(context.at("/solution/name").asText()).isEqualTo("Token bucket filter");
    assertThat(context.at("/implementation_plan/tasks")).hasSize(2);
    assertThat(context.at("/constraints/0").asText()).isEqualTo("minimal-changes");
    assertThat(context.at("/consensus/resolved_conflicts")).hasSize(1);
    assertThat(context.at("/workspace/head").asText()).as("no commit yet").isEmpty();
  }

  @Test
  void a_new_direction_becomes_the_task_to_execute() throws Exception {
    ObjectNode state = WireMapper.get().valueToTree(Sessions.complete());
    state.put("direction", 1).put("direction_text", "Limit in the proxy instead");

    Rendering rendering = render(WireMapper.get().treeToValue(state, PlanState.class));

    assertThat(new String(rendering.files().get("IMPL_PLAN.md"), StandardCharsets.UTF_8))
        .startsWith("# Implementation Plan: Limit in the proxy instead\n")
        .contains(
            "> Limit in the proxy instead", "> This takes precedence over the original task:");
    for (String file : List.of("plan.json", "context-package.json", "execution-context.json")) {
      assertThat(json(rendering, file).path("direction").asText())
          .as(file)
          .isEqualTo("Limit in the proxy instead");
    }
    assertThat(json(rendering, "execution-context.json").path("originalUserInput").asText())
        .startsWith("Limit in the proxy instead\n\n")
        .endsWith(Sessions.complete().request().task());
  }

  @Test
  void a_round_known_only_from_a_moved_sessions_state_is_reported_as_not_kept() {
    documents.with(
        Sessions.ROUND_2, "{\"round\":2,\"ledger\":{}}".getBytes(StandardCharsets.UTF_8));
    assertThat(render(Sessions.complete()).notKept()).containsExactly("rounds/2/synthesis.json");
  }

  @Test
  void the_plan_shows_the_requested_change_and_that_it_came_back_unchanged() throws Exception {
    ObjectNode state = WireMapper.get().valueToTree(Sessions.complete());
    ((ObjectNode) state.path("plan"))
        .set("changes", Sessions.json("[\"the revised plan is the same as before\"]"));
    ObjectNode wish = state.path("decisions").get(2).deepCopy();
    wish.put("kind", "modify");
    ((ObjectNode) wish.path("answer")).put("kind", "modify").put("text", "use a fake clock");
    state.withArray("decisions").add(wish);

    Rendering rendering = render(WireMapper.get().treeToValue(state, PlanState.class));

    assertThat(new String(rendering.files().get("IMPL_PLAN.md"), StandardCharsets.UTF_8))
        .contains(
            "Changes you requested:\n\n- use a fake clock\n",
            "Result of the last change:\n\n- the revised plan is the same as before\n");
  }

  @Test
  void concerns_that_no_task_addresses_are_shown_with_the_decision() throws Exception {
    ObjectNode state = WireMapper.get().valueToTree(Sessions.complete());
    for (JsonNode solution : state.at("/last/solutions")) {
      ((ObjectNode) solution)
          .putArray("technical_concerns")
          .add("Clock steps | back")
          .add("Buckets never expire");
    }

    Rendering rendering = render(WireMapper.get().treeToValue(state, PlanState.class));

    assertThat(new String(rendering.files().get("IMPL_PLAN.md"), StandardCharsets.UTF_8))
        .contains("no task lists as a risk:\n\n- Buckets never expire\n\n")
        .contains("| Clock steps \\| back | use the monotonic clock | TASK-001 |")
        .doesNotContain("- Clock steps", "| – |");
  }

  @Test
  void equal_states_give_equal_bytes() {
    Rendering once = render(Sessions.complete());
    Rendering again = render(Sessions.complete());
    assertThat(again.files().keySet()).isEqualTo(once.files().keySet());
    once.files()
        .forEach(
            (path, bytes) -> assertThat(Arrays.equals(bytes, again.files().get(path))).isTrue());
  }

  @Test
  void documents_removed_by_retention_are_named_and_not_invented() {
    documents.lose(Sessions.ROUND_1);
    documents.lose(Sessions.CONTEXT);
    Rendering rendering = render(Sessions.complete());
    assertThat(rendering.notKept())
        .containsExactly("rounds/1/synthesis.json", "context-package.json");
    assertThat(rendering.files())
        .containsKeys("rounds/2/synthesis.json", "execution-context.json")
        .doesNotContainKeys("rounds/1/synthesis.json", "context-package.json");
    assertThat(json(rendering, "session-state.json").path("not_kept"))
        .extracting(JsonNode::asText)
        .containsExactlyElementsOf(rendering.notKept());
    assertThat(json(rendering, "execution-context.json").at("/session/artifacts/synthesis_rounds"))
        .hasSize(1);
  }

  @Test
  void an_invalid_file_is_reported_and_does_not_prevent_writing_the_others() {
    String broken =
        new String(Sessions.resource("synthesis-1.json"), StandardCharsets.UTF_8)
            .replace("\"score\": 0.4067", "\"score\": 40.67");
    documents.with(Sessions.ROUND_1, broken.getBytes(StandardCharsets.UTF_8));
    Rendering rendering = render(Sessions.complete());
    assertThat(rendering.problems())
        .singleElement()
        .asString()
        .startsWith("rounds/1/synthesis.json does not match docs/schemas/synthesis.schema.json: ")
        .contains("/convergence/score");
    assertThat(rendering.files()).containsKeys("rounds/2/synthesis.json", "plan.json");
    assertThat(json(rendering, "session-state.json").path("problems")).hasSize(1);
  }

  @Test
  void a_hand_off_lists_the_full_context_files_the_plan_relies_on() {
    JsonNode handOff =
        json(render(Sessions.explored("patterns", "testing")), "execution-context.json");

    assertThat(handOff.path("explorationAngles"))
        .extracting(JsonNode::asText)
        .containsExactly("patterns", "testing");
    assertThat(handOff.at("/session/artifacts/explorations/1").asText())
        .endsWith(
            "/.workflow/active/MCP-add-rate-limiting-2026-11-20/.process/exploration-testing.json");
    assertThat(handOff.at("/explorationManifest/path"))
        .isEqualTo(handOff.at("/session/artifacts/explorations_manifest"));
  }

  @Test
  void the_hand_off_has_absolute_paths_and_the_humans_choices() {
    JsonNode handOff = json(render(Sessions.complete()), "execution-context.json");
    String folder = "/srv/my shop/.workflow/.multi-cli-plan/" + Sessions.ID;
    assertThat(handOff.at("/session/folder").asText()).isEqualTo(folder);
    assertThat(handOff.at("/session/artifacts/plan_json").asText())
        .isEqualTo(folder + "/plan.json");
    assertThat(handOff.at("/session/artifacts/synthesis_rounds/1").asText())
        .isEqualTo(folder + "/rounds/2/synthesis.json");
    assertThat(handOff.path("executionMethod").asText()).isEqualTo("Codex");
    assertThat(handOff.path("codeReviewTool").asText()).isEqualTo("Gemini Review");
    assertThat(handOff.path("planObject"))
        .isEqualTo(json(render(Sessions.complete()), "plan.json"));
  }

  @Test
  void old_and_new_executors_find_their_tasks() {
    Rendering rendering = render(Sessions.complete());
    JsonNode plan = json(rendering, "plan.json");
    assertThat(plan.path("task_count").asInt()).isEqualTo(2);
    assertThat(plan.path("task_ids"))
        .extracting(JsonNode::asText)
        .containsExactly("TASK-001", "TASK-002");
    assertThat(json(rendering, ".task/TASK-002.json")).isEqualTo(plan.at("/tasks/1"));
    assertThat(plan.at("/tasks/1/convergence/criteria")).isEqualTo(plan.at("/tasks/1/acceptance"));
    assertThat(plan.path("complexity").asText()).isEqualTo("Medium");
  }

  @Test
  void the_whole_state_can_be_read_back_from_the_folder() throws Exception {
    JsonNode carried = json(render(Sessions.complete()), "session-state.json").path("_carried");
    PlanState state = WireMapper.get().treeToValue(carried, PlanState.class);
    assertThat(WireMapper.get().writeValueAsString(state))
        .isEqualTo(WireMapper.get().writeValueAsString(Sessions.complete()));
  }

  @Test
  void decisions_number_solutions_from_zero_and_have_every_field() {
    JsonNode decisions =
        json(render(Sessions.complete()), "session-state.json").path("user_decisions");
    assertThat(decisions).hasSize(4);
    assertThat(decisions.at("/0/additional_input").asText()).isEqualTo("1. in the process");
    assertThat(decisions.at("/0/selected_solution_index").asInt()).isEqualTo(-1);
    assertThat(decisions.at("/1/selected_solution").asText()).isEqualTo("Gateway limit");
    assertThat(decisions.at("/1/selected_solution_index").asInt()).isEqualTo(1);
    assertThat(decisions.at("/0/answers/0/id").asText()).isEqualTo("Q1");
    assertThat(decisions.at("/0/answers/0/question").asText())
        .isEqualTo("Where is the limit kept: in the process or in the gateway?");
    assertThat(decisions.at("/0/answers/0/answer").asText()).isEqualTo("in the process");
    assertThat(decisions.at("/3/answers")).isEmpty();
    assertThat(decisions.at("/3/feedback_type/0").asText()).isEqualTo("approve");
  }

  @Test
  void secrets_in_documents_reach_no_file() {
    String canary = "ghp_0123456789abcdefABCDEF0123456789abcd";
    String leaking =
        new String(Sessions.resource("synthesis-1.json"), StandardCharsets.UTF_8)
            .replace("State is lost at a restart", "token " + canary + " \\\" is in the way");
    documents.with(Sessions.ROUND_1, leaking.getBytes(StandardCharsets.UTF_8));
    Rendering rendering = render(Sessions.complete());
    assertThat(rendering.problems()).isEmpty();
    rendering
        .files()
        .forEach(
            (path, bytes) ->
                assertThat(new String(bytes, StandardCharsets.UTF_8))
                    .as(path)
                    .doesNotContain(canary));
  }

  @Test
  void a_session_folder_has_all_its_files_and_no_secrets() throws Exception {
    PlanState state = Sessions.complete();
    SessionFolder folder = SessionFolder.of(temp.resolve("sessions"), state.session());
    long written =
        Sessions.artifacts(documents).write(state, "run 1", folder, () -> {}, missing -> {});
    assertThat(written).isEqualTo(state.revision());
    assertThat(folder.path().resolve("rounds/1/raw/gemini.txt"))
        .content()
        .contains("thinking…", "[redacted")
        .doesNotContain("ghp_0123");
    assertThat(folder.path().resolve(".task/TASK-001.json")).exists();
  }

  @Test
  void an_export_without_the_documents_writes_what_it_can_and_lists_the_rest() throws Exception {
    Path target = temp.resolve("my export");
    List<String> missing =
        SessionActivitiesImpl.export(
            Sessions.complete(), new DataFolder(temp.resolve("other")), target, new SecretFilter());
    assertThat(missing)
        .anyMatch(line -> line.contains("rounds/1/synthesis.json"))
        .anyMatch(line -> line.contains("rounds/1/raw/gemini.txt"));
    assertThat(target.resolve("session-state.json"))
        .content()
        .containsSubsequence("not_kept", "rounds/1/raw/gemini.txt", "rounds/1/synthesis.json");
    assertThat(target.resolve("plan.json")).exists();
    assertThat(target.resolve("rounds/1/synthesis.json")).doesNotExist();
  }
}

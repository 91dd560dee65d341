package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.WireMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContextFilesTest {
  @TempDir Path temp;
  private Contexts contexts;
  private ObjectNode state;

  @BeforeEach
  void gather() throws Exception {
    contexts = new Contexts(temp);
    state = WireMapper.get().valueToTree(contexts.complete());
  }

  private Rendering render() {
    return ContextFiles.render(
        Contexts.read(state), contexts.documents, new Rendering(new SecretFilter()));
  }

  private JsonNode file(String name) {
    Rendering rendering = render();
    assertThat(rendering.problems()).isEmpty();
    return Sessions.json(new String(rendering.files().get(name), StandardCharsets.UTF_8));
  }

  @Test
  void an_exploration_names_its_author_and_has_every_list() {
    JsonNode file = file("exploration-dependencies.json");

    assertThat(file.path("_metadata").toString().replace('"', '\''))
        .isEqualTo(
            "{'timestamp':'2026-11-20T08:50:02Z','task_description':'%s','source':'gemini',"
                    .formatted(Contexts.TASK)
                + "'exploration_angle':'dependencies','exploration_index':2,"
                + "'total_explorations':4,'duration_seconds':84}");
    assertThat(file.path("patterns")).isEmpty();
    assertThat(file.path("patterns").isArray()).isTrue();
    assertThat(file.at("/relevant_files/2/key_symbols").isArray()).isTrue();
  }

  @Test
  void the_manifest_lists_results_and_failures_separately() {
    JsonNode manifest = file(ContextFiles.MANIFEST);

    assertThat(manifest.path("exploration_count").asInt()).isEqualTo(3);
    assertThat(manifest.path("angles_explored")).hasSize(3);
    assertThat(manifest.at("/explorations/0/path").asText())
        .isEqualTo(".workflow/active/" + Contexts.ID + "/.process/exploration-architecture.json");
    assertThat(manifest.at("/failed/0/error").asText()).isEqualTo("no reply for 600 s");
    assertThat(render().files()).doesNotContainKey("exploration-integration-points.json");
  }

  @Test
  void the_path_of_a_file_outside_the_workspace_is_absolute() {
    state.withObject("/workspace").put("sessions_folder", "/data/sessions");

    assertThat(file(ContextFiles.MANIFEST).at("/explorations/0/path").asText())
        .isEqualTo("/data/active/" + Contexts.ID + "/.process/exploration-architecture.json");
  }

  @Test
  void rolled_back_changes_count_as_failed() {
    assertThat(file(ContextFiles.RESOLUTION).path("failed_modifications")).hasSize(1);

    DraftedEdits rolledBack =
        Contexts.read(state).draftedEdits().orElseThrow().rolledBack("the disk is full");
    state.set("drawn_up", WireMapper.get().valueToTree(rolledBack));
    JsonNode file = file(ContextFiles.RESOLUTION);

    assertThat(file.at("/resolved_conflicts/0/modifications_applied")).isEmpty();
    assertThat(file.path("failed_modifications").findValuesAsText("error"))
        .containsExactly("old_content is not there", "rolled back: the disk is full");
  }

  @Test
  void open_conflicts_are_listed_separately() {
    ((ObjectNode) state.at("/resolutions/1")).put("kind", "unresolved");
    JsonNode file = file(ContextFiles.RESOLUTION);

    assertThat(file.path("custom_conflicts")).isEmpty();
    assertThat(file.at("/unresolved_conflicts/0/id").asText()).isEqualTo("CON-002");
    assertThat(file.at("/summary/custom_handling").asInt()).isZero();
  }

  @Test
  void an_overlap_conflict_has_every_overlap_list_and_others_have_none() {
    ObjectNode overlapping = (ObjectNode) state.at("/resolutions/0");
    overlapping.put("kind", "custom");
    ((ObjectNode) overlapping.at("/conflict/overlap_analysis/new_module"))
        .remove("responsibilities");
    ((ObjectNode) overlapping.at("/conflict/overlap_analysis/existing_modules/0"))
        .remove("scenarios");
    ((ObjectNode) state.at("/resolutions/1/conflict")).putObject("overlap_analysis");

    JsonNode custom = file(ContextFiles.RESOLUTION).path("custom_conflicts");

    assertThat(custom.at("/0/overlap_analysis/new_module/responsibilities").isArray()).isTrue();
    assertThat(custom.at("/0/overlap_analysis/existing_modules/0/scenarios").isArray()).isTrue();
    assertThat(custom.at("/1/overlap_analysis").isNull()).isTrue();
  }

  @Test
  void a_session_cancelled_early_has_only_its_state_file() {
    for (String later : new String[] {"explorations", "conflicts", "resolutions"}) {
      state.putArray(later);
    }
    state.remove("assembled");

    assertThat(render().files()).containsOnlyKeys("session-state.json");
  }

  @Test
  void a_package_that_no_longer_exists_is_reported_missing() {
    ContextState whole = Contexts.read(state);
    contexts.documents.lose(whole.assembled().orElseThrow().contextPackage());

    assertThat(render().notKept())
        .containsExactly("context-package.json", "user_intent_mapping.json");
  }
}

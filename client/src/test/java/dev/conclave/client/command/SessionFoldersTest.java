package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.Offline;
import dev.conclave.client.Samples;
import dev.conclave.client.session.UsageException;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.execute.ExecuteState;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How context folders are distinguished from those of their planning sessions. */
class SessionFoldersTest {
  private static final String ID = "WFS-limits-2026-11-21";

  @TempDir Path temp;
  private Path repository;
  private Path data;
  private CommandContext context;
  private SessionFolders folders;

  @BeforeEach
  void open() throws Exception {
    Offline user = new Offline(temp.toRealPath());
    context = user.context();
    repository = user.directory;
    data = context.dataFolder().root();
    folders = new SessionFolders(context);
  }

  private Path folder(Path root, String place, String id) throws Exception {
    ContextRequest request =
        Samples.read(
            ContextRequest.class,
            """
            {"task": "t", "workspace": {"host": "%s", "path": "%s"}, "budget": {},
             "languages": ["en"], "context_bytes": 1, "by": "ada"}
            """
                .formatted(context.hostId(), repository));
    ObjectNode carried = WireMapper.get().valueToTree(new ContextState(id, request, Instant.EPOCH));
    carried
        .putObject("workspace")
        .put("host", context.hostId())
        .put("host_name", "lima")
        .put("path", repository.toString())
        .put("sessions_folder", repository.resolve(".workflow/.multi-cli-plan").toString());
    Path folder = Files.createDirectories(root.resolve(place));
    ObjectNode state = WireMapper.get().createObjectNode();
    state.set("_carried", carried);
    Files.writeString(
        folder.resolve("session-state.json"), WireMapper.get().writeValueAsString(state));
    return folder;
  }

  @Test
  void a_context_is_found_by_its_id_or_prefix_and_continues() throws Exception {
    Path folder = folder(repository, ".workflow/active/" + ID + "/.process", ID);

    assertThat(folders.find(ID)).contains(folder);
    assertThat(folders.find("limits")).contains(folder);
    assertThat(folders.resumableState(folder)).isInstanceOf(ContextState.class);
    assertThat(folders.resumableState(folder).folder()).contains(folder);
  }

  @Test
  void a_context_gathered_for_a_plan_is_not_mistaken_for_the_plan() throws Exception {
    String plan = "MCP-limits-2026-11-21";
    Path planned = folder(repository, ".workflow/.multi-cli-plan/" + plan, plan);
    Path gathered = folder(repository, ".workflow/active/" + plan + "/.process", plan + "/context");

    assertThat(folders.find(plan)).contains(planned);
    assertThat(folders.find("limits")).contains(planned);
    assertThat(folders.find(plan + "/context")).contains(gathered);
    assertThat(SessionFolders.read(gathered)).isInstanceOf(ContextState.class);
  }

  @Test
  void executions_of_a_plan_are_found_by_number_in_separate_folders() throws Exception {
    String plan = "MCP-limits-2026-11-21";
    Path all = repository.resolve(".workflow/.multi-cli-plan");
    for (String name : List.of("execute", "execute-2")) {
      Path folder = folder(all, plan + "/" + name, plan + "/" + name);
      assertThat(ExecuteState.KIND.place(plan + "/" + name)).isEqualTo(plan + "/" + name);
      assertThat(folders.find(plan + "/" + name)).contains(folder);
    }
    assertThat(folders.find(plan)).isEmpty();
    WorkspaceSpec here = WorkspaceSpec.ofPath(context.hostId(), repository.toString());
    assertThat(SessionFolders.holds(here, plan + "/execute-2")).isTrue();
    assertThat(SessionFolders.holds(here, plan + "/execute-3")).isFalse();
  }

  @Test
  void a_context_of_a_url_workspace_is_found_next_to_the_sessions() throws Exception {
    Path folder = folder(data, "active/" + ID + "/.process", ID);

    assertThat(folders.find(ID)).contains(folder);
    assertThat(folders.resumableState(folder).session()).isEqualTo(ID);
  }

  @Test
  void a_renamed_or_moved_folder_starts_nothing() throws Exception {
    Path renamed = folder(repository, ".workflow/active/WFS-other/.process", ID);
    Path moved = folder(temp.resolve("elsewhere"), ".workflow/active/" + ID + "/.process", ID);

    assertThatThrownBy(() -> folders.resumableState(renamed))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("belongs to session " + ID);
    assertThatThrownBy(() -> folders.resumableState(moved))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("was not written here");
  }
}

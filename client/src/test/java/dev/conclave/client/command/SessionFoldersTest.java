package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.session.Refusal;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the folders of contexts are told from those of the sessions that they were gathered for. */
class SessionFoldersTest {
  private static final String ID = "WFS-limits-2026-11-21";

  @TempDir Path temp;
  private Path repository;
  private Path data;
  private CommandContext context;
  private SessionFolders folders;

  @BeforeEach
  void open() throws Exception {
    temp = temp.toRealPath();
    repository = Files.createDirectories(temp.resolve("repository"));
    data = temp.resolve("data");
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    context =
        new CommandContext(
            Map.of("CONCLAVE_HOME", data.toString()),
            repository,
            temp,
            "ada",
            InputStream.nullInputStream(),
            new Output(nowhere, nowhere, Screen.PLAIN, Screen.PLAIN),
            Optional.empty(),
            Optional.empty(),
            Clock.systemUTC(),
            Duration.ZERO);
    folders = new SessionFolders(context);
  }

  private Path folder(Path root, String place, String id) throws Exception {
    WorkspaceSpec there = WorkspaceSpec.ofPath(context.hostId(), repository.toString());
    ContextRequest request =
        new ContextRequest(
            "t",
            there,
            List.of(),
            false,
            List.of(),
            List.of(),
            List.of(),
            false,
            BudgetLimits.NONE,
            Optional.empty(),
            List.of("en"),
            1,
            false,
            "ada");
    ObjectNode carried = WireMapper.get().valueToTree(new ContextState(id, request, Instant.EPOCH));
    carried.putPOJO(
        "workspace",
        new Workspace(
            context.hostId(),
            "lima",
            "k",
            repository.toString(),
            Optional.empty(),
            repository.resolve(".workflow/.multi-cli-plan").toString(),
            true,
            Optional.empty()));
    Path folder = Files.createDirectories(root.resolve(place));
    ObjectNode state = WireMapper.get().createObjectNode();
    state.set("_carried", carried);
    Files.writeString(
        folder.resolve("session-state.json"), WireMapper.get().writeValueAsString(state));
    return folder;
  }

  @Test
  void a_context_is_found_by_its_id_or_its_beginning_and_goes_on() throws Exception {
    Path folder = folder(repository, ".workflow/active/" + ID + "/.process", ID);

    assertThat(folders.find(ID)).contains(folder);
    assertThat(folders.find("limits")).contains(folder);
    assertThat(folders.toGoOnFrom(folder)).isInstanceOf(ContextState.class);
    assertThat(folders.toGoOnFrom(folder).folder()).contains(folder);
  }

  @Test
  void a_context_that_was_gathered_for_a_plan_is_not_taken_for_the_plan() throws Exception {
    String plan = "MCP-limits-2026-11-21";
    Path planned = folder(repository, ".workflow/.multi-cli-plan/" + plan, plan);
    Path gathered = folder(repository, ".workflow/active/" + plan + "/.process", plan + "/context");

    assertThat(folders.find(plan)).contains(planned);
    assertThat(folders.find("limits")).contains(planned);
    assertThat(folders.find(plan + "/context")).contains(gathered);
    assertThat(SessionFolders.read(gathered)).isInstanceOf(ContextState.class);
  }

  @Test
  void a_context_of_a_workspace_by_url_is_found_beside_the_sessions() throws Exception {
    Path folder = folder(data, "active/" + ID + "/.process", ID);

    assertThat(folders.find(ID)).contains(folder);
    assertThat(folders.toGoOnFrom(folder).session()).isEqualTo(ID);
  }

  @Test
  void a_folder_that_was_renamed_or_moved_starts_nothing() throws Exception {
    Path renamed = folder(repository, ".workflow/active/WFS-other/.process", ID);
    Path moved = folder(temp.resolve("elsewhere"), ".workflow/active/" + ID + "/.process", ID);

    assertThatThrownBy(() -> folders.toGoOnFrom(renamed))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("is that of session " + ID);
    assertThatThrownBy(() -> folders.toGoOnFrom(moved))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("was not written here");
  }
}

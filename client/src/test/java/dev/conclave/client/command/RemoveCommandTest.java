package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.client.Bench;
import dev.conclave.client.Offline;
import dev.conclave.client.Samples;
import dev.conclave.client.session.StartedSessions.Started;
import dev.conclave.workflows.context.ContextRequest;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions that no server knows any more; PlanAndAnswerTest removes one of a server. */
class RemoveCommandTest {
  private static final String ID = "WFS-limits-2026-11-21";
  private static final String OTHER = "WFS-cache-2026-11-21";
  private static final String OWN = "a".repeat(64);
  private static final String SHARED = "b".repeat(64);

  @TempDir Path temp;
  private Offline user;
  private CommandContext context;

  @BeforeEach
  void open() throws Exception {
    user = new Offline(temp.toRealPath());
    context = user.context();
  }

  /** Writes the folder of a session that was started here and whose state has these digests. */
  private Path session(String id, String one, String two) throws Exception {
    ContextRequest request =
        Samples.read(
            ContextRequest.class,
            """
            {"task": "%s", "workspace": {"host": "%s", "path": "%s"}, "budget": {},
             "languages": ["en"], "context_bytes": 1, "by": "%s"}
            """
                .formatted(one, context.hostId(), user.directory, two));
    ObjectNode state = WireMapper.get().createObjectNode();
    state.set(
        "_carried", WireMapper.get().valueToTree(new ContextState(id, request, Instant.EPOCH)));
    Path folder =
        Files.createDirectories(user.directory.resolve(".workflow/active/" + id + "/.process"));
    Files.writeString(
        folder.resolve("session-state.json"), WireMapper.get().writeValueAsString(state));
    context
        .startedSessions()
        .add(new Started(id, id.toLowerCase(Locale.ROOT), user.directory.toString(), Bench.NOW));
    return folder;
  }

  @Test
  void a_session_is_forgotten_with_its_folder_and_keeps_documents_of_others() throws Exception {
    Path removed = session(ID, OWN, SHARED);
    Path kept = session(OTHER, SHARED, "ada");

    assertThat(user.conclave("rm", ID, "--yes", "--json").ended(0).json())
        .hasToString("{\"session\":\"%s\",\"documents\":1,\"history\":false}".formatted(ID));
    assertThat(removed).doesNotExist();
    assertThat(kept).exists();
    assertThat(context.startedSessions().beginning("")).containsExactly(OTHER);
  }

  @Test
  void nothing_is_deleted_without_consent_or_with_an_unreachable_history() throws Exception {
    Path folder = session(ID, OWN, "ada");

    assertThat(user.conclave("rm", ID).ended(2).err()).contains("Continue?", "add --yes");
    assertThat(user.conclave("rm", ID, "--yes", "--history").ended(3).err())
        .contains("127.0.0.1:1");
    user.conclave("rm", "WFS-none-2026-11-21", "--yes").ended(3);
    assertThat(folder).exists();
  }
}

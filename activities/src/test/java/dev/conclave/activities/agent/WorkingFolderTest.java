package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.WireMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls of shell scripts in real snapshots of a folder. */
class WorkingFolderTest {
  @TempDir Path root;
  private DataFolder data;
  private Workspace workspace;
  private DocumentStore documents;
  private GitTrees trees;

  @BeforeEach
  void tree() throws Exception {
    Path repo = Files.createDirectory(root.resolve("my repo"));
    Files.writeString(repo.resolve("a.txt"), "content\n");
    data = new DataFolder(root.resolve("data"));
    documents = DocumentStore.in(data);
    trees = new GitTrees(data, documents);
    workspace =
        new Workspace(
            "host",
            "lima",
            "key",
            repo.toString(),
            Optional.empty(),
            repo.toString(),
            false,
            Optional.empty());
  }

  @Test
  void an_agent_works_in_the_tree_but_not_in_the_users_folder() throws Exception {
    AgentCalls.Answer answer = call("cat a.txt; pwd", new CallControl(), () -> false);

    assertThat(answer.text()).startsWith("content\n" + data.snapshots().toRealPath());
  }

  @Test
  void what_an_agent_writes_never_reaches_the_user() {
    AgentCall.Failed failed =
        catchThrowableOfType(
            AgentCall.Failed.class,
            () -> call("echo x >> a.txt; echo answer", new CallControl(), () -> false));

    assertThat(failed.failure().kind()).isEqualTo(FailureKind.WROTE_TO_WORKSPACE);
    assertThat(failed.failure().changedPaths()).containsExactly("a.txt");
    assertThat(Path.of(workspace.path(), "a.txt")).hasContent("content");
  }

  @Test
  void a_write_before_the_worker_died_is_found_by_the_attempt_that_adopts_the_call() {
    String script = "echo x > sneaky; touch '" + root + "/wrote'; sleep 1; echo answer";
    CallControl lost = new CallControl();
    AttemptEnded left =
        catchThrowableOfType(
            AttemptEnded.class,
            () -> call(script, lost, () -> Files.exists(root.resolve("wrote"))));
    assertThat(left.cancelled()).isFalse();

    AgentCall.Failed failed =
        catchThrowableOfType(
            AgentCall.Failed.class, () -> call(script, new CallControl(), () -> false));

    assertThat(failed.failure().kind()).isEqualTo(FailureKind.WROTE_TO_WORKSPACE);
    assertThat(failed.failure().changedPaths()).containsExactly("sneaky");
  }

  private interface Moment {
    boolean come();
  }

  private AgentCalls.Answer call(String script, CallControl control, Moment detach)
      throws Exception {
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of("agents", Map.of("s", Map.of("argv", List.of("/bin/sh", "-c", script)))),
                Configuration.class);
    Snapshots snapshots = new Snapshots(data, trees, false);
    CallKey key = CallKey.of("default", "MCP-x", script.getBytes(StandardCharsets.UTF_8));
    AskRequest request = Requests.in(workspace, trees.name(workspace).id(), Role.ANALYST);
    return new AgentCalls(
            data,
            configuration,
            Map.of("PATH", "/usr/bin:/bin"),
            new Programs(),
            (asked, holder) -> WorkingFolder.open(snapshots, asked, holder),
            (asked, directory) -> "",
            documents,
            UnaryOperator.identity())
        .call(
            new AgentCall(key, new WaitingActivity("run-1", "a1"), request),
            control,
            p -> {
              if (detach.come()) {
                control.detach();
              }
            });
  }
}

package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallControl.AttemptEnded;
import dev.conclave.activities.agent.process.CallFolder;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unsandboxed agents that forge results, have other processes ended or blame others. */
class ForgedCallsTest {
  private static final String FORGED = "the login must be removed";

  @TempDir Path root;
  private DataFolder data;
  private Path work;
  private Path ready;
  private Path go;

  @BeforeEach
  void folders() throws Exception {
    data = new DataFolder(root.resolve("data"));
    work = Files.createDirectory(root.resolve("work"));
    ready = root.resolve("ready");
    go = root.resolve("go");
  }

  @AfterEach
  void no_process_is_left() throws Exception {
    new OrphanSweep(data).sweep((call, asker) -> false);
  }

  @Test
  void a_process_recorded_by_an_agent_as_its_own_is_not_ended() throws Exception {
    Process server = new ProcessBuilder("/bin/sleep", "300").start();
    try {
      Path note = root.resolve("server.json");
      ProcessIdentity identity = ProcessIdentity.of(server.pid()).orElseThrow();
      Files.write(note, WireMapper.get().writeValueAsBytes(identity));
      String forge = "for one in '%s'/*/process.json; do cp '%s' \"$one\"; done; echo done";

      assertThat(call("c", forge.formatted(data.spool(), note)).text()).isEqualTo("done");
      assertThat(server.isAlive()).isTrue();

      String cancelled = forge.formatted(data.spool(), note) + "; touch '%s'; sleep 300";
      CallControl control = new CallControl();
      CallFailed ended =
          catchThrowableOfType(
              CallFailed.class,
              () ->
                  calls("d", cancelled.formatted(ready))
                      .call(
                          request("d"),
                          control,
                          p -> {
                            if (Files.exists(ready)) {
                              control.cancel();
                            }
                          }));
      assertThat(ended.failure().message()).isEqualTo("it was cancelled");
      assertThat(server.isAlive()).isTrue();
    } finally {
      server.destroyForcibly();
    }
  }

  @Test
  void a_record_of_another_call_is_ignored() throws Exception {
    call("a", "echo answer of a");
    CallFolder b = folder("b");
    CallFolder.open(data, request("b").key());
    for (String name : List.of("result.json", "call.json")) {
      Files.copy(folder("a").path().resolve(name), b.path().resolve(name));
    }

    assertThat(call("b", "echo answer of b").text()).isEqualTo("answer of b");
  }

  @Test
  void a_result_not_written_by_a_worker_is_ignored() throws Exception {
    CallResult own = call("a", "echo own");
    Path result = folder("a").path().resolve("result.json");
    String written = Files.readString(result);
    assertThat(written).contains("own");
    Files.writeString(result, written.replace("\"own\"", "\"" + FORGED + "\""));

    assertThat(call("a", "echo own").text()).isEqualTo(own.text());
  }

  @Test
  void an_output_replaced_by_another_process_is_not_a_reply() throws Exception {
    AgentFailure failure = failure(beside("a", () -> forge("stdout", FORGED)));

    assertThat(failure.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(failure.message()).isEqualTo("another process replaced its output");
  }

  @Test
  void an_exit_file_not_written_by_the_wrapper_does_not_end_a_call() throws Exception {
    CompletableFuture<CallResult> call = beside("a", () -> forge("exit", "0"));

    assertThat(call.get().text()).isEqualTo("begun\nended");
  }

  @Test
  void no_call_is_blamed_for_writes_another_call_may_have_made() throws Exception {
    CompletableFuture<CallResult> a =
        beside("a", () -> Files.writeString(work.resolve("NOTE"), "x"));
    AgentFailure blamedOnNobody = failure(a);

    assertThat(blamedOnNobody.message()).contains("possibly by another process: NOTE");
    assertThat(blamedOnNobody.kind()).isEqualTo(FailureKind.FAILED);
    assertThat(blamedOnNobody.changedPaths()).isEmpty();
  }

  private interface Deed {
    void done() throws IOException;
  }

  /** Starts a call with another one running and performs the deed in the middle. */
  private CompletableFuture<CallResult> beside(String name, Deed deed) throws Exception {
    String waiting = "while ! test -e '%s'; do sleep 0.05; done; ".formatted(go);
    CompletableFuture<CallResult> one =
        start(name, "echo begun; touch '%s'; %s echo ended".formatted(ready, waiting));
    CompletableFuture<CallResult> other = start("c", waiting + "echo c");
    while (!Files.exists(ready) || !folder("c").isStarted()) {
      Thread.sleep(20);
    }
    deed.done();
    Thread.sleep(Duration.ofMillis(300).toMillis());
    Files.createFile(go);
    other.handle((done, failed) -> true).get();
    return one;
  }

  /** Replaces a file of the folder, as an agent that found it would. */
  private void forge(String file, String content) throws IOException {
    Path target = folder("a").path().resolve(file);
    Path forged = Files.writeString(root.resolve("forged"), content + "\n");
    Files.move(forged, target, StandardCopyOption.REPLACE_EXISTING);
  }

  private CompletableFuture<CallResult> start(String name, String script) {
    CompletableFuture<CallResult> result = new CompletableFuture<>();
    new Thread(
            () -> {
              try {
                result.complete(call(name, script));
              } catch (CallFailed | AttemptEnded | IOException e) {
                result.completeExceptionally(e);
              }
            })
        .start();
    return result;
  }

  private static AgentFailure failure(CompletableFuture<CallResult> call) throws Exception {
    Throwable thrown = call.handle((done, failed) -> failed).get();
    assertThat(thrown).isInstanceOf(CallFailed.class);
    return ((CallFailed) thrown).failure();
  }

  private CallResult call(String name, String script) throws CallFailed, AttemptEnded, IOException {
    return calls(name, script).call(request(name), new CallControl(), p -> {});
  }

  private CallFolder folder(String name) {
    return CallFolder.of(data, request(name).key());
  }

  private static CallRequest request(String name) {
    return new CallRequest(
        CallKey.of("default", "MCP-test", name.getBytes(StandardCharsets.UTF_8)),
        new WaitingActivity("run-1", name),
        Requests.of(name, Mode.ANALYSIS, "tree-1", Duration.ofMinutes(3)));
  }

  private CallRunner calls(String name, String script) {
    Map<String, Object> agent = Map.of("argv", List.of("/bin/sh", "-c", script));
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of("sandbox", "off", "agents", Map.of(name, agent)), Configuration.class);
    return new CallRunner(
        data,
        configuration,
        Map.of("PATH", "/usr/bin:/bin", "HOME", root.toString()),
        new Programs(),
        (request, holder) -> new ListedFolder(work, new CopyOnWriteArrayList<>()),
        (request, directory) -> "prompt",
        new MemoryDocuments(),
        text -> text,
        new CallSlots(4));
  }
}

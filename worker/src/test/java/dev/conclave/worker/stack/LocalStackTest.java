package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.activities.tool.Tool;
import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.LocalStackProvider.StackHandle;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The real development server and a real worker process, under a folder with spaces. */
@Execution(ExecutionMode.CONCURRENT)
class LocalStackTest {
  @TempDir Path root;

  private final List<String> said = new ArrayList<>();
  private DataFolder folder;
  private String path = System.getenv("PATH");

  @BeforeEach
  void useFolder() throws Exception {
    folder = new DataFolder(root.resolve("data of 张三"));
    recordAddress(
        "127.0.0.1:" + LocalServer.freePort()); // not the default: somebody may use that one
  }

  @AfterEach
  void stop() {
    stack(List.of(PatienceWorker.class.getName())).stop(said::add);
  }

  @Test
  void a_session_goes_on_after_everything_was_stopped_and_started_again() throws Exception {
    Tool.needed("temporal");
    try (StackHandle first = ensure()) {
      assertThat(first.outlivesThisProcess()).isTrue();
      begin(first, "MCP-wait");
      awaitListed(first, "ConclavePhase = 'awaiting-decision'");
    }
    StackStatus running = StackStatus.now(host());
    assertThat(running.isUp()).isTrue();
    assertThat(running.server().missingSearchAttributes()).isEmpty();
    assertThat(running.server().retentionDays()).contains(90L);

    stack().stop(said::add);
    StackStatus stopped = StackStatus.now(host());
    assertThat(stopped.isUp()).isFalse();
    assertThat(stopped.server().process()).isEmpty();

    try (StackHandle second = ensure()) {
      assertThat(listed(second, "ConclavePhase = 'awaiting-decision'")).containsExactly("MCP-wait");
      assertThat(finish(second, "MCP-wait", "hello")).isEqualTo("hello from " + hostId());
    }
  }

  @Test
  void a_server_that_was_killed_is_started_again_where_it_was_and_the_worker_finds_it()
      throws Exception {
    Tool.needed("temporal");
    String address;
    try (StackHandle first = ensure()) {
      address = first.settings().address();
      begin(first, "MCP-killed");
      awaitListed(first, "ConclavePhase = 'awaiting-decision'");
    }
    long worker = StackStatus.now(host()).worker().orElseThrow().process().pid();
    kill(StackStatus.now(host()).server().process().orElseThrow().pid());

    assertThat(StackStatus.now(host()).server().problem().orElseThrow())
        .contains("ended without being asked");
    said.clear();

    try (StackHandle second = ensure()) {
      assertThat(said.get(0)).contains("ended without being asked").contains("server.log");
      assertThat(second.settings().address()).isEqualTo(address);
      assertThat(StackStatus.now(host()).worker().orElseThrow().process().pid()).isEqualTo(worker);
      assertThat(finish(second, "MCP-killed", "again")).isEqualTo("again from " + hostId());
    }
  }

  @Test
  void what_runs_is_used_and_belongs_to_no_terminal() throws Exception {
    Tool.needed("temporal");
    ensure().close();
    StackStatus before = StackStatus.now(host());
    said.clear();

    ensure().close();

    StackStatus after = StackStatus.now(host());
    assertThat(pids(after)).isEqualTo(pids(before));
    assertThat(said).isEmpty();
    for (long pid : pids(after)) {
      assertThat(sessionOf(pid)).isEqualTo(pid);
    }
  }

  @Test
  void a_taken_port_is_noticed_and_another_one_is_used_and_remembered() throws Exception {
    Tool.needed("temporal");
    try (ServerSocket mute = new ServerSocket(0, 50, loopback())) {
      recordAddress("127.0.0.1:" + mute.getLocalPort());

      try (StackHandle handle = ensure()) {
        assertThat(handle.settings().address()).doesNotEndWith(":" + mute.getLocalPort());
        assertThat(said).anyMatch(line -> line.contains(mute.getLocalPort() + " is taken"));
        assertThat(host().settings().address()).isEqualTo(handle.settings().address());
      }
    }
  }

  @Test
  void a_server_that_loses_its_ports_as_it_starts_is_started_at_others() throws Exception {
    Path real = Tool.needed("temporal");
    begrudging(real, 1);

    try (StackHandle handle = stack().ensureRunning(said::add)) {
      assertThat(handle.outlivesThisProcess()).isTrue();
    }

    assertThat(said).anyMatch(line -> line.contains("once more, at other ports"));
  }

  @Test
  void a_server_that_ends_whenever_it_is_started_is_told_with_what_it_said_last() throws Exception {
    Path real = Tool.needed("temporal");
    begrudging(real, 9);

    assertThatThrownBy(() -> stack().ensureRunning(said::add))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("server.log")
        .hasMessageEndingWith("panic: bind: address already in use");
    assertThat(said).filteredOn(line -> line.contains("once more")).hasSize(2);
  }

  /** Puts a program first on PATH that ends so many starts of the server as a taken port would. */
  private void begrudging(Path real, int starts) throws Exception {
    Path program = Files.createDirectories(root.resolve("bin")).resolve("temporal");
    Files.writeString(
        program,
        """
        #!/bin/sh
        if [ "$1" = server ] && [ $(wc -l < "$0.starts") -lt %d ]; then
          echo started >> "$0.starts"
          printf 'panic: bind: address already in use\\n\\ngoroutine 1 [running]:\\n' >&2
          printf 'main.main()\\n\\t/src/cmd/temporal/main.go:18 +0x96\\n' >&2
          exit 2
        fi
        exec '%s' "$@"
        """
            .formatted(starts, real));
    Files.createFile(root.resolve("bin/temporal.starts"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    path = root.resolve("bin") + ":" + path;
  }

  @Test
  void a_worker_that_has_not_read_the_configuration_is_started_anew_once_it_can_be_read()
      throws Exception {
    Tool.needed("temporal");
    ensure().close();
    StackStatus.Worker before = StackStatus.now(host()).worker().orElseThrow();
    Path file = root.resolve(".config/conclave/config.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "slots: none\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));

    ensure().close();

    assertThat(said)
        .anyMatch(line -> line.contains("has changed since the worker started"))
        .anyMatch(line -> line.contains("conclave down && conclave up --detach"));
    StackStatus.Worker outdated = StackStatus.now(host()).worker().orElseThrow();
    assertThat(outdated.process().pid()).isEqualTo(before.process().pid());
    assertThat(outdated.outdated().orElseThrow()).contains("config.yaml has changed since");

    Files.writeString(file, "slots: 2\n");
    ensure().close();

    assertThat(said).anyMatch(line -> line.contains("which goes by what it read then: starting"));
    StackStatus.Worker anew = StackStatus.now(host()).worker().orElseThrow();
    assertThat(anew.process().pid()).isNotEqualTo(before.process().pid());
    assertThat(anew.outdated()).isEmpty();
  }

  @Test
  void another_address_named_by_hand_ends_no_server_that_runs() throws Exception {
    Tool.needed("temporal");
    ensure().close();
    StackStatus before = StackStatus.now(host());
    String other = "127.0.0.1:" + LocalServer.freePort();

    assertThatThrownBy(() -> configured(other).ensureRunning(said::add))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("Nothing answers at " + other)
        .hasMessageContaining("The local server runs at " + before.address())
        .hasMessageContaining("unset TEMPORAL_ADDRESS");
    assertThat(pids(StackStatus.now(host()))).isEqualTo(pids(before));
  }

  @Test
  void a_port_that_was_asked_for_is_never_swapped() throws Exception {
    Tool.needed("temporal");
    try (ServerSocket mute = new ServerSocket(0, 50, loopback())) {
      String asked = "127.0.0.1:" + mute.getLocalPort();

      assertThatThrownBy(() -> configured(asked).ensureRunning(said::add))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining(asked)
          .hasMessageContaining("TEMPORAL_ADDRESS");
    }
  }

  @Test
  void a_server_elsewhere_that_does_not_answer_is_not_replaced_by_one_of_ours() {
    assertThatThrownBy(() -> configured("temporal.invalid:7233").ensureRunning(said::add))
        .isInstanceOf(ServerException.Unreachable.class)
        .hasMessageContaining("temporal.invalid:7233");
    assertThat(folder.server().resolve("server.json")).doesNotExist();
  }

  @Test
  void a_worker_that_does_not_come_up_is_an_error_that_names_its_log() throws Exception {
    Tool.needed("temporal");

    assertThatThrownBy(() -> stack(List.of("no.such.Main")).ensureRunning(said::add))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("worker.out")
        .hasMessageContaining("no.such.Main");
    assertThat(StackStatus.now(host()).worker()).isEmpty();
  }

  @Test
  void without_any_program_one_session_runs_in_memory_and_is_told_so() {
    try (StackHandle handle = withoutProgram().ensureRunning(said::add)) {
      assertThat(handle.outlivesThisProcess()).isFalse();
      assertThat(said).anyMatch(line -> line.contains("the session ends with it"));
      begin(handle, "MCP-memory");
      assertThat(finish(handle, "MCP-memory", "hi")).isEqualTo("hi from " + hostId());
    }
  }

  @Test
  void beside_a_session_in_memory_no_other_worker_doubles_the_slots_of_the_agents() {
    withoutProgram().ensureRunning(said::add).close();
    try (StackHandle first = withoutProgram().ensureRunning(said::add)) {
      assertThat(first.outlivesThisProcess()).isFalse();
      said.clear();

      assertThatThrownBy(() -> withoutProgram().ensureRunning(said::add))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("A worker of this host runs already")
          .hasMessageContaining("session in memory")
          .hasMessageContaining("CONCLAVE_HOME");
      assertThatThrownBy(() -> LocalWorker.lock(folder)).isInstanceOf(IllegalStateException.class);
      assertThat(said).isEmpty();
    }
  }

  @Test
  void beside_a_worker_no_session_runs_in_memory() throws Exception {
    try (PathLock working = LocalWorker.lock(folder)) {
      assertThat(working).isNotNull();
      StackProcess.worker(folder).writeThisProcess("127.0.0.1:7233", "conclave worker");
      assertThatThrownBy(() -> withoutProgram().ensureRunning(said::add))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("for 127.0.0.1:7233")
          .hasMessageContaining("conclave down");
    } finally {
      Files.delete(folder.server().resolve("worker.json")); // or this process were ended for it
    }
  }

  private LocalStack withoutProgram() {
    ServerProgram none = new ServerProgram(Map.of("PATH", ""), folder, Optional.empty());
    return new LocalStack(host(), Patience::registered, List.of("never.Started"), none);
  }

  private static List<Long> pids(StackStatus status) {
    return List.of(
        status.server().process().orElseThrow().pid(),
        status.worker().orElseThrow().process().pid());
  }

  private StackHandle ensure() {
    return stack().ensureRunning(said::add);
  }

  private LocalStack stack() {
    return stack(List.of(PatienceWorker.class.getName()));
  }

  private LocalStack stack(List<String> main) {
    return new LocalStack(host(), Patience::registered, main);
  }

  private LocalStack configured(String address) {
    Map<String, String> environment = new HashMap<>(host().environment());
    environment.put("TEMPORAL_ADDRESS", address);
    return new LocalStack(
        new HostContext(environment, folder, Configuration.defaults()),
        Patience::registered,
        List.of("never.Started"));
  }

  private HostContext host() {
    return new HostContext(
        Map.of(
            "PATH",
            path,
            "HOME",
            root.toString(),
            "LC_ALL",
            "C.UTF-8",
            "TEMPORAL_CONFIG_FILE",
            root.resolve("none.toml").toString()),
        folder,
        Configuration.defaults());
  }

  private String hostId() {
    return host().id().id();
  }

  private void recordAddress(String address) throws Exception {
    Files.createDirectories(folder.server());
    Files.writeString(folder.serverAddressFile(), address);
  }

  private void begin(StackHandle handle, String id) {
    with(
        handle.settings(),
        connection ->
            connection
                .client()
                .newUntypedWorkflowStub(
                    "Patience",
                    WorkflowOptions.newBuilder()
                        .setWorkflowId(id)
                        .setTaskQueue(TaskQueues.WORKFLOWS)
                        .build())
                .start(TaskQueues.host(hostId())));
  }

  private String finish(StackHandle handle, String id, String word) {
    return with(
        handle.settings(),
        connection -> {
          WorkflowStub session = connection.client().newUntypedWorkflowStub(id);
          session.signal("say", word);
          return resultOf(session);
        });
  }

  private static String resultOf(WorkflowStub session) {
    try {
      return session.getResult(4, TimeUnit.MINUTES, String.class);
    } catch (TimeoutException e) {
      throw new AssertionError("the session did not go on", e);
    }
  }

  private void awaitListed(StackHandle handle, String query) throws InterruptedException {
    for (int i = 0; listed(handle, query).isEmpty(); i++) {
      assertThat(i).as("listed within two minutes").isLessThan(600);
      Thread.sleep(200);
    }
  }

  private List<String> listed(StackHandle handle, String query) {
    return with(
        handle.settings(),
        connection ->
            connection
                .client()
                .listExecutions(query)
                .map(found -> found.getExecution().getWorkflowId())
                .toList());
  }

  private <T> T with(ConnectionSettings settings, Function<TemporalConnection, T> use) {
    try (TemporalConnection connection = TemporalConnection.open(settings, host().converter())) {
      return use.apply(connection);
    }
  }

  private static void kill(long pid) throws InterruptedException {
    Optional<ProcessHandle> handle = ProcessHandle.of(pid);
    handle.orElseThrow().destroyForcibly();
    for (int i = 0; handle.get().isAlive() && i < 2000; i++) {
      Thread.sleep(50);
    }
    Thread.sleep(Duration.ofMillis(100).toMillis());
  }

  private static InetAddress loopback() throws Exception {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** The sixth field of Linux's stat file; elsewhere there is nothing to look at. */
  private static long sessionOf(long pid) throws Exception {
    Path stat = Path.of("/proc", String.valueOf(pid), "stat");
    if (!Files.exists(stat)) {
      return pid;
    }
    String text = Files.readString(stat);
    return Long.parseLong(text.substring(text.lastIndexOf(')') + 2).split(" ", 5)[3]);
  }
}

package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.tool.Tool;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** What happens to a real server and a real worker process, and what is said of it. */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
class StackFailuresTest {
  @TempDir Path root;

  private final List<String> said = new CopyOnWriteArrayList<>();
  private DataFolder folder;

  @BeforeEach
  void useFolder() throws Exception {
    Tool.needed("temporal");
    use(root.resolve("data"));
  }

  @AfterEach
  void stop() {
    if (folder != null) {
      stack().stop(said::add);
    }
  }

  @Test
  void a_worker_that_was_killed_is_told_and_started_again_and_the_server_is_left_alone()
      throws Exception {
    up();
    StackStatus.Worker worker = status().worker().orElseThrow();
    long server = serverPid();
    kill(worker.process().pid());
    assertThat(status().isUp()).isFalse();
    said.clear();

    up();

    assertThat(said.get(0))
        .startsWith(
            "The worker (pid " + worker.process().pid() + ") ended without being asked; its log, ");
    assertThat(status().worker().orElseThrow().process().pid())
        .isNotEqualTo(worker.process().pid());
    assertThat(serverPid()).isEqualTo(server);
  }

  @Test
  void our_folders_in_one_that_others_can_enter_are_closed_when_the_stack_starts()
      throws Exception {
    Files.createDirectories(folder.root());
    Files.setPosixFilePermissions(folder.root(), PosixFilePermissions.fromString("rwxr-xr-x"));

    up();

    assertThat(Files.getPosixFilePermissions(folder.server()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    assertThat(folder.server().resolve("temporal.db")).exists();
  }

  @Test
  void a_taken_port_of_the_ui_moves_the_ui_and_nothing_else() throws Exception {
    up();
    String address = host().settings().address();
    URI ui = ui();
    kill(serverPid());
    try (ServerSocket taken = new ServerSocket(ui.getPort(), 1, loopback())) {
      assertThat(taken.isBound()).isTrue();

      up();

      assertThat(host().settings().address()).isEqualTo(address);
      assertThat(ui().getPort()).isNotEqualTo(ui.getPort());
      assertThat(ui().toURL().openConnection().getContentLength()).isNotZero();
    }
  }

  @Test
  void after_a_reboot_sessions_are_there_again_and_whoever_has_the_old_pids_now_is_left_alone()
      throws Exception {
    up();
    begin("MCP-rebooted");
    kill(serverPid());
    kill(status().worker().orElseThrow().process().pid());
    Process others = new ProcessBuilder("sleep", "400").start();
    try {
      // What the files look like when another process has the number of ours.
      rebooted("server", others.pid());
      rebooted("worker", others.pid());
      assertThat(status().server().process()).isEmpty();
      assertThat(status().worker()).isEmpty();
      stack().stop(said::add);
      rebooted("server", others.pid());
      rebooted("worker", others.pid());
      said.clear();

      up();

      assertThat(said).noneMatch(line -> line.contains("ended without being asked"));
      assertThat(finish("MCP-rebooted")).startsWith("again from ");
      assertThat(others.isAlive()).isTrue();
    } finally {
      others.destroyForcibly();
    }
  }

  @Test
  void up_in_a_terminal_starts_again_what_dies_and_ends_what_it_started() throws Exception {
    ForegroundStack here = new ForegroundStack(stack(), folder);
    Thread terminal = new Thread(() -> run(here));
    terminal.start();
    try {
      until("it is up", () -> said.stream().anyMatch(line -> line.startsWith("Up. Ctrl-C ends")));
      assertThat(status().foreground().orElseThrow().process().pid())
          .isEqualTo(ProcessHandle.current().pid());
      long worker = status().worker().orElseThrow().process().pid();
      long server = serverPid();

      kill(worker);
      until("the worker is started again", () -> times("Started a worker") == 2);
      assertThat(times("The worker (pid " + worker + ") ended without being asked")).isOne();
      kill(server);
      until("the server is started again", () -> times("Started a Temporal server") == 2);
      assertThat(times("The Temporal server (pid " + server + ") ended")).isOne();
    } finally {
      terminal.interrupt();
      terminal.join();
    }
    assertThat(said).contains("Stopped the worker.");
    assertThat(status().isUp()).isFalse();
    assertThat(status().foreground()).isEmpty();
    assertThat(folder.server().resolve("up.json")).doesNotExist();
  }

  @Test
  void a_full_disk_starts_nothing_and_a_session_that_met_one_goes_on_when_there_is_room()
      throws Exception {
    Path disk = Files.createDirectories(root.resolve("disk"));
    mount(disk, "20m");
    try {
      use(disk.resolve("data"));
      assertThatThrownBy(this::up)
          .isInstanceOf(ServerException.class)
          .hasMessageStartingWith("Only 20 MB are free in " + folder.root())
          .hasMessageContaining("set CONCLAVE_HOME to a folder elsewhere");

      ran("mount", "-o", "remount,size=90m", disk.toString());
      up();
      assertThat(said).anyMatch(line -> line.startsWith("Only 90 MB are free in "));
      begin("MCP-full");

      fill(disk.resolve("fill"));
      assertThat(status().disk().orElseThrow().free()).isLessThan(DataFolder.LEAST_FREE);
      Files.delete(disk.resolve("fill"));
      assertThat(finish("MCP-full")).startsWith("again from ");
    } finally {
      stop();
      until("nobody uses the disk", () -> exit("umount", disk.toString()) == 0);
      use(root.resolve("data"));
    }
  }

  private long times(String start) {
    return said.stream().filter(line -> line.startsWith(start)).count();
  }

  private void run(ForegroundStack here) {
    try {
      here.untilStopped(line -> said.add(line));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      said.add("failed: " + e);
    }
  }

  private void use(Path data) throws Exception {
    folder = new DataFolder(data);
    Files.createDirectories(folder.server());
    // Not the default port: somebody may use that one.
    Files.writeString(folder.serverAddressFile(), "127.0.0.1:" + LocalServer.freePort());
  }

  private void up() {
    assertThat(stack().bringUp(said::add)).isPresent();
  }

  private LocalStack stack() {
    return new LocalStack(host(), Patience::registered, List.of(PatienceWorker.class.getName()));
  }

  private StackStatus status() {
    try {
      return StackStatus.now(host());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private long serverPid() {
    return status().server().process().orElseThrow().pid();
  }

  private URI ui() {
    return URI.create(status().server().ui().orElseThrow());
  }

  private HostContext host() {
    return new HostContext(
        Map.of(
            "PATH", System.getenv("PATH"),
            "HOME", root.toString(),
            "LC_ALL", "C.UTF-8",
            "TEMPORAL_CONFIG_FILE", root.resolve("none.toml").toString()),
        folder,
        Configuration.defaults());
  }

  private void rebooted(String name, long pid) throws IOException {
    ProcessIdentity there = ProcessIdentity.of(pid).orElseThrow();
    StackProcess file = new StackProcess(folder.server().resolve(name + ".json"));
    StackProcess.Note note =
        new StackProcess.Note(
            new ProcessIdentity(pid, there.startTicks(), "another boot", there.started()),
            host().settings().address(),
            Optional.empty(),
            name,
            Instant.EPOCH);
    file.write(note);
  }

  private void begin(String id) {
    try (TemporalConnection connection =
        TemporalConnection.open(host().settings(), host().converter())) {
      connection
          .client()
          .newUntypedWorkflowStub(
              "Patience",
              WorkflowOptions.newBuilder()
                  .setWorkflowId(id)
                  .setTaskQueue(TaskQueues.WORKFLOWS)
                  .build())
          .start(TaskQueues.host(host().id().id()));
    }
  }

  private String finish(String id) throws Exception {
    try (TemporalConnection connection =
        TemporalConnection.open(host().settings(), host().converter())) {
      WorkflowStub session = connection.client().newUntypedWorkflowStub(id);
      session.signal("say", "again");
      return session.getResult(120, TimeUnit.SECONDS, String.class);
    }
  }

  private static void mount(Path disk, String size) {
    boolean linux = System.getProperty("os.name", "").startsWith("Linux");
    assumeTrue(
        linux && exit("mount", "-t", "tmpfs", "-o", "size=" + size, "tmpfs", disk.toString()) == 0,
        "skipped: a disk of its own needs Linux and the right to mount one");
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[64 << 10];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static void ran(String... command) {
    assertThat(exit(command)).as(String.join(" ", command)).isZero();
  }

  private static int exit(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException e) {
      return 127; // there is no such program
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static void kill(long pid) {
    ProcessHandle handle = ProcessHandle.of(pid).orElseThrow();
    handle.destroyForcibly();
    until("it is gone", () -> !handle.isAlive());
  }

  private static void until(String what, BooleanSupplier so) {
    for (int i = 0; !so.getAsBoolean(); i++) {
      assertThat(i).as(what + " within two minutes").isLessThan(600);
      try {
        Thread.sleep(200);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }
}

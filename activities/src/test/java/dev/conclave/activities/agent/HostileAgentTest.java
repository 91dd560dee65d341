package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.process.CallControl;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.agent.process.OrphanSweep;
import dev.conclave.activities.document.Resources;
import dev.conclave.activities.tool.Tool;
import dev.conclave.activities.workspace.CallPlace;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.Snapshots;
import dev.conclave.activities.workspace.TestRepositories;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An agent that tries to escape: {@code hostile/agent.sh}. */
class HostileAgentTest {
  private static final String CANARY = "canary-6f1c";

  @TempDir private Path root;
  private final AtomicInteger connections = new AtomicInteger();
  @AutoClose private ServerSocket listener;
  private Path home;
  private Path tree;
  private DataFolder data;

  @BeforeEach
  void a_victim_with_files_and_a_listener() throws Exception {
    home = Files.createDirectories(root.resolve("home"));
    tree = Files.createDirectories(home.resolve("project"));
    data = new DataFolder(Files.createDirectories(home.resolve(".local/share/conclave")));
    for (Path file :
        List.of(
            home.resolve(".ssh/id"),
            home.resolve(".bashrc"),
            tree.resolve("a.txt"),
            tree.resolve(".git/hooks/post-checkout"),
            data.root().resolve("host-key"),
            data.root().resolve("server/temporal.db"),
            data.root().resolve("snapshots/other/tree/a.txt"),
            data.root().resolve("spool/other/call.json"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, CANARY + "\n");
    }
    String script = Resources.text(HostileAgentTest.class, "/hostile/agent.sh");
    Files.writeString(root.resolve("agent.sh"), script);
    listener = new ServerSocket(0);
    new Thread(this::accept, "listener").start();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        listener.accept().close();
        connections.incrementAndGet();
      } catch (IOException e) {
        // Closed at the end of the test.
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void it_gains_nothing_inside_the_sandbox(Mode mode) throws Exception {
    Tool.needed("bwrap");
    Path work = Files.createDirectories(data.root().resolve("snapshots/own/tree"));
    Files.writeString(work.resolve("b.txt"), "b\n");
    Path repository = TestRepositories.repository(root.resolve("repository"), "b.txt=b\n");
    Workspace workspace = TestRepositories.workspace(repository);
    GitTrees trees = new GitTrees(data, new MemoryDocuments());
    Map<String, String> before = contents();
    AskRequest ask =
        Requests.in(workspace, trees.name(workspace).id(), Role.EXECUTOR).withMode(mode);
    Snapshots snapshots = new Snapshots(data, trees, false);

    CallResult result =
        call(
            "require",
            mode == Mode.WRITE ? ask : ask(mode),
            holder ->
                mode == Mode.WRITE
                    ? CallPlace.open(snapshots, ask, holder)
                    : new ListedFolder(work, new ArrayList<>()));

    assertThat(result.text()).isEqualTo("tried");
    assertThat(result.receipt().level()).contains(SandboxLevel.SANDBOXED);
    assertThat(result.receipt().refused()).contains("127.0.0.1:" + listener.getLocalPort());
    assertThat(connections).hasValue(0);
    assertThat(contents()).isEqualTo(before);
    assertThat(new OrphanSweep(data).running()).isEmpty();
    assertThat(Files.readString(Path.of("/etc/passwd"))).contains("root");
    if (mode == Mode.WRITE) {
      try (TreeFiles left = trees.files(workspace, result.tree())) {
        assertThat(left.list())
            .extracting(file -> file.path() + " " + file.mode())
            .containsExactlyInAnyOrder(
                "b.txt 100644", "hostile-link 120000", "hostile-shell 100755");
      }
    } else {
      assertThat(work).isDirectoryContaining(file -> file.endsWith("b.txt"));
      assertThat(work.resolve("hostile-shell")).doesNotExist();
    }
  }

  /** Without bubblewrap an agent has the user's rights, but its processes still end with it. */
  @ParameterizedTest
  @EnumSource(Mode.class)
  void it_leaves_no_process_without_a_sandbox_and_the_receipt_says_how_it_was_held(Mode mode)
      throws Exception {
    Path work = Files.createDirectories(data.root().resolve("snapshots/own/tree"));

    CallResult result = call("off", ask(mode), holder -> new ListedFolder(work, new ArrayList<>()));

    assertThat(result.receipt().level().orElseThrow()).isNotEqualTo(SandboxLevel.SANDBOXED);
    assertThat(new OrphanSweep(data).running()).isEmpty();
  }

  /** Returns outside content by path, except the call's own folders. */
  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new LinkedHashMap<>();
    try (var files = Files.walk(root)) {
      for (Path file : files.sorted().toList()) {
        String path = root.relativize(file).toString();
        boolean own =
            path.contains("snapshots/own")
                || path.matches(".*/conclave/(executions|trees)/.*")
                || path.matches(".*/(spool|agents)(/[0-9a-z].*)?");
        if (Files.isRegularFile(file) && (!own || path.contains("spool/other"))) {
          contents.put(
              path,
              Files.readString(file, StandardCharsets.ISO_8859_1)
                  + Files.getPosixFilePermissions(file));
        }
      }
    }
    return contents;
  }

  private static AskRequest ask(Mode mode) {
    return Requests.of("evil", mode, "tree-1", Duration.ofMinutes(4));
  }

  private CallResult call(String sandbox, AskRequest ask, Function<String, CallPlace> folders)
      throws Exception {
    List<String> argv =
        List.of(Tool.needed("bash").toString(), root.resolve("agent.sh").toString());
    Map<String, String> variables =
        Map.of(
            "VICTIM",
            ":%s:%s:%s".formatted(home, tree, data.root()),
            "CANARY",
            CANARY,
            "WORKER",
            "" + ProcessHandle.current().pid(),
            "PORT",
            "" + listener.getLocalPort(),
            "ADDRESS",
            address(),
            "TRIES",
            sandbox.equals("off") ? "processes" : "all");
    Configuration configuration =
        WireMapper.get()
            .convertValue(
                Map.of(
                    "sandbox",
                    sandbox,
                    "agents",
                    Map.of(
                        "evil",
                        Map.of(
                            "argv",
                            argv,
                            "write_argv",
                            argv,
                            "write",
                            true,
                            "extra_env",
                            variables))),
                Configuration.class);
    CallRunner calls =
        new CallRunner(
            data,
            configuration,
            Map.of("PATH", "/usr/bin:/bin", "HOME", home.toString(), "SECRET", CANARY),
            new Programs(),
            (request, holder) -> folders.apply(holder),
            (request, directory) -> "?",
            new MemoryDocuments(),
            text -> text,
            new CallSlots(configuration.slots()));
    CallKey key = CallKey.of("default", "MCP-hostile", sandbox.getBytes(StandardCharsets.UTF_8));
    CallRequest request =
        new CallRequest(key, new WaitingActivity("run-1", "a1"), ask.withAgent("evil"));
    return calls.call(request, new CallControl(), progress -> {});
  }

  /** Returns a non-loopback address of this host, if any. */
  private static String address() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(one -> one.getAddress().length == 4 && !one.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .findFirst()
        .orElse("");
  }
}

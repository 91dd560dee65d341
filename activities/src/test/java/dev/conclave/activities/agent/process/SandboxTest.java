package dev.conclave.activities.agent.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.Resources;
import dev.conclave.activities.tool.Tool;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import dev.conclave.workflows.model.SandboxLevel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that try to leave the sandbox, run as each possible user of a worker. */
class SandboxTest {
  private static final String SOMEBODY = "61234";
  private static final Path HOME = Path.of("/home/somebody");

  private final String canary = "canary-" + UUID.randomUUID();
  private Sandbox sandbox;
  private Path root;
  private Path call;
  private Path tree;

  /** Returns the current user and, for root, an ordinary user as well. */
  static List<User> users() {
    return Sandbox.ROOT ? List.of(User.ROOT, User.ORDINARY) : List.of(User.ORDINARY);
  }

  enum User {
    ROOT,
    ORDINARY
  }

  @BeforeEach
  void folders() throws Exception {
    // Not JUnit's: only the owner may enter those.
    root = Files.createTempDirectory("sandbox-test-");
    Tool.needed("bwrap");
    Tool.needed("bash");
    sandbox = Sandbox.ofHost();
    assertThat(sandbox.refusal()).isEmpty();
    call = Files.createDirectories(root.resolve("data/spool/call"));
    tree = Files.createDirectories(root.resolve("data/snapshots/1/tree"));
    Files.writeString(tree.resolve("a.txt"), "the tree\n");
    Files.writeString(call.resolve("prompt"), "the prompt\n");
    for (String secret :
        List.of("data/snapshots/2/tree/b.txt", "home/.ssh/id", "data/host-key", "user/src/c.c")) {
      Files.createDirectories(root.resolve(secret).getParent());
      Files.writeString(root.resolve(secret), canary + "\n");
    }
    Files.setPosixFilePermissions(
        root.resolve("data"), PosixFilePermissions.fromString("rwx------"));
  }

  @AfterEach
  void remove() throws Exception {
    Folders.delete(root);
  }

  @ParameterizedTest
  @MethodSource("users")
  void the_program_reads_its_prompt_and_tree_and_has_a_writable_home(User user) throws Exception {
    Files.createDirectories(call.resolve("home/.cli"));
    Files.writeString(call.resolve("home/.cli/settings"), "settings\n");

    assertThat(
            run(
                user,
                "cat; cat a.txt; cat ~/.cli/settings; echo new > ~/.cli/settings && pwd && echo $HOME"))
        .isEqualTo("the prompt\nthe tree\nsettings\n" + tree + "\n" + HOME + "\n");
    assertThat(call.resolve("home/.cli/settings")).hasContent("settings");
  }

  @ParameterizedTest
  @MethodSource("users")
  void a_hijacked_program_cannot_escape(User user) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      server.setSoTimeout(1);
      Map<String, String> before = contents();
      String hostile =
          Resources.text(SandboxTest.class, "hostile.sh")
              .replace("@ROOT@", root.toString())
              .replace("@CANARY@", canary)
              .replace("@PORT@", "" + server.getLocalPort())
              .replace("@PID@", "" + ProcessHandle.current().pid());

      String said = run(user, hostile);

      assertThat(said).endsWith("tried all\n");
      assertThat(said.lines().filter(line -> line.startsWith("ESCAPED"))).isEmpty();
      assertThat(contents()).isEqualTo(before);
      assertThat(processes(canary)).isEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("users")
  void a_tree_closed_by_its_owners_umask_is_readable(User user) throws Exception {
    Files.setPosixFilePermissions(
        tree.resolve("a.txt"), PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwx------"));

    assertThat(run(user, "cat a.txt")).isEqualTo("the tree\n");
  }

  @ParameterizedTest
  @MethodSource("users")
  void a_program_in_a_folder_closed_to_others_runs(User user) throws Exception {
    Path closed = Files.createDirectories(root.resolve("user/closed"));
    Path data = Files.writeString(closed.resolve("data"), "its data\n");
    Path script = Files.writeString(closed.resolve("script"), "cat \"$(dirname $0)/link\"\n");
    Files.createSymbolicLink(closed.resolve("link"), Path.of("data"));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    SortedMap<Path, Boolean> visible = new TreeMap<>(Map.of(closed, false, data, false));

    assertThat(run(user, "sh '" + script + "'", visible, false)).isEqualTo("its data\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(closed)))
        .isEqualTo("rwx------");
  }

  @ParameterizedTest
  @MethodSource("users")
  void leftover_processes_end_with_the_call(User user) throws Exception {
    assertThat(
            run(user, "(setsid sh -c 'sleep 300; : " + canary + "' >/dev/null 2>&1 &) ; echo left"))
        .isEqualTo("left\n");
    assertThat(processes("sleep 300; : " + canary)).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("users")
  void a_hidden_folder_inside_a_visible_one_is_not_seen(User user) throws Exception {
    Path hidden = root.resolve("data");
    SortedMap<Path, Boolean> visible = new TreeMap<>(Map.of(root, false));

    String said =
        run(user, "ls -A '" + hidden + "'; ls -A '" + root + "'; cat a.txt", visible, false);

    assertThat(said).isEqualTo("snapshots\ndata\nhome\nuser\nthe tree\n");
  }

  @ParameterizedTest
  @MethodSource("users")
  void a_hidden_folder_is_not_seen_by_another_name(User user) throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("home/link"), root);
    SortedMap<Path, Boolean> visible = new TreeMap<>(Map.of(link, false));

    assertThat(run(user, "ls -A '" + link + "/data'; cat a.txt", visible, false))
        .isEqualTo("the tree\n");
  }

  @ParameterizedTest
  @MethodSource("users")
  void written_files_get_permissions_from_the_workers_umask(User user) throws Exception {
    Files.setPosixFilePermissions(
        tree.resolve("a.txt"), PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(tree, PosixFilePermissions.fromString("rwx------"));
    run(user, "umask > mask", new TreeMap<>(), true);

    Process mask = new ProcessBuilder("sh", "-c", "umask").start();
    assertThat(tree.resolve("mask"))
        .hasContent(new String(mask.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tree)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tree.resolve("a.txt"))))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @MethodSource("users")
  void write_mode_writes_in_the_tree_and_files_belong_to_the_user(User user) throws Exception {
    run(
        user,
        "echo changed >> a.txt; mkdir -p new/folder; echo new > new/folder/b.txt",
        new TreeMap<>(),
        true);

    assertThat(tree.resolve("a.txt")).hasContent("the tree\nchanged");
    assertThat(tree.resolve("new/folder/b.txt")).hasContent("new");
    assertThat(Files.getOwner(tree.resolve("new/folder/b.txt"))).isEqualTo(Files.getOwner(tree));
    assertThat(Files.getOwner(tree.resolve("a.txt")).getName())
        .isEqualTo(user == User.ROOT ? "root" : Files.getOwner(tree).getName());
  }

  @ParameterizedTest
  @MethodSource("users")
  void a_refreshed_login_is_copied_back_and_links_are_not_followed(User user) throws Exception {
    Files.createDirectories(call.resolve("home/.cli"));
    Files.createDirectories(call.resolve("home/.other"));
    Files.createDirectories(call.resolve("refreshed/.cli"));
    Files.createDirectories(call.resolve("refreshed/.other"));
    Files.writeString(call.resolve("home/.cli/auth.json"), "{}");
    Files.writeString(call.resolve("home/.other/id"), "{}");
    Files.writeString(call.resolve("logins"), ".cli/auth.json\n.other/id\n");

    run(
        user,
        "echo fresh > ~/.cli/new; mv ~/.cli/new ~/.cli/auth.json; rm -r ~/.other; ln -s '"
            + root.resolve("home/.ssh")
            + "' ~/.other");

    assertThat(call.resolve("refreshed/.cli/auth.json")).hasContent("fresh");
    assertThat(call.resolve("refreshed/.other/id")).doesNotExist();
  }

  @Test
  void a_call_on_the_host_network_is_not_reported_as_sandboxed() {
    assertThat(sandbox.level(Network.API)).isEqualTo(SandboxLevel.SANDBOXED);
    assertThat(sandbox.level(Network.NONE)).isEqualTo(SandboxLevel.SANDBOXED);
    assertThat(sandbox.level(Network.HOST)).isEqualTo(SandboxLevel.CONTAINED);
  }

  private String run(User user, String script) throws Exception {
    return run(user, script, new TreeMap<>(), false);
  }

  /** Returns what a script prints in the sandbox of this user's worker. */
  private String run(User user, String script, SortedMap<Path, Boolean> visible, boolean writes)
      throws Exception {
    Files.createFile(call.resolve("stdout"));
    Files.createFile(call.resolve("stderr"));
    Sandbox.Program program =
        new Sandbox.Program(
            List.of("/bin/bash", "-c", script),
            Map.of(),
            tree,
            writes,
            HOME,
            visible,
            Map.of(),
            root.resolve("data"),
            Network.NONE,
            List.of());
    List<String> line = new ArrayList<>();
    if (Sandbox.ROOT && user == User.ORDINARY) {
      give(root);
      line.addAll(List.of("/usr/bin/setpriv", "--reuid", SOMEBODY, "--regid", SOMEBODY));
      line.addAll(List.of("--clear-groups", "--"));
    }
    line.addAll(sandbox.command(call, program, user == User.ROOT));
    if (Sandbox.ROOT && user == User.ORDINARY) {
      give(call);
    }
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(call.toFile())
            .redirectOutput(call.resolve("stdout").toFile())
            .redirectError(call.resolve("stderr").toFile());
    builder.environment().clear();
    builder.environment().put("PATH", "/usr/bin:/bin");
    Process process = builder.start();
    assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();
    assertThat(call.resolve("stderr")).hasContent("");
    return Files.readString(call.resolve("stdout"));
  }

  private static void give(Path folder) throws Exception {
    assertThat(new ProcessBuilder("chown", "-R", SOMEBODY, folder.toString()).start().waitFor())
        .isZero();
  }

  /** Returns the content of everything except the call's own folder. */
  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new HashMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(each -> !each.startsWith(call)).toList()) {
        contents.put(
            file.toString(), Files.isRegularFile(file) ? Files.readString(file) : "folder");
      }
    }
    contents.put("prompt", Files.readString(call.resolve("prompt")));
    return contents;
  }

  private static List<String> processes(String word) throws Exception {
    Thread.sleep(Duration.ofMillis(50).toMillis());
    try (Stream<Path> all = Files.list(Path.of("/proc"))) {
      return all.map(process -> commandLine(process.resolve("cmdline")))
          .filter(line -> line.contains(word))
          .toList();
    }
  }

  private static String commandLine(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return ""; // gone, or not a process
    }
  }
}

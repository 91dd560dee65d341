package dev.conclave.worker.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.tool.Tool;
import dev.conclave.worker.HostContext;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices.StackHandle;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.client.WorkflowOptions;
import io.temporal.client.WorkflowStub;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The real development server and a real worker process, in a folder with an odd name. */
@Order(1) // the slowest
@Execution(ExecutionMode.CONCURRENT)
@Timeout(600)
class LocalStackTest {
  @TempDir Path root;
  private final List<String> said = new CopyOnWriteArrayList<>();
  private DataFolder folder;
  private String path;

  @BeforeEach
  void useFolder() throws Exception {
    // A build takes minutes: use the installed server, as CI does.
    path = without("go", System.getenv("PATH"));
    // Several of these characters would break a URI or a pattern.
    use(root.resolve("data of 张三, 100% C#?mode=a%20b"));
  }

  private void use(Path data) throws Exception {
    folder = new DataFolder(data);
    // A test running in parallel may use the defaults.
    recordAddress("127.0.0.1:" + LocalServer.freePort());
    for (String other : List.of("ui-port", "codec-port")) {
      Files.writeString(folder.server().resolve(other), LocalServer.freePort() + "\n");
    }
  }

  @AfterEach
  void stop() {
    stack().stop(said::add);
  }

  @Test
  void a_session_outlives_a_stop_and_the_death_of_server_worker_and_machine() throws Exception {
    Tool.needed("temporal");
    Files.setPosixFilePermissions(folder.root(), PosixFilePermissions.fromString("rwxr-xr-x"));
    up();
    assertThat(Files.getPosixFilePermissions(folder.server()))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
    begin(host().settings(), "MCP-wait");
    StackStatus running = status();
    assertThat(running.isUp()).isTrue();
    assertThat(running.server().missingSearchAttributes()).isEmpty();
    assertThat(running.server().retentionDays()).contains(90L);
    assertThat(running.worker().orElseThrow().metrics().orElseThrow()).startsWith("http://");
    said.clear();
    up();
    assertThat(said).isEmpty();
    for (long pid : List.of(serverPid(), workerPid())) {
      assertThat(sessionOf(pid)).as("of no terminal").isEqualTo(pid);
    }

    long worker = workerPid();
    kill(serverPid());
    assertThat(status().server().problem().orElseThrow()).contains("conclave up");
    said.clear();
    up();
    assertThat(said.get(0)).contains("ended unexpectedly").contains("server.log");
    assertThat(status().address()).isEqualTo(running.address());
    assertThat(workerPid()).isEqualTo(worker);

    long server = serverPid();
    kill(worker);
    assertThat(status().isUp()).isFalse();
    said.clear();
    up();
    assertThat(said.get(0))
        .startsWith("The worker (pid " + worker + ") ended unexpectedly; its log, ");
    assertThat(workerPid()).isNotEqualTo(worker);
    assertThat(serverPid()).isEqualTo(server);

    stack().stop(said::add);
    assertThat(status().isUp()).isFalse();
    Process others = new ProcessBuilder("sleep", "400").start();
    try {
      // As after a reboot, when another process has the recorded pid.
      for (String name : List.of("server", "worker")) {
        rebooted(name, others.pid());
      }
      assertThat(status().isUp()).isFalse();
      said.clear();
      up();
      assertThat(said).noneMatch(line -> line.contains("ended unexpectedly"));
      assertThat(finish(host().settings(), "MCP-wait", "hello"))
          .isEqualTo("hello from " + host().id().id());
      assertThat(others.isAlive()).isTrue();
    } finally {
      others.destroyForcibly();
    }
  }

  @Test
  void occupied_ports_are_replaced_and_remembered_unless_requested() throws Exception {
    Tool.needed("temporal");
    try (ServerSocket mute = new ServerSocket(0, 50, loopback());
        ServerSocket page = new ServerSocket(0, 50, loopback())) {
      String asked = "127.0.0.1:" + mute.getLocalPort();
      assertThatThrownBy(() -> configured(asked).ensureRunning(said::add))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining(asked)
          .hasMessageContaining("TEMPORAL_ADDRESS");
      recordAddress(asked);
      Files.writeString(folder.server().resolve("codec-port"), page.getLocalPort() + "\n");
      up();
      assertThat(said)
          .anyMatch(line -> line.contains(mute.getLocalPort() + " is in use"))
          .anyMatch(line -> line.contains(page.getLocalPort() + " is in use"));
      StackStatus status = status();
      assertThat(status.address()).doesNotEndWith(":" + mute.getLocalPort());
      assertThat(host().settings().address()).isEqualTo(status.address());
      stack().stop(said::add);
      up();
      assertThat(status().address()).isEqualTo(status.address());
      assertThat(status().server().codec()).isEqualTo(status.server().codec());
    }
  }

  @Test
  void a_server_that_keeps_failing_is_reported_with_its_last_output() throws Exception {
    Path program = Files.createDirectories(root.resolve("bin")).resolve("temporal");
    Files.writeString(
        program,
        """
        #!/bin/sh
        [ "$1" = server ] || { echo 'temporal version 1.5.1 (Server 1.29.1)'; exit; }
        printf 'panic: bind: address already in use\\n\\ngoroutine 1 [running]:\\n' >&2
        printf 'main.main()\\n\\t/src/cmd/temporal/main.go:18 +0x96\\n' >&2
        exit 2
        """);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    path = root.resolve("bin") + ":" + without("conclave-server", path);
    assertThatThrownBy(this::up)
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("server.log")
        .hasMessageEndingWith("panic: bind: address already in use");
  }

  @Test
  void a_worker_with_an_outdated_configuration_is_restarted() throws Exception {
    Tool.needed("temporal");
    up();
    long before = workerPid();
    Path file = root.resolve(".config/conclave/config.yaml");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "slots: 2\n");
    Files.setLastModifiedTime(file, FileTime.from(Instant.now().plusSeconds(1)));
    up();
    assertThat(said).anyMatch(line -> line.contains("since the worker started: restarting"));
    assertThat(workerPid()).isNotEqualTo(before);

    String other = "127.0.0.1:" + LocalServer.freePort();
    assertThatThrownBy(() -> configured(other).ensureRunning(said::add))
        .as("another address named by hand ends no server that runs")
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("No server answers at " + other)
        .hasMessageContaining("The local server runs at " + status().address());
    assertThat(status().isUp()).isTrue();
  }

  @Test
  void an_unreachable_remote_server_is_not_replaced_by_a_local_one() {
    assertThatThrownBy(() -> configured("temporal.invalid:7233").ensureRunning(said::add))
        .isInstanceOf(ServerException.Unreachable.class)
        .hasMessageContaining("temporal.invalid:7233");
    assertThat(folder.server().resolve("server.json")).doesNotExist();
  }

  @Test
  void a_worker_that_fails_to_start_is_an_error_that_names_its_log() throws Exception {
    Tool.needed("temporal");
    LocalStack broken = stack(host(), "no.such.Main");
    assertThatThrownBy(() -> broken.ensureRunning(said::add))
        .isInstanceOf(ServerException.class)
        .hasMessageContaining("worker.out")
        .hasMessageContaining("no.such.Main");
    assertThat(status().worker()).isEmpty();
  }

  @Test
  void one_session_at_a_time_runs_in_memory_without_a_server_program() {
    try (StackHandle handle = withoutProgram().ensureRunning(said::add)) {
      assertThat(handle.outlivesThisProcess()).isFalse();
      assertThat(said).anyMatch(line -> line.contains("which ends with this command"));
      said.clear();
      assertThatThrownBy(() -> withoutProgram().ensureRunning(said::add))
          .isInstanceOf(ServerException.class)
          .hasMessageContaining("A worker of this host is already running")
          .hasMessageContaining("in-memory session");
      assertThatThrownBy(() -> LocalWorker.lock(folder)).isInstanceOf(IllegalStateException.class);
      assertThat(said).isEmpty();
      begin(handle.settings(), "MCP-memory");
      assertThat(finish(handle.settings(), "MCP-memory", "hi")).startsWith("hi from ");
    }
  }

  @Test
  void a_full_disk_starts_nothing_and_a_session_resumes_when_there_is_room() throws Exception {
    Tool.needed("temporal");
    Path disk = Files.createDirectories(root.resolve("disk"));
    assumeTrue(
        exit("mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", disk.toString()) == 0,
        "skipped: a disk of its own needs Linux and the right to mount one");
    try {
      use(disk.resolve("data"));
      assertThatThrownBy(this::up)
          .isInstanceOf(ServerException.class)
          .hasMessageStartingWith("Only 20 MB free in " + folder.root())
          .hasMessageContaining("set CONCLAVE_HOME to another disk");
      assertThat(exit("mount", "-o", "remount,size=90m", disk.toString())).isZero();
      up();
      begin(host().settings(), "MCP-full");
      fill(disk.resolve("fill"));
      assertThat(status().free().orElseThrow()).isLessThan(DataFolder.LEAST_FREE);
      Files.delete(disk.resolve("fill"));
      assertThat(finish(host().settings(), "MCP-full", "again")).startsWith("again from ");
    } finally {
      stop();
      until("nobody uses the disk", () -> exit("umount", disk.toString()) == 0);
      use(root.resolve("data"));
    }
  }

  @Test
  void no_browser_page_reaches_the_development_server() throws Exception {
    Tool.needed("temporal");
    path = without("conclave-server", path);
    up();
    assertThat(status().server().ui()).isEmpty();
    HttpClient page = HttpClient.newHttpClient();
    int refused = 0;
    for (int port : portsOf(serverPid())) {
      URI signal =
          URI.create(
              "http://127.0.0.1:%d/api/v1/namespaces/default/workflows/MCP-any/signal/submitAnswer"
                  .formatted(port));
      HttpRequest request =
          HttpRequest.newBuilder(signal)
              .timeout(Duration.ofSeconds(10))
              .header("Content-Type", "text/plain")
              .header("Origin", "https://evil.example.org")
              .POST(HttpRequest.BodyPublishers.ofString("{}"))
              .build();
      try {
        int code = page.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        assertThat(code).as("port " + port).isIn(403, 404); // 404: metrics
        refused += code == 403 ? 1 : 0;
      } catch (IOException e) {
        // It speaks only gRPC.
      }
    }
    assertThat(refused).as("HTTP APIs that refuse").isEqualTo(1);
  }

  @Test
  void the_local_server_cannot_be_reached_without_its_keys() throws Exception {
    Tool.needed("conclave-server");
    up();
    assertThat(host().settings().own()).isTrue();
    begin(host().settings(), "MCP-mine");
    ConnectionSettings stranger =
        ConnectionSettings.load(
            Map.of("TEMPORAL_ADDRESS", status().address()),
            new DataFolder(root.resolve("stranger")));
    assertThatThrownBy(() -> TemporalConnection.open(stranger, host().converter()))
        .isInstanceOf(ServerException.Unreachable.class);
    int door = URI.create(status().server().ui().orElseThrow()).getPort();
    List<Integer> ports = portsOf(serverPid());
    assertThat(ports).hasSizeGreaterThan(3).contains(door);
    SSLContext nobody = SSLContext.getInstance("TLS");
    nobody.init(new KeyManager[0], new TrustManager[] {new Credulous()}, null);
    for (int port : ports) {
      if (port != door) {
        assertThat(handshake(nobody, port)).as("port " + port).isFalse();
      }
    }
    try (Stream<Path> files = Files.walk(folder.server())) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .filter(file -> file.toString().matches(".*(tls/.*|temporal\\.db.*)")))
          .hasSizeGreaterThan(6)
          .allSatisfy(
              file ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                      .isEqualTo("rw-------"));
    }
    assertThat(Files.readString(Path.of("/proc/" + serverPid() + "/cmdline")))
        .doesNotContain("token", "key");
    assertThat(finish(host().settings(), "MCP-mine", "yes")).startsWith("yes from ");
  }

  /** Returns whether a server accepts a client without a certificate. */
  private static boolean handshake(SSLContext client, int port) {
    try (SSLSocket socket = (SSLSocket) client.getSocketFactory().createSocket("127.0.0.1", port)) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setApplicationProtocols(new String[] {"h2"});
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(10_000);
      socket.startHandshake();
      socket
          .getOutputStream()
          .write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      return socket.getInputStream().read() >= 0; // TLS 1.3 refuses only on the first read
    } catch (IOException e) {
      return false;
    }
  }

  /** Trusts any server. */
  private static final class Credulous extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }

  @Test
  void the_session_page_opens_once_and_only_with_a_signed_link() throws Exception {
    Tool.needed("conclave-server");
    up();
    String ui = status().server().ui().orElseThrow();
    String page = ui + "/namespaces/default/workflows?query=a%20b";
    assertThat(asked(page).statusCode()).isEqualTo(401);
    assertThat(asked(page + "&token=AAAAAAAAAAAAAAAAAAAAAAAAAAA").statusCode()).isEqualTo(401);
    assertThat(asked(ui + "/api/v1/namespaces").statusCode()).isEqualTo(401);

    String link = LocalStack.withSignInToken(folder, page);
    HttpResponse<String> in = asked(link);
    assertThat(in.statusCode()).isEqualTo(303);
    assertThat(in.headers().firstValue("Location"))
        .contains("/namespaces/default/workflows?query=a+b");
    String set = in.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(set).contains("HttpOnly", "SameSite=Strict");
    String cookie = set.replaceFirst(";.*", "");
    assertThat(asked(link).statusCode()).as("once").isEqualTo(401);
    assertThat(asked(page, "Cookie", cookie).body()).contains("<html");
    assertThat(asked(ui + "/api/v1/namespaces", "Cookie", cookie).body()).contains("default");

    assertThat(asked(page, "Cookie", cookie, "Origin", "http://127.0.0.1:1").statusCode())
        .isEqualTo(403);
    assertThat(asked(page, "Cookie", cookie, "Origin", "null").statusCode()).isEqualTo(403);
    assertThat(asked(page, "Cookie", cookie, "Origin", ui).statusCode()).isEqualTo(200);
    assertThat(raw(ui, "Host: evil.example.org\r\nCookie: " + cookie)).contains(" 403 ");
    String away =
        asked(LocalStack.withSignInToken(folder, ui + "//evil.example.org"))
            .headers()
            .firstValue("Location")
            .orElseThrow();
    assertThat(away).isEqualTo("/evil.example.org");

    String later = status().address();
    stack().stop(said::add);
    up();
    assertThat(status().address()).isEqualTo(later);
    assertThat(asked(page, "Cookie", cookie).statusCode()).as("after a restart").isEqualTo(200);
  }

  private static HttpResponse<String> asked(String address, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  /** Returns the status line for a request with headers that HTTP clients forbid. */
  private static String raw(String address, String headers) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", URI.create(address).getPort())) {
      socket
          .getOutputStream()
          .write(("GET / HTTP/1.1\r\n" + headers + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      return new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
          .readLine();
    }
  }

  @Test
  void only_conclave_up_replaces_a_development_server_and_sessions_continue() throws Exception {
    Tool.needed("temporal");
    Tool.needed("conclave-server");
    String installed = path;
    path = without("conclave-server", path);
    up();
    assertThat(host().settings().own()).isFalse();
    begin(host().settings(), "MCP-open");
    String address = status().address();
    path = installed;
    said.clear();
    up();
    assertThat(said).as("a plan cuts off no command that watches").isEmpty();
    assertThat(stack().bringUp(said::add)).isPresent();
    assertThat(said.get(0)).startsWith("Replacing the Temporal server (pid ");
    assertThat(host().settings().own()).isTrue();
    assertThat(status().address()).isEqualTo(address);
    assertThat(status().isUp()).isTrue();
    assertThat(finish(host().settings(), "MCP-open", "still")).startsWith("still from ");
    said.clear();
    up();
    assertThat(said).isEmpty();
    stack().stop(said::add);
    path = without("conclave-server", path);
    up();
    assertThat(host().settings().own()).as("back, where ours cannot be had").isFalse();
  }

  @Test
  void another_program_at_the_servers_address_is_never_mistaken_for_it() throws Exception {
    Tool.needed("temporal");
    Tool.needed("conclave-server");
    up();
    String ours = status().address();
    int port = Integer.parseInt(ours.replaceFirst(".*:", ""));
    stack().stop(said::add);
    Process squatter =
        new ProcessBuilder(
                Tool.needed("temporal").toString(),
                "server",
                "start-dev",
                "--headless",
                "--ip=127.0.0.1",
                "--port=" + port)
            .redirectErrorStream(true)
            .redirectOutput(root.resolve("squatter.log").toFile())
            .start();
    try {
      until("the squatter listens", () -> !isFree(port));
      assertThatThrownBy(() -> TemporalConnection.open(host().settings(), host().converter()))
          .isInstanceOf(ServerException.Unreachable.class)
          .hasMessageContaining("does not have this data folder's certificate");
      said.clear();
      up();
      assertThat(said).anyMatch(line -> line.contains(port + " is in use"));
      assertThat(status().address()).isNotEqualTo(ours);
      assertThat(host().settings().own()).isTrue();
    } finally {
      squatter.destroy();
    }
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port, 1, loopback())) {
      return socket.isBound();
    } catch (Exception e) {
      return false;
    }
  }

  /** Returns the loopback ports that a process listens on. */
  private static List<Integer> portsOf(long pid) throws IOException {
    Set<String> inodes = new HashSet<>();
    try (Stream<Path> files = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (Path file : files.toList()) {
        try {
          inodes.add(Files.readSymbolicLink(file).toString().replaceAll("\\D", ""));
        } catch (NoSuchFileException e) {
          // Closed meanwhile.
        }
      }
    }
    return Files.readAllLines(Path.of("/proc/" + pid + "/net/tcp")).stream()
        .map(line -> line.strip().split("\\s+"))
        .filter(socket -> socket[3].equals("0A") && inodes.contains(socket[9]))
        .map(socket -> Integer.parseInt(socket[1].replaceFirst(".*:", ""), 16))
        .toList();
  }

  /** Returns a PATH that starts with a broken copy of a program. */
  private String without(String program, String path) throws IOException {
    Path folder = Files.createDirectories(root.resolve("without " + program));
    Path broken = Files.writeString(folder.resolve(program), "#!/bin/sh\nexit 1\n");
    assertThat(broken.toFile().setExecutable(true)).isTrue();
    return folder + ":" + path;
  }

  private LocalStack stack() {
    return stack(host(), PatienceWorker.class.getName());
  }

  private LocalStack withoutProgram() {
    ServerProgram none = new ServerProgram(Map.of("PATH", ""), folder, Optional.empty());
    return new LocalStack(host(), Patience::registered, List.of("never.Started"), none);
  }

  private LocalStack configured(String address) {
    Map<String, String> environment = new HashMap<>(host().environment());
    environment.put("TEMPORAL_ADDRESS", address);
    return stack(new HostContext(environment, folder, Configuration.defaults()), "never.Started");
  }

  private LocalStack stack(HostContext host, String main) {
    ServerProgram program = new ServerProgram(host.environment(), folder);
    return new LocalStack(host, Patience::registered, List.of(main), program);
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
            "JAVA_TOOL_OPTIONS",
            "-XX:TieredStopAtLevel=1",
            "TEMPORAL_CONFIG_FILE",
            root.resolve("none.toml").toString()),
        folder,
        Configuration.defaults());
  }

  private void up() {
    try (StackHandle handle = stack().ensureRunning(said::add)) {
      assertThat(handle.outlivesThisProcess()).isTrue();
    }
  }

  private StackStatus status() throws IOException {
    return StackStatus.now(host());
  }

  private long serverPid() throws IOException {
    return status().server().process().orElseThrow().pid();
  }

  private long workerPid() throws IOException {
    return status().worker().orElseThrow().process().pid();
  }

  private void recordAddress(String address) throws Exception {
    Files.createDirectories(folder.server());
    Files.writeString(folder.serverAddressFile(), address);
  }

  private void rebooted(String name, long pid) throws IOException {
    ProcessIdentity there = ProcessIdentity.of(pid).orElseThrow();
    new StackProcess(folder.server().resolve(name + ".json"))
        .write(
            new StackProcess.ProcessNote(
                new ProcessIdentity(pid, there.startTicks(), "another boot", there.started()),
                host().settings().address(),
                Optional.empty(),
                name,
                Instant.EPOCH));
  }

  private void begin(ConnectionSettings settings, String id) {
    try (TemporalConnection connection = TemporalConnection.open(settings, host().converter())) {
      WorkflowOptions options =
          WorkflowOptions.newBuilder().setWorkflowId(id).setTaskQueue(TaskQueues.WORKFLOWS).build();
      connection
          .client()
          .newUntypedWorkflowStub("Patience", options)
          .start(TaskQueues.host(host().id().id()));
    }
  }

  private String finish(ConnectionSettings settings, String id, String word) {
    try (TemporalConnection connection = TemporalConnection.open(settings, host().converter())) {
      WorkflowStub session = connection.client().newUntypedWorkflowStub(id);
      session.signal("say", word);
      return session.getResult(4, TimeUnit.MINUTES, String.class);
    } catch (TimeoutException e) {
      throw new AssertionError("the session did not go on", e);
    }
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

  private static int exit(String... command) {
    try {
      return new ProcessBuilder(command)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
    } catch (IOException | InterruptedException e) {
      return 127; // no such program
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
      LockSupport.parkNanos(200_000_000);
    }
  }

  private static InetAddress loopback() throws Exception {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  /** Returns the sixth field of Linux's stat file; other systems have none. */
  private static long sessionOf(long pid) throws Exception {
    Path stat = Path.of("/proc", String.valueOf(pid), "stat");
    if (!Files.exists(stat)) {
      return pid;
    }
    String text = Files.readString(stat);
    return Long.parseLong(text.substring(text.lastIndexOf(')') + 2).split(" ", 5)[3]);
  }
}

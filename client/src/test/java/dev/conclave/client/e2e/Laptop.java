package dev.conclave.client.e2e;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.tool.Tool;
import dev.conclave.client.Run;
import dev.conclave.client.command.CommandContext;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.TemporalConnection;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.api.common.v1.WorkflowExecution;
import io.temporal.api.workflow.v1.PendingActivityInfo;
import io.temporal.api.workflowservice.v1.DescribeWorkflowExecutionRequest;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A developer's machine in a temporary folder, with its own data folder, configuration and
 * repository. It runs the real command with a real server and worker as processes. Client commands
 * run in this JVM; host commands, which depend on their process environment, in a separate one.
 * Everything started ends with the machine.
 */
final class Laptop implements AutoCloseable {
  private static final int NO_SERVER_OR_WORKER = 3;
  private static final int MOST_TRIES = 10;

  /** Commands that read the environment of their process. */
  private static final Set<String> HOST =
      Set.of(
          "up",
          "down",
          "status",
          "worker",
          "logs",
          "doctor",
          "codec-server",
          "search",
          "temporal-env");

  private static final Duration LONGEST_WAIT = Duration.ofMinutes(4);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Errors of a command whose server was too slow, as on a loaded machine. */
  private static final Pattern NO_TIME =
      Pattern.compile("DEADLINE_EXCEEDED|did not answer within \\d+ s");

  /** The same for Temporal's command. */
  private static final Pattern TOO_SHORT = Pattern.compile("(?i)deadline ?exceeded");

  private static final Pattern WORD = Pattern.compile("\"[^\"]*\"|'[^']*'|[^\\s\"']+");
  private static final Pattern PLAIN =
      Pattern.compile("(\\./)?conclave( +(\"[^\"$`\\\\]*\"|'[^']*'|[\\w./:=,+@-]+))+ *");

  private static final AtomicInteger PORTS =
      new AtomicInteger(20_000 + (int) (ProcessHandle.current().pid() % 400) * 25);

  private final Path root;
  private final int port;
  private final StringBuilder settings = new StringBuilder();
  private final Map<String, String> variables = new HashMap<>();
  private final StringBuilder agents = new StringBuilder();
  private final List<String> javaOptions = new ArrayList<>();
  private String searchPath = System.getenv("PATH");

  Laptop(Path root) throws IOException {
    this(root, "temporal", "git");
  }

  private Laptop(Path root, String... tools) throws IOException {
    this(root, freePort(), tools);
  }

  private Laptop(Path root, int port, String... tools) throws IOException {
    List.of(tools).forEach(Tool::needed);
    this.root = root;
    this.port = port;
    Files.createDirectories(repository());
    Files.createDirectories(programs());
    // A build takes minutes: use the installed server, as CI does.
    program("go", "#!/bin/sh\nexit 1\n");
    for (String other : List.of("ui-port", "codec-port")) { // others may use the default ports
      Files.createDirectories(data().resolve("server"));
      Files.writeString(data().resolve("server").resolve(other), freePort() + "\n");
    }
    configured();
  }

  /** Adds a machine with its own data folder that works for this machine's server. */
  Laptop colleague(Path folder) throws IOException {
    return new Laptop(folder, port, "temporal", "git");
  }

  /** Uses Temporal's own server, which needs no keys. */
  Laptop withDevelopmentServer() throws IOException {
    return program("conclave-server", "#!/bin/sh\nexit 1\n");
  }

  /** Creates a machine with only these programs and no downloads. */
  static Laptop bare(Path root, String... tools) throws IOException {
    Laptop laptop = new Laptop(root, tools);
    Files.delete(laptop.programs().resolve("go"));
    for (String tool : tools) {
      laptop.program(tool, "#!/bin/sh\nexec %s \"$@\"\n".formatted(Tool.needed(tool)));
    }
    laptop.searchPath = "";
    laptop.javaOptions.addAll(Installation.NO_DOWNLOAD);
    return laptop;
  }

  /** Returns a folder outside the repository. */
  Path outside() {
    return root;
  }

  private Path programs() {
    return root.resolve("programs");
  }

  /** Puts a program first on PATH. */
  Laptop program(String name, String script) throws IOException {
    Path program = programs().resolve(name);
    Files.writeString(program, script);
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return this;
  }

  Path repository() {
    // A JVM outside a UTF-8 locale cannot encode the second name.
    boolean unicode = "UTF-8".equals(System.getProperty("sun.jnu.encoding"));
    return root.resolve(unicode ? "my repo 项目" : "my repo");
  }

  Path data() {
    return root.resolve("data");
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  /** Writes and commits the sample repository. */
  Laptop withServer() throws IOException {
    return file("src/server.py", Script.SERVER)
        .file("tests/test_server.py", Script.TEST)
        .commit("A server");
  }

  Laptop file(String path, String content) throws IOException {
    Path file = repository().resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return this;
  }

  Laptop commit(String message) {
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-qm", message);
    return this;
  }

  /** Publishes the repository as a bare one behind a URL. */
  String published() {
    Path bare = root.resolve("origin.git");
    git("clone", "-q", "--bare", ".", bare.toString());
    return "file://" + bare;
  }

  /** Publishes newer commits. */
  void publishes() {
    git("push", "-q", root.resolve("origin.git").toString(), "main");
  }

  private void git(String... arguments) {
    List<String> command = new ArrayList<>(List.of("git", "-C", repository().toString()));
    command.addAll(List.of(arguments));
    process(command, Map.of()).ended(0);
  }

  Laptop agent(String name, Object settings) throws IOException {
    // JSON is YAML on one line.
    agents.append("  ").append(name).append(": ");
    agents.append(WireMapper.get().writeValueAsString(settings)).append('\n');
    return configured();
  }

  /** Adds a YAML line outside the agents section. */
  Laptop setting(String line) throws IOException {
    settings.append(line).append('\n');
    return configured();
  }

  private Laptop configured() throws IOException {
    String all = agents.isEmpty() ? "" : "agents:\n" + agents;
    Files.writeString(root.resolve("config.yaml"), settings + all);
    return this;
  }

  /** Runs the command in the repository, and again if the server was too slow. */
  Run conclave(String... arguments) {
    boolean alone = !javaOptions.isEmpty() || HOST.contains(arguments[0]);
    return again(() -> alone ? process(arguments) : here(arguments), Laptop::hadNoTime);
  }

  private static Run again(Supplier<Run> command, Predicate<Run> failed) {
    Run said = command.get();
    for (int tries = 1; tries < MOST_TRIES && failed.test(said); tries++) {
      said = command.get();
    }
    return said;
  }

  private Run process(String... arguments) {
    List<String> command = command();
    command.addAll(List.of(arguments));
    return process(command, withOptions(environment()));
  }

  /** Runs the command in this JVM in a pipe: milliseconds instead of a second. */
  private Run here(String... arguments) {
    Map<String, String> environment = ofThisProcess();
    return Run.here(
        new ByteArrayOutputStream(),
        Screen.PLAIN,
        output ->
            new CommandContext(
                environment,
                repository(),
                home(),
                System.getProperty("user.name"),
                InputStream.nullInputStream(),
                output,
                Optional.empty(),
                HostServices.load(),
                Clock.systemUTC(),
                LOOK),
        arguments);
  }

  /** Returns the variables set for child processes of this JVM. */
  private Map<String, String> ofThisProcess() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.remove("TERM");
    environment.putAll(environment());
    return withOptions(environment);
  }

  /** Adds options that let a worker start as fast as the command does. */
  private static Map<String, String> withOptions(Map<String, String> environment) {
    environment.put("JAVA_TOOL_OPTIONS", Installation.here().workerOptions());
    return environment;
  }

  /** Starts server and worker if needed, as {@code up --detach} does. */
  Laptop up() {
    Map<String, String> environment = ofThisProcess();
    StringBuilder said = new StringBuilder();
    HostServices.load()
        .orElseThrow()
        .ensureRunning(
            environment,
            DataFolder.of(environment, home()),
            Configuration.load(environment, home()),
            line -> said.append(line).append('\n'))
        .close();
    return this;
  }

  /** Types {@code conclave} and a line, like {@link #shell}. */
  Run types(String line, Object... values) {
    return shell("conclave " + line.formatted(values));
  }

  private static boolean hadNoTime(Run said) {
    return said.code() == NO_SERVER_OR_WORKER && NO_TIME.matcher(said.err()).find();
  }

  /** Opens a terminal of this size and types the command; needs a Linux pty. */
  Tty terminal(int columns, int rows, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(List.of(Tool.needed("setsid").toString(), "--ctty"));
    command.addAll(command());
    command.addAll(List.of(arguments));
    Files.createDirectories(home());
    return Tty.open(command, environment(), repository(), columns, rows);
  }

  private List<String> command() {
    return Installation.here().command(javaOptions);
  }

  /** Puts the command on PATH, as an installation does. */
  Laptop installed() throws IOException {
    String command = String.join("' '", command());
    return program("conclave", "#!/bin/sh\nexec '" + command + "' \"$@\"\n");
  }

  /** Types a line in the repository; one that a shell would only split runs without a shell. */
  Run shell(String line) {
    if (PLAIN.matcher(line).matches()) {
      return conclave(
          WORD.matcher(line)
              .results()
              .skip(1)
              .map(word -> word.group().replaceAll("^([\"'])(.*)\\1$", "$2"))
              .toArray(String[]::new));
    }
    return process(
        List.of("sh", "-c", line.replace("./conclave", "conclave")), withOptions(environment()));
  }

  /** Runs Temporal's command against the server, and again if it timed out. */
  Run temporal(String... arguments) {
    List<String> command = new ArrayList<>(List.of("temporal"));
    command.addAll(List.of(arguments));
    Map<String, String> environment = environment();
    ConnectionSettings server =
        ConnectionSettings.load(environment, DataFolder.of(environment, home()));
    return again(
        () -> process(command, server.variables()), said -> TOO_SHORT.matcher(said.err()).find());
  }

  /** Sets a variable for every later command. */
  Laptop variable(String name, String value) {
    variables.put(name, value);
    return this;
  }

  private Map<String, String> environment() {
    Map<String, String> environment =
        new HashMap<>(
            Map.of(
                "CONCLAVE_HOME", data().toString(),
                "CONCLAVE_CONFIG", root.resolve("config.yaml").toString(),
                "TEMPORAL_ADDRESS", address(),
                "HOME", home().toString(),
                "PATH", programs() + (searchPath.isEmpty() ? "" : File.pathSeparator + searchPath),
                "NO_COLOR", "1",
                "CONCLAVE_UI_PORT", "off"));
    environment.putAll(variables);
    return environment;
  }

  /** Returns the home that distinguishes this machine's processes from the test's. */
  Path home() {
    return root.resolve("home");
  }

  private Run process(List<String> command, Map<String, String> environment) {
    try {
      Files.createDirectories(home());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    ProcessBuilder builder = new ProcessBuilder(command).directory(repository().toFile());
    builder.environment().putAll(environment);
    builder.environment().remove("TERM");
    return Run.of(builder, root);
  }

  ProcessHandle worker() {
    return running("worker").orElseThrow();
  }

  ProcessHandle server() {
    return running("server").orElseThrow();
  }

  /** Returns the process recorded last. */
  private Optional<ProcessHandle> running(String what) {
    try {
      Path note = data().resolve("server").resolve(what + ".json");
      return Files.exists(note)
          ? ProcessHandle.of(WireMapper.get().readTree(note.toFile()).at("/process/pid").asLong())
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  JsonNode session() {
    JsonNode shown = heard("show", "last", "--json").json();
    return shown.has("state") ? shown.path("state") : shown;
  }

  /** Returns the pending activities of the last session. */
  List<PendingActivityInfo> pendingActivities() {
    Map<String, String> environment = environment();
    try (TemporalConnection connection =
        TemporalConnection.open(
            ConnectionSettings.load(environment, DataFolder.of(environment, home())),
            ConclaveDataConverter.of(Optional.empty()))) {
      return connection
          .service()
          .blockingStub()
          .describeWorkflowExecution(
              DescribeWorkflowExecutionRequest.newBuilder()
                  .setNamespace(connection.namespace())
                  .setExecution(
                      WorkflowExecution.newBuilder()
                          .setWorkflowId(session().path("session").asText()))
                  .build())
          .getPendingActivitiesList();
    }
  }

  /** Returns the last session's current details in the Temporal UI, in Markdown. */
  String details() {
    String id = session().path("session").asText();
    return temporal("workflow", "metadata", "-w", id, "-o", "json")
        .json()
        .path("queryResult")
        .path(0)
        .path("currentDetails")
        .asText();
  }

  static void until(String what, BooleanSupplier so) {
    until(what, LONGEST_WAIT, so);
  }

  /** Waits until a condition holds; an exception counts as not yet. */
  static void until(String what, Duration longest, BooleanSupplier so) {
    Instant end = Instant.now().plus(longest);
    Optional<AssertionError> last = Optional.empty();
    while (Instant.now().isBefore(end)) {
      long begun = System.nanoTime();
      try {
        if (so.getAsBoolean()) {
          return;
        }
        last = Optional.empty();
      } catch (AssertionError e) {
        last = Optional.of(e);
      }
      try {
        // Rests as long as the check took: one that starts a command slows down what it waits for.
        Thread.sleep(Math.min(2_000, Math.max(100, (System.nanoTime() - begun) / 1_000_000)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
    throw new AssertionError("never came: " + what, last.orElse(null));
  }

  /** Asks again while server and worker are silent, as they may be under load. */
  Run heard(String... arguments) {
    StringBuilder before = new StringBuilder();
    Instant end = Instant.now().plus(LONGEST_WAIT);
    while (true) {
      Run said = conclave(arguments);
      if (said.code() != NO_SERVER_OR_WORKER || Instant.now().isAfter(end)) {
        return new Run(said.code(), said.out(), before + said.err());
      }
      before.append(said.err());
    }
  }

  /** Waits for the only file of the session folders that ends like this. */
  Path sessionFile(String end) {
    until("a file " + end, () -> sessionFiles(end).findAny().isPresent());
    return sessionFiles(end).findFirst().orElseThrow();
  }

  private Stream<Path> sessionFiles(String end) {
    try (Stream<Path> files = Files.walk(repository().resolve(".workflow"))) {
      return files.filter(file -> file.toString().endsWith(end)).toList().stream();
    } catch (IOException | UncheckedIOException e) {
      return Stream.empty(); // it is being written
    }
  }

  @Override
  public void close() {
    running("page").ifPresent(ProcessHandle::destroyForcibly);
    running("worker").ifPresent(ProcessHandle::destroyForcibly);
    running("server").ifPresent(ProcessHandle::destroyForcibly);
    CallProcesses.kill(this);
  }

  /** Returns a port below the ephemeral range that is free and used by no other laptop. */
  static int freePort() throws IOException {
    for (int port = PORTS.getAndIncrement(); ; port = PORTS.getAndIncrement()) {
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Try the next one.
      }
    }
  }
}

package dev.conclave.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.DevServer;
import dev.conclave.client.command.CommandContext;
import dev.conclave.client.session.Sessions;
import dev.conclave.client.session.StartedSessions;
import dev.conclave.client.session.Workers;
import dev.conclave.client.session.Workers.Presence;
import dev.conclave.client.terminal.Console;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.analyze.AnalyzeWorkflowImpl;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.context.ContextWorkflowImpl;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.host.PageAddress;
import dev.conclave.workflows.plan.PlanWorkflowImpl;
import dev.conclave.workflows.plan.ScriptedContext;
import dev.conclave.workflows.plan.ScriptedHost;
import dev.conclave.workflows.temporal.ConclaveDataConverter;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.HostId;
import dev.conclave.workflows.temporal.ServerActivitiesImpl;
import dev.conclave.workflows.temporal.TaskQueues;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.temporal.testserver.TestServer;
import io.temporal.testserver.TestServer.PortBoundTestServer;
import io.temporal.worker.Worker;
import io.temporal.worker.WorkerFactory;
import io.temporal.worker.WorkerOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jline.terminal.Size;
import org.jline.terminal.impl.DumbTerminal;

/** A user on a machine with a server, a worker with the real workflow, and a simulated host. */
public final class Bench implements AutoCloseable {
  /** As in the real worker, so that calls receive cancels quickly. */
  private static final WorkerOptions PROMPT =
      WorkerOptions.newBuilder().setMaxHeartbeatThrottleInterval(Duration.ofSeconds(1)).build();

  /** The time at which every test session starts. */
  public static final Instant NOW = Instant.parse("2026-11-21T08:00:00Z");

  public final SimulatedHost host;
  public final Path repository;
  public final Path home;
  public final TemporalConnection connection;
  public Optional<HostServices> services = Optional.empty();
  private volatile ByteArrayOutputStream screen = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private Optional<WorkerFactory> workers = Optional.empty();
  private Optional<PortBoundTestServer> server = Optional.empty();

  /**
   * Creates a bench on a server.
   *
   * @param address of a loopback server
   */
  public Bench(String address, Path folder) throws IOException {
    home = Files.createDirectories(folder.resolve("home"));
    repository = Files.createDirectories(folder.resolve("my repository 仓库"));
    environment.put("TEMPORAL_ADDRESS", address);
    environment.put("CONCLAVE_HOME", home.resolve("data").toString());
    environment.put("CONCLAVE_CONFIG", Files.writeString(home.resolve("c.yaml"), "{}").toString());
    DataFolder data = DataFolder.of(environment, home);
    host = new SimulatedHost(HostId.of(data, environment).id());
    connection =
        TemporalConnection.open(
            ConnectionSettings.load(environment, data), ConclaveDataConverter.of(Optional.empty()));
  }

  /** Creates a bench with its own in-memory server and a worker. */
  public static Bench inMemory(Path folder) throws IOException {
    int port = DevServer.freePort();
    PortBoundTestServer server = TestServer.createPortBoundServer(port, true);
    Bench bench = new Bench("127.0.0.1:" + port, folder);
    bench.server = Optional.of(server);
    return bench.startWorker();
  }

  /** Sets a variable, and returns its previous value; empty if it had none. */
  public String set(String variable, String value) {
    String before = environment.put(variable, value);
    return before == null ? "" : before;
  }

  public String hostId() {
    return HostId.of(DataFolder.of(environment, home), environment).id();
  }

  /** Returns the page of the running `conclave ui`; empty if there is none. */
  public Optional<PageAddress> page() {
    return PageAddress.find(DataFolder.of(environment, home));
  }

  /** Returns the server's sessions as seen by a user who starts some here. */
  public Sessions sessions(String user) {
    return new Sessions(connection, user, started(), repository);
  }

  /** Returns the server's sessions as seen by a user who has started none here. */
  public Sessions sessions(String user, Path dataFolder) {
    return new Sessions(
        connection, user, new StartedSessions(dataFolder.resolve("none")), repository);
  }

  public String handle(String id) {
    return started().named(id).orElseThrow().handle();
  }

  private StartedSessions started() {
    return new StartedSessions(home.resolve("data/sessions-started"));
  }

  public Bench startWorker() {
    return startWorker(host);
  }

  /** Starts a worker with the activities of another host under this host's id. */
  public Bench startWorker(ScriptedHost host) {
    WorkerFactory factory = WorkerFactory.newInstance(connection.client());
    Worker shared = factory.newWorker(TaskQueues.WORKFLOWS);
    ScriptedContext context = new ScriptedContext();
    shared.registerWorkflowImplementationTypes(
        PlanWorkflowImpl.class, ContextWorkflowImpl.class, AnalyzeWorkflowImpl.class);
    shared.registerActivitiesImplementations(host, context, new ServerActivitiesImpl());
    factory.newWorker(TaskQueues.host(hostId())).registerActivitiesImplementations(host, context);
    factory.newWorker(TaskQueues.folders(hostId())).registerActivitiesImplementations(host);
    factory.newWorker(TaskQueues.notifications(hostId())).registerActivitiesImplementations(host);
    factory.newWorker(TaskQueues.probe(hostId())).registerActivitiesImplementations(host);
    for (String agent : List.of("gemini", "codex", "qwen", "claude", "direct")) {
      factory
          .newWorker(TaskQueues.agent(hostId(), agent), PROMPT)
          .registerActivitiesImplementations(host);
    }
    start(factory);
    workers = Optional.of(factory);
    return this;
  }

  /** Starts workers and waits until the server reports them, as commands query it at once. */
  public void start(WorkerFactory factory) {
    factory.start();
    Workers seen = new Workers(connection);
    for (Supplier<Presence> look :
        List.<Supplier<Presence>>of(seen::ofWorkflows, () -> seen.ofHost(hostId()))) {
      assertThat(Workers.awaited(look, Duration.ofMinutes(1))).isNotEqualTo(Presence.ABSENT);
    }
  }

  /** Runs a command in a pipe. */
  public Run conclave(String... args) {
    return run("", Optional.empty(), args);
  }

  /** Runs a command in a pipe with standard input. */
  public Run piped(String input, String... args) {
    return run(input, Optional.empty(), args);
  }

  /** Runs a command at a terminal with typed keys. */
  public Run typing(String keys, String... args) {
    return run("", Optional.of(keys), args);
  }

  /** Returns the current screen of the running command. */
  public String screen() {
    return screen.toString(StandardCharsets.UTF_8);
  }

  private Run run(String input, Optional<String> keys, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    screen = err;
    Optional<Supplier<Console>> console = keys.map(typed -> () -> terminal(typed, err));
    return Run.here(
        err,
        Screen.PLAIN,
        output ->
            new CommandContext(
                environment,
                repository,
                home,
                "ada",
                new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                output,
                console,
                services,
                Clock.fixed(NOW, ZoneOffset.UTC),
                Duration.ofMillis(50)),
        args);
  }

  private static Console terminal(String keys, ByteArrayOutputStream screen) {
    try {
      DumbTerminal terminal =
          new DumbTerminal(
              "bench",
              "dumb",
              new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
              screen,
              StandardCharsets.UTF_8);
      terminal.setSize(new Size(100, 40));
      return new Console(terminal);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void stopWorker() {
    workers.ifPresent(
        factory -> {
          factory.shutdownNow();
          factory.awaitTermination(5, TimeUnit.SECONDS);
        });
    workers = Optional.empty();
  }

  @Override
  public void close() {
    stopWorker();
    connection.close();
    server.ifPresent(PortBoundTestServer::close);
  }
}

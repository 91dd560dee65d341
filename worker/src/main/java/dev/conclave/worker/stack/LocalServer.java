package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.stack.StackProcess.ProcessNote;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The Temporal server of a stack: a running one, else one started in the background with a SQLite
 * file in the data folder. It is our own program, which requires the keys of the data folder, or
 * Temporal's development server if ours is not available.
 */
record LocalServer(HostContext host, ServerProgram program) {
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(10);

  /** For a server that we started: it may answer late on a loaded machine. */
  private static final Duration LATE = Duration.ofSeconds(15);

  /**
   * The development server's HTTP API accepts {@code text/plain} from any page and cannot be
   * disabled, but it refuses hosts that are not listed. An empty list would match an empty host.
   */
  private static final String NO_HTTP_API =
      "frontend.httpAllowedHosts=[\"%s.invalid\"]".formatted(UUID.randomUUID());

  /**
   * Enables the development server's UI, which exposes sessions to all users of the machine and, by
   * DNS rebinding, to any page in a browser.
   */
  private static final String DEV_UI = "CONCLAVE_DEV_UI";

  static Path database(DataFolder folder) {
    return folder.server().resolve("temporal.db");
  }

  static Path log(DataFolder folder) {
    return folder.logs().resolve("server.log");
  }

  /** Returns the server that we started, if it is running at the configured address. */
  static Optional<ProcessNote> runningAt(DataFolder folder, ConnectionSettings settings)
      throws IOException {
    return StackProcess.server(folder)
        .running()
        .filter(note -> note.address().equals(settings.numericAddress()));
  }

  /** Returns the codec server port for the UI of our server; the local worker serves it. */
  static Optional<Integer> codecPort(DataFolder folder) throws IOException {
    Path file = folder.server().resolve("codec-port");
    return Files.exists(file)
        ? Optional.of(Integer.parseInt(Files.readString(file).strip()))
        : Optional.empty();
  }

  boolean isOurs() throws IOException {
    return runningAt(folder(), host.settings()).isPresent();
  }

  boolean stop() throws IOException, InterruptedException {
    return process().stop(STOP);
  }

  /**
   * Finds or starts the server and prepares its namespace. Never replaces a remote server, because
   * its sessions are not here.
   *
   * @return empty if there is no server and no program to start one
   * @throws ServerException if it cannot be used or started; the message has the fix
   */
  Optional<TemporalConnection> get(Consumer<String> progress)
      throws IOException, InterruptedException {
    ConnectionSettings settings = host.settings();
    Optional<ProcessNote> running = process().running();
    boolean ours = isOurs();
    TemporalConnection connection;
    try {
      Duration patience = ours ? LATE : TemporalConnection.PATIENCE;
      connection = TemporalConnection.open(settings, host.converter(), patience);
    } catch (ServerException.Unreachable e) {
      if (!settings.isLoopback()) {
        throw e;
      }
      if (running.isPresent() && !ours && settings.configured()) {
        throw new ServerException(
            ("No server answers at %s (from TEMPORAL_ADDRESS or a profile). The local server runs at"
                    + " %s: unset TEMPORAL_ADDRESS, or run `conclave down` so that it can move.")
                .formatted(settings.address(), running.get().address()),
            e);
      }
      Optional<ProcessNote> died = process().died();
      if (died.isPresent()) {
        progress.accept(
            "The Temporal server (pid %d) ended unexpectedly; %s"
                .formatted(died.get().process().pid(), LogFile.lastErrors(log(folder()))));
      } else if (ours) {
        progress.accept("The Temporal server is running but does not answer: restarting it.");
      }
      DiskSpace.require(folder());
      Optional<Path> command = program.find(progress);
      if (command.isEmpty()) {
        return Optional.empty();
      }
      process().stop(STOP); // a server that does not answer locks the database
      connection = start(command.get(), settings, progress);
    }
    prepare(connection, progress);
    return Optional.of(connection);
  }

  /**
   * Stops a development server that we started if our own program is available; also stops the
   * worker, which cannot reach the new server. A server from another build of ours keeps running,
   * because two checkouts may share a data folder.
   */
  void replaceDevelopmentServer(Consumer<String> progress)
      throws IOException, InterruptedException {
    Optional<ProcessNote> running =
        runningAt(folder(), host.settings()).filter(note -> !ServerProgram.isOwn(note.program()));
    if (running.isPresent() && program.own().isPresent()) {
      progress.accept(
          ("Replacing the Temporal server (pid %d) with one that only you can reach; sessions keep"
                  + " running.")
              .formatted(running.get().process().pid()));
      StackProcess.worker(folder()).stop(LocalWorker.STOP);
      process().stop(STOP);
    } else if (running.isPresent()) {
      program.buildInBackground(progress);
    }
  }

  private TemporalConnection start(
      Path command, ConnectionSettings wanted, Consumer<String> progress)
      throws IOException, InterruptedException {
    int asked = Integer.parseInt(wanted.address().replaceFirst("^.*:", ""));
    if (wanted.configured() && freeNear(asked) != asked) {
      throw new ServerException(
          ("Another program, not a Temporal server, is listening at %s: stop it, or set"
                  + " TEMPORAL_ADDRESS to another port.")
              .formatted(wanted.address()));
    }
    int port = port("server", asked, progress);
    String address = "127.0.0.1:" + port;
    int codecPort = rememberedPort("codec", 8235, progress);
    boolean own = ServerProgram.isOwn(command.toString());
    boolean paged = own || !host.environment().getOrDefault(DEV_UI, "").isBlank();
    int uiPort = paged ? rememberedPort("ui", 8233, progress) : 0;
    if (!own) {
      Folders.delete(folder().serverKeys()); // they belong to our own server
    }
    List<String> line =
        own
            ? List.of(
                command.toString(),
                "-folder=" + folder().server(),
                "-port=" + port,
                "-ui-port=" + uiPort,
                "-codec=http://127.0.0.1:" + codecPort,
                "-namespace=" + wanted.namespace())
            : List.of(
                command.toString(),
                "server",
                "start-dev",
                "--ip=127.0.0.1",
                "--port=" + port,
                paged ? "--ui-port=" + uiPort : "--headless",
                "--ui-codec-endpoint=http://127.0.0.1:" + codecPort,
                "--dynamic-config-value=" + NO_HTTP_API,
                "--namespace=" + wanted.namespace(),
                "--log-level=warn",
                // Relative path: SQLite parses it as a URI, where # and ? end a path.
                "--db-filename=" + database(folder()).getFileName());
    Optional<ProcessIdentity> started =
        StackProcess.start(line, host.environment(), folder().server(), log(folder()));
    Optional<String> ui = paged ? Optional.of("http://127.0.0.1:" + uiPort) : Optional.empty();
    if (started.isPresent()) {
      process()
          .write(new ProcessNote(started.get(), address, ui, command.toString(), Instant.now()));
    }
    AtomicFiles.write(folder().serverAddressFile(), address.getBytes(StandardCharsets.UTF_8));
    long end = System.nanoTime() + READY.toNanos();
    while (started.filter(ProcessIdentity::isAlive).isPresent() && System.nanoTime() < end) {
      try {
        // Reload the settings: the server may have just created its keys.
        TemporalConnection connection = TemporalConnection.open(host.settings(), host.converter());
        progress.accept(
            (own
                    ? "Started a Temporal server at %s, which only you can reach."
                    : "Started Temporal's development server at %s: other users of this machine can"
                        + " reach it; `conclave doctor` shows how to change that.")
                .formatted(address));
        return connection;
      } catch (ServerException e) {
        Thread.sleep(200); // not yet
      }
    }
    stop();
    throw new ServerException(
        "The Temporal server did not start; " + LogFile.lastErrors(log(folder())));
  }

  private void prepare(TemporalConnection connection, Consumer<String> progress)
      throws IOException {
    NamespaceSetup setup = new NamespaceSetup(connection);
    try {
      setup.registerMissing();
      if (runningAt(folder(), connection.settings()).isPresent()) {
        setup.lengthenRetention();
      }
    } catch (StatusRuntimeException e) {
      progress.accept(
          ("Cannot register the search attributes (%s): sessions run, but cannot be listed by phase."
                  + " Ask an operator to run `conclave doctor --fix`.")
              .formatted(e.getStatus().getCode()));
    }
  }

  /** Returns the last used port, so that bookmarks stay valid. */
  private int rememberedPort(String what, int usual, Consumer<String> progress) throws IOException {
    Path file = folder().server().resolve(what + "-port");
    int wanted = Files.exists(file) ? Integer.parseInt(Files.readString(file).strip()) : usual;
    int port = port(what, wanted, progress);
    AtomicFiles.write(file, (port + "\n").getBytes(StandardCharsets.US_ASCII));
    return port;
  }

  private static int port(String what, int wanted, Consumer<String> progress) {
    int port = freeNear(wanted);
    if (port != wanted) {
      progress.accept(
          "Port %d is in use by another program: using %d instead (%s)."
              .formatted(wanted, port, what));
    }
    return port;
  }

  private static int freeNear(int wanted) {
    try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getByName("127.0.0.1"))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      if (wanted == 0) {
        throw new UncheckedIOException("no free loopback port", e);
      }
      return freePort();
    }
  }

  static int freePort() {
    return freeNear(0);
  }

  private DataFolder folder() {
    return host.folder();
  }

  private StackProcess process() {
    return StackProcess.server(folder());
  }
}

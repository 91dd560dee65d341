package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.worker.HostContext;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The Temporal server of a stack: the one that answers, else a development server in the
 * background, with its sessions in a SQLite file of the data folder.
 */
final class LocalServer {
  private static final String DATABASE = "temporal.db";
  private static final int UI_PORT = 8233;
  private static final int CODEC_PORT = 8235;
  private static final int ATTEMPTS = 3;
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(10);

  /** For a server of ours whose process lives: a machine under load answers late. */
  private static final Duration LATE = Duration.ofSeconds(15);

  private final HostContext host;
  private final DataFolder folder;
  private final ServerProgram program;
  private final StackProcess process;

  LocalServer(HostContext host, ServerProgram program) {
    this.host = host;
    this.folder = host.folder();
    this.program = program;
    this.process = StackProcess.server(folder);
  }

  /** The sessions of the server that we start. */
  static Path database(DataFolder folder) {
    return folder.server().resolve(DATABASE);
  }

  static Path log(DataFolder folder) {
    return folder.logs().resolve("server.log");
  }

  /** The server that we started, if it runs and is the one at the address. */
  static Optional<StackProcess.Note> runningAt(DataFolder folder, ConnectionSettings settings)
      throws IOException {
    return StackProcess.server(folder)
        .running()
        .filter(note -> note.address().equals(noted(settings)));
  }

  /** An address as we note it: by number, where people also write the name. */
  static String noted(ConnectionSettings settings) {
    return settings.address().replaceFirst("^localhost(?=:)", "127.0.0.1");
  }

  /** Where the UI of our server looks for a codec server; the worker beside it serves there. */
  static Optional<Integer> codecPort(DataFolder folder) throws IOException {
    return port(folder, "codec-port");
  }

  /** Ports are kept beyond an orderly end: links that people kept stay good. */
  private static Optional<Integer> port(DataFolder folder, String name) throws IOException {
    try {
      return Optional.of(Integer.parseInt(Files.readString(folder.server().resolve(name)).strip()));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private void keep(String name, String text) throws IOException {
    AtomicFiles.write(folder.server().resolve(name), text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Ends the server that we started, in order; false when none runs. */
  boolean stop() throws IOException, InterruptedException {
    return process.stop(STOP).isPresent();
  }

  /**
   * Finds the server or starts it, and sees to what its namespace needs.
   *
   * @return empty when there is none and no program to start one
   * @throws ServerException when it cannot be used or started; the message names the fix
   */
  Optional<TemporalConnection> get(Consumer<String> progress)
      throws IOException, InterruptedException {
    ConnectionSettings settings = host.settings();
    Optional<TemporalConnection> connection = find(settings, progress);
    if (connection.isEmpty()) {
      refuseSecond(settings);
      DiskSpace.require(folder, progress);
      Optional<Path> found = program.find(progress);
      if (found.isPresent()) {
        process.stop(STOP); // one that runs and does not answer holds the database
        connection = Optional.of(start(found.get(), settings, progress));
      }
    }
    if (connection.isPresent()) {
      prepare(connection.get(), progress);
    }
    return connection;
  }

  /** A server elsewhere is never replaced by one of ours: its sessions are not here. */
  private Optional<TemporalConnection> find(ConnectionSettings settings, Consumer<String> progress)
      throws IOException {
    try {
      return Optional.of(TemporalConnection.open(settings, host.converter()));
    } catch (ServerException.Unreachable e) {
      if (!settings.isLoopback()) {
        throw e;
      }
      Optional<StackProcess.Note> ours = runningAt(folder, settings);
      Optional<StackProcess.Note> died = process.died();
      if (died.isPresent()) {
        progress.accept(
            "The Temporal server (pid %d) ended without being asked; %s"
                .formatted(died.get().process().pid(), LogFile.ending(log(folder))));
      }
      return ours.isPresent() ? late(ours.get(), e, settings, progress) : Optional.empty();
    }
  }

  private Optional<TemporalConnection> late(
      StackProcess.Note ours,
      ServerException.Unreachable failure,
      ConnectionSettings settings,
      Consumer<String> progress) {
    long pid = ours.process().pid();
    if (failure.late()) {
      progress.accept(
          "The Temporal server (pid %d) runs but does not answer yet: waiting %d s more …"
              .formatted(pid, LATE.toSeconds()));
      try {
        return Optional.of(TemporalConnection.open(settings, host.converter(), LATE));
      } catch (ServerException.Unreachable e) {
        // It is started anew.
      }
    }
    progress.accept(
        "The Temporal server (pid %d) runs and does not answer: starting it anew.".formatted(pid));
    return Optional.empty();
  }

  /** Who names another address by hand does not mean that the server that runs is to be ended. */
  private void refuseSecond(ConnectionSettings settings) throws IOException {
    Optional<StackProcess.Note> running = process.running();
    if (settings.configured() && running.isPresent() && runningAt(folder, settings).isEmpty()) {
      throw new ServerException(
          "Nothing answers at %s, which TEMPORAL_ADDRESS or a profile names. The local server runs at %s: unset TEMPORAL_ADDRESS, or `conclave down` first to have it start there."
              .formatted(settings.address(), running.get().address()));
    }
  }

  private TemporalConnection start(
      Path command, ConnectionSettings wanted, Consumer<String> progress)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      Optional<TemporalConnection> started = start(command, wanted, attempt, progress);
      if (started.isPresent()) {
        return started.get();
      }
      if (attempt == ATTEMPTS) {
        throw notUp();
      }
      progress.accept("The Temporal server ended as it started: once more, at other ports …");
    }
  }

  /**
   * Starts the server at the wanted address, or at another port when that one is taken, and waits
   * until it answers; empty when its process ended first: a port that was free a moment ago may be
   * another program's by now.
   */
  private Optional<TemporalConnection> start(
      Path command, ConnectionSettings wanted, int attempt, Consumer<String> progress)
      throws IOException, InterruptedException {
    String address = "127.0.0.1:" + port(wanted, progress);
    int uiPort = attempt == 1 ? freeNear(port(folder, "ui-port").orElse(UI_PORT)) : freePort();
    int codec = freeNear(codecPort(folder).orElse(CODEC_PORT));
    keep("codec-port", codec + "\n");
    Optional<ProcessIdentity> begun =
        StackProcess.start(
            List.of(
                command.toString(),
                "server",
                "start-dev",
                "--ip=127.0.0.1",
                "--port=" + address.substring(address.indexOf(':') + 1),
                "--ui-port=" + uiPort,
                "--ui-codec-endpoint=http://127.0.0.1:" + codec,
                "--namespace=" + wanted.namespace(),
                "--log-level=warn",
                "--db-filename=" + database(folder)),
            host.environment(),
            folder.server(),
            log(folder));
    if (begun.isEmpty()) {
      return Optional.empty();
    }
    ProcessIdentity started = begun.get();
    String ui = "http://127.0.0.1:" + uiPort;
    process.write(
        new StackProcess.Note(
            started, address, Optional.of(ui), command.toString(), Instant.now()));
    AtomicFiles.write(folder.serverAddressFile(), address.getBytes(StandardCharsets.UTF_8));
    ConnectionSettings settings = wanted.at(address);
    for (long end = System.nanoTime() + READY.toNanos(); started.isAlive(); Thread.sleep(200)) {
      try {
        TemporalConnection connection = TemporalConnection.open(settings, host.converter());
        keep("ui-port", uiPort + "\n");
        progress.accept("Started a Temporal server at " + address + ", its UI at " + ui);
        return Optional.of(connection);
      } catch (ServerException e) {
        if (System.nanoTime() > end) {
          stop();
          throw notUp();
        }
      }
    }
    stop();
    return Optional.empty();
  }

  private int port(ConnectionSettings wanted, Consumer<String> progress) {
    int asked = Integer.parseInt(wanted.address().substring(wanted.address().lastIndexOf(':') + 1));
    int free = freeNear(asked);
    if (free != asked) {
      if (wanted.configured()) {
        throw new ServerException(
            "Something that is no Temporal server listens at %s: end it, or set TEMPORAL_ADDRESS to another port."
                .formatted(wanted.address()));
      }
      progress.accept(
          "Port %d is taken by another program: using %d instead.".formatted(asked, free));
    }
    return free;
  }

  private ServerException notUp() throws IOException {
    return new ServerException(
        "The Temporal server did not come up; " + LogFile.ending(log(folder)));
  }

  private void prepare(TemporalConnection connection, Consumer<String> progress)
      throws IOException {
    NamespaceSetup setup = new NamespaceSetup(connection);
    try {
      setup.registerMissing();
      if (runningAt(folder, connection.settings()).isPresent()) {
        setup.lengthenRetention();
      }
    } catch (StatusRuntimeException e) {
      progress.accept(
          "The search attributes could not be registered (%s): sessions run, but cannot be listed by phase. An operator can run `conclave doctor --fix`."
              .formatted(e.getStatus().getCode()));
    }
  }

  /** The wanted port of loopback, or when it is taken any other. */
  private static int freeNear(int wanted) {
    try (ServerSocket socket =
        new ServerSocket(wanted, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort();
    } catch (IOException e) {
      if (wanted == 0) {
        throw new UncheckedIOException("No loopback port is free", e);
      }
      return freePort();
    }
  }

  /** A port of loopback that nobody listens at now. */
  static int freePort() {
    return freeNear(0);
  }
}

package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.ConnectionSettings;
import dev.conclave.workflows.host.ServerException;
import dev.conclave.workflows.host.TemporalConnection;
import io.temporal.common.converter.DataConverter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** The development server in the background, its sessions in a SQLite file of the data folder. */
final class LocalServer {
  private static final int UI_PORT = 8233;
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final DataFolder folder;
  private final StateFile state;

  LocalServer(DataFolder folder) {
    this.folder = folder;
    this.state = new StateFile(folder.server().resolve("server.json"));
  }

  /** The server that we started, if it runs. */
  Optional<StateFile.Note> running() throws IOException {
    return state.alive();
  }

  /** The same, if it is the one at the address. */
  Optional<StateFile.Note> runningAt(String address) throws IOException {
    // We note the number; people also write the name.
    String noted = address.replaceFirst("^localhost(?=:)", "127.0.0.1");
    return running().filter(note -> note.address().equals(noted));
  }

  Path log() {
    return folder.logs().resolve("server.log");
  }

  /**
   * Starts the server at the wanted address, or at another port when that one is taken, and waits
   * until it answers.
   *
   * @throws ServerException when it does not come up; the message names the log
   */
  TemporalConnection start(
      Path program, ConnectionSettings wanted, Surroundings around, Consumer<String> progress)
      throws IOException, InterruptedException {
    int port = port(wanted, progress);
    int ui = Ports.freeNear(UI_PORT);
    List<String> command =
        List.of(
            program.toString(),
            "server",
            "start-dev",
            "--ip",
            "127.0.0.1",
            "--port",
            String.valueOf(port),
            "--ui-port",
            String.valueOf(ui),
            "--namespace",
            wanted.namespace(),
            "--log-level",
            "warn",
            "--db-filename",
            folder.server().resolve("temporal.db").toString());
    ProcessIdentity process = Detached.start(command, around.environment(), folder.server(), log());
    String address = "127.0.0.1:" + port;
    String uiUrl = "http://127.0.0.1:" + ui;
    state.write(
        new StateFile.Note(
            process, address, Optional.of(uiUrl), program.toString(), Instant.now()));
    AtomicFiles.write(folder.serverAddressFile(), address.getBytes(StandardCharsets.UTF_8));
    TemporalConnection connection =
        await(
            process, wanted.at(address, ConnectionSettings.Source.LOCAL_STACK), around.converter());
    progress.accept("Started a Temporal server at " + address + ", its UI at " + uiUrl);
    return connection;
  }

  /** Ends the server that we started; its file keeps the sessions. False when none runs. */
  boolean stop() throws IOException, InterruptedException {
    Optional<StateFile.Note> running = running();
    if (running.isPresent()) {
      Detached.stop(running.get().process(), PATIENCE);
    }
    state.delete();
    return running.isPresent();
  }

  private static int port(ConnectionSettings wanted, Consumer<String> progress) {
    int asked = Integer.parseInt(wanted.address().substring(wanted.address().lastIndexOf(':') + 1));
    if (Ports.isFree(asked)) {
      return asked;
    }
    if (wanted.source() == ConnectionSettings.Source.CONFIGURED) {
      throw new ServerException(
          "Something that is no Temporal server listens at %s: end it, or set TEMPORAL_ADDRESS to another port."
              .formatted(wanted.address()));
    }
    int other = Ports.any();
    progress.accept("Port " + asked + " is taken by another program: using " + other + " instead.");
    return other;
  }

  private TemporalConnection await(
      ProcessIdentity process, ConnectionSettings settings, DataConverter converter)
      throws InterruptedException, IOException {
    long end = System.nanoTime() + READY.toNanos();
    while (true) {
      try {
        return TemporalConnection.open(settings, converter);
      } catch (ServerException e) {
        if (!process.isAlive() || System.nanoTime() > end) {
          stop();
          throw new ServerException(
              "The Temporal server did not come up; its log, "
                  + log()
                  + ", ends with: "
                  + LogTail.last(log()),
              e);
        }
      }
      Thread.sleep(200);
    }
  }
}

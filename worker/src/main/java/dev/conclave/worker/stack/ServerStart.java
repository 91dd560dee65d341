package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.worker.Surroundings;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One start of the development server.
 *
 * @param program the {@code temporal} command
 * @param wanted where it is to listen, and the namespace it is to have
 */
record ServerStart(
    LocalServer server,
    Path program,
    ConnectionSettings wanted,
    Surroundings around,
    Consumer<String> progress) {
  private static final int UI_PORT = 8233;
  private static final int CODEC_PORT = 8235;
  private static final Duration READY = Duration.ofSeconds(60);
  private static final Duration QUIET = Duration.ofSeconds(5);
  private static final int ATTEMPTS = 3;

  /**
   * Starts the server at the wanted address, or at another port when that one is taken, and waits
   * until it answers.
   *
   * @throws ServerException when it does not come up; the message names the log
   */
  TemporalConnection run() throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return start(attempt);
      } catch (EndedEarly e) {
        if (attempt == ATTEMPTS) {
          throw e.told;
        }
        progress.accept("The Temporal server ended as it started: once more, at other ports …");
      }
    }
  }

  private TemporalConnection start(int attempt)
      throws IOException, InterruptedException, EndedEarly {
    int port = port();
    // A port that was free a moment ago may be another program's by now.
    int ui = attempt == 1 ? Ports.freeNear(server.lastUiPort().orElse(UI_PORT)) : Ports.any();
    int codec = Ports.freeNear(server.codecPort().orElse(CODEC_PORT));
    server.noteCodecPort(codec);
    DataFolder folder = around.folder();
    ProcessIdentity process;
    try {
      process =
          Detached.start(
              command(port, ui, codec), around.environment(), folder.server(), server.log());
    } catch (Detached.EndedAtOnce e) {
      throw new EndedEarly(notUp(e));
    }
    String address = "127.0.0.1:" + port;
    String uiUrl = "http://127.0.0.1:" + ui;
    server.note(
        new StateFile.Note(
            process, address, Optional.of(uiUrl), program.toString(), Instant.now()));
    AtomicFiles.write(folder.serverAddressFile(), address.getBytes(StandardCharsets.UTF_8));
    TemporalConnection connection =
        await(process, wanted.at(address, ConnectionSettings.Source.LOCAL_STACK));
    server.noteUiPort(ui);
    progress.accept("Started a Temporal server at " + address + ", its UI at " + uiUrl);
    return connection;
  }

  private List<String> command(int port, int ui, int codec) {
    return List.of(
        program.toString(),
        "server",
        "start-dev",
        "--ip",
        "127.0.0.1",
        "--port",
        String.valueOf(port),
        "--ui-port",
        String.valueOf(ui),
        "--ui-codec-endpoint",
        "http://127.0.0.1:" + codec,
        "--namespace",
        wanted.namespace(),
        "--log-level",
        "warn",
        "--db-filename",
        around.folder().server().resolve(LocalServer.DATABASE).toString());
  }

  private int port() {
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

  private TemporalConnection await(ProcessIdentity process, ConnectionSettings settings)
      throws InterruptedException, IOException, EndedEarly {
    long begun = System.nanoTime();
    boolean told = false;
    while (true) {
      try {
        return TemporalConnection.open(settings, around.converter());
      } catch (ServerException e) {
        long waited = System.nanoTime() - begun;
        boolean alive = process.isAlive();
        if (!alive || waited > READY.toNanos()) {
          server.stop();
          ServerException failure = notUp(e);
          if (!alive) {
            throw new EndedEarly(failure);
          }
          throw failure;
        }
        if (!told && waited > QUIET.toNanos()) {
          told = true;
          progress.accept("Waiting for the Temporal server to come up …");
        }
      }
      Thread.sleep(200);
    }
  }

  private ServerException notUp(Exception cause) throws IOException {
    return new ServerException(
        "The Temporal server did not come up; its log, %s, ends with: %s"
            .formatted(server.log(), LogTail.last(server.log())),
        cause);
  }

  /** The server's process is gone before it answered. */
  private static final class EndedEarly extends Exception {
    private static final long serialVersionUID = 1L;

    private final ServerException told;

    EndedEarly(ServerException told) {
      super(told);
      this.told = told;
    }
  }
}

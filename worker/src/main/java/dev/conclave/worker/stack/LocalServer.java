package dev.conclave.worker.stack;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The development server in the background, its sessions in a SQLite file of the data folder. */
public final class LocalServer {
  /** The sessions, in the server's folder. */
  static final String DATABASE = "temporal.db";

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final DataFolder folder;
  private final StateFile state;

  public LocalServer(DataFolder folder) {
    this.folder = folder;
    this.state = new StateFile(folder.server().resolve("server.json"));
  }

  /** The server that we started, if it runs. */
  public Optional<StateFile.Note> running() throws IOException {
    return state.alive();
  }

  /** The same, if it is the one at the address. */
  public Optional<StateFile.Note> runningAt(String address) throws IOException {
    return running().filter(note -> note.address().equals(noted(address)));
  }

  /** An address as we note it: by number, where people also write the name. */
  public static String noted(String address) {
    return address.replaceFirst("^localhost(?=:)", "127.0.0.1");
  }

  /** What became of the server that we started last. */
  public Fate fate() throws IOException {
    return state.fate();
  }

  /** Where its UI was last, also before an orderly end: links that people kept stay good. */
  public Optional<Integer> lastUiPort() throws IOException {
    return port(uiPort());
  }

  public void noteUiPort(int port) throws IOException {
    note(uiPort(), port);
  }

  private Path uiPort() {
    return folder.server().resolve("ui-port");
  }

  /** Where its UI looks for a codec server; the worker beside it serves there. */
  public Optional<Integer> codecPort() throws IOException {
    return port(codecPortFile());
  }

  /** The same as an address. */
  public Optional<String> codecUrl() throws IOException {
    return codecPort().map(port -> "http://127.0.0.1:" + port);
  }

  void noteCodecPort(int port) throws IOException {
    note(codecPortFile(), port);
  }

  private Path codecPortFile() {
    return folder.server().resolve("codec-port");
  }

  private static Optional<Integer> port(Path file) throws IOException {
    try {
      return Optional.of(Integer.parseInt(Files.readString(file).strip()));
    } catch (NoSuchFileException | NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static void note(Path file, int port) throws IOException {
    AtomicFiles.write(file, (port + "\n").getBytes(StandardCharsets.US_ASCII));
  }

  public Path log() {
    return folder.logs().resolve("server.log");
  }

  void note(StateFile.Note note) throws IOException {
    state.write(note);
  }

  /** Ends the server that we started, in order; false when none runs. */
  public boolean stop() throws IOException, InterruptedException {
    boolean ran = end();
    state.delete();
    return ran;
  }

  /** Ends its process; the note of where it was stays. */
  boolean end() throws IOException, InterruptedException {
    Optional<StateFile.Note> running = running();
    if (running.isPresent()) {
      Detached.stop(running.get().process(), PATIENCE);
    }
    return running.isPresent();
  }
}

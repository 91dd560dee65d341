package dev.conclave.worker.stack;

import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The worker of this host, one at a time: as a background process, or noted by one that is us. */
public final class LocalWorker {

  /** Twice the worker's own grace. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final DataFolder folder;
  private final StateFile state;

  /** The worker under a data folder. */
  public LocalWorker(DataFolder folder) {
    this.folder = folder;
    this.state = new StateFile(folder.server().resolve("worker.json"));
  }

  /** The worker that runs, in the background or in a terminal. */
  Optional<StateFile.Note> running() throws IOException {
    return state.alive();
  }

  /** What became of the worker that ran last. */
  Fate fate() throws IOException {
    return state.fate();
  }

  /** The log of a background worker. */
  public Path log() {
    return folder.logs().resolve("worker.log");
  }

  /** What a background worker printed before it could log, or when its JVM died. */
  Path output() {
    return folder.logs().resolve("worker.out");
  }

  void note(StateFile.Note note) throws IOException {
    state.write(note);
  }

  /** Notes that this process is the worker. */
  public void noteThisProcess(String address) throws IOException {
    state.writeThisProcess(address, "conclave worker");
  }

  /** Forgets this process, which ends. */
  public void forgetThisProcess() throws IOException {
    state.deleteThisProcess();
  }

  /** Asks the worker to end; agent calls that run are left to the next. False when none runs. */
  boolean stop() throws IOException, InterruptedException {
    Optional<StateFile.Note> running = running();
    if (running.isPresent()) {
      Detached.stop(running.get().process(), PATIENCE);
    }
    state.delete();
    return running.isPresent();
  }
}

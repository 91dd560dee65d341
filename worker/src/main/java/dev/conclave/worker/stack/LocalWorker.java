package dev.conclave.worker.stack;

import dev.conclave.activities.agent.process.ProcessIdentity;
import dev.conclave.activities.workspace.PathLock;
import dev.conclave.workflows.config.DataFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The worker of this host, one at a time: a second would double the slots of every agent. That it
 * is the only one is held by a lock; its note tells others which process it is.
 */
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
  public Optional<StateFile.Note> running() throws IOException {
    return state.alive();
  }

  /** What became of the worker that ran last. */
  public Fate fate() throws IOException {
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

  /**
   * Makes this process the worker, for as long as it holds the result or lives.
   *
   * @param address of the server that it works for
   * @throws IllegalStateException when there is one already
   */
  public PathLock become(String address) throws IOException {
    PathLock sole = alone();
    state.writeThisProcess(address, WorkerStart.program());
    return sole;
  }

  /**
   * Keeps every other worker of this host away, for as long as this process holds the result or
   * lives. Without a note: no command takes this process for a worker that it may end or start
   * anew.
   *
   * @throws IllegalStateException when there is one already
   */
  public PathLock alone() throws IOException {
    Path lock = folder.server().resolve("worker.lock");
    Optional<PathLock> held = PathLock.tryTake(lock);
    if (held.isEmpty()) {
      throw new IllegalStateException(
          "A worker of this host runs already"
              + running().map(LocalWorker::noted).orElse(unnoted(lock)));
    }
    return held.get();
  }

  private static String noted(StateFile.Note note) {
    return " (pid %d, for %s): `conclave down` ends it."
        .formatted(note.process().pid(), note.address());
  }

  private static String unnoted(Path lock) {
    return """
        : that of a `conclave plan` with its session in memory, or one whose note is gone. \
        Let that command end, or end the process that holds %s (`fuser` names it); \
        a second worker needs a CONCLAVE_HOME of its own."""
        .formatted(lock);
  }

  /** Forgets this process, which ends. */
  void forgetThisProcess() throws IOException {
    state.deleteThisProcess();
  }

  /** Ends a process that was to become the worker; another that is the worker goes on. */
  void end(ProcessIdentity process) throws IOException, InterruptedException {
    Detached.stop(process, PATIENCE);
    if (state.read().filter(note -> note.process().equals(process)).isPresent()) {
      state.delete();
    }
  }

  /** Asks the worker to end; agent calls that run are left to the next. False when none runs. */
  public boolean stop() throws IOException, InterruptedException {
    Optional<StateFile.Note> running = running();
    if (running.isPresent()) {
      Detached.stop(running.get().process(), PATIENCE);
    }
    state.delete();
    return running.isPresent();
  }
}

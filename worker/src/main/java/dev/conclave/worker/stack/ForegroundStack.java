package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A stack that a terminal looks after: its logs are shown, what dies is started again, and what was
 * started here ends with it.
 */
public final class ForegroundStack {
  private static final Logger LOG = LoggerFactory.getLogger(ForegroundStack.class);
  private static final Duration LOOK = Duration.ofMillis(300);

  /** A worker and a server that are slow to end, and some more. */
  private static final Duration END = Duration.ofSeconds(40);

  /** How it went. */
  public enum Outcome {
    /** It was up until it was asked to end. */
    ENDED,
    /** No server program can be had. */
    NO_PROGRAM,
    /** Another command looks after the stack of this host, and nothing was done. */
    ANOTHER_RUNS
  }

  private final LocalStack stack;
  private final LocalServer server;
  private final LocalWorker worker;
  private final StateFile state;
  private final Path lock;
  private final RestartPace pace = new RestartPace();
  private final DiskAlarm disk;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean starting = true;

  public ForegroundStack(LocalStack stack, DataFolder folder) {
    this.stack = stack;
    this.server = new LocalServer(folder);
    this.worker = new LocalWorker(folder);
    this.state = noteIn(folder);
    this.lock = folder.server().resolve("up.lock");
    this.disk = new DiskAlarm(folder);
  }

  /** The command that looks after the stack of this host, if one does. */
  static Optional<StateFile.Note> running(DataFolder folder) throws IOException {
    return noteIn(folder).alive();
  }

  /** Asks that command to end, with what it started; its pid, if there was one. */
  public static Optional<Long> stop(DataFolder folder) throws IOException, InterruptedException {
    Optional<StateFile.Note> running = running(folder);
    if (running.isPresent()) {
      Detached.stop(running.get().process(), END);
    }
    noteIn(folder).delete();
    return running.map(note -> note.process().pid());
  }

  /**
   * Starts what is missing and keeps it running until this process is asked to end (Ctrl-C, TERM).
   *
   * @param progress takes lines for people
   * @param log takes the lines of both logs
   * @throws ServerException when the first start fails; the message names the fix
   */
  @SuppressWarnings("try") // a lock is held, not used
  public Outcome untilStopped(Consumer<String> progress, Consumer<String> log)
      throws IOException, InterruptedException {
    Optional<PathLock> free = PathLock.tryTake(lock);
    if (free.isEmpty()) {
      return Outcome.ANOTHER_RUNS;
    }
    try (PathLock sole = free.get()) {
      return lookAfter(progress, log);
    }
  }

  private Outcome lookAfter(Consumer<String> progress, Consumer<String> log)
      throws IOException, InterruptedException {
    boolean foundServer = server.running().isPresent();
    boolean foundWorker = worker.running().isPresent();
    BothLogs logs = BothLogs.of(server, worker);
    state.writeThisProcess("", "conclave up");
    Thread us = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> askAndWait(us)));
    try {
      if (stack.bringUp(progress).isEmpty()) {
        return Outcome.NO_PROGRAM;
      }
      starting = false;
      progress.accept("Up. Ctrl-C ends what was started here; sessions wait on disk.");
      keep(server.running().isPresent(), logs, progress, log);
      return Outcome.ENDED;
    } finally {
      boolean interrupted = Thread.interrupted(); // or nothing here would wait
      starting = false;
      end(foundServer, foundWorker, progress);
      state.deleteThisProcess();
      ended.countDown();
      if (interrupted) {
        us.interrupt();
      }
    }
  }

  private void keep(boolean ours, BothLogs logs, Consumer<String> progress, Consumer<String> log)
      throws IOException, InterruptedException {
    while (!asked.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      logs.look(log);
      disk.look(Instant.now(), progress);
      boolean sound = worker.running().isPresent() && (!ours || server.running().isPresent());
      if (!sound && pace.due(Instant.now())) {
        restart(progress);
      }
    }
  }

  private void restart(Consumer<String> progress) {
    Duration pause = pace.attempted(Instant.now());
    try {
      stack.bringUp(progress);
    } catch (ServerException e) {
      progress.accept(e.getMessage() + " Trying again in " + pause.toSeconds() + " s.");
    }
  }

  /** What was there before goes on. */
  private void end(boolean foundServer, boolean foundWorker, Consumer<String> progress)
      throws IOException {
    if (!foundWorker && worker.running().isPresent()) {
      stack.stopWorker(progress);
    }
    if (!foundServer && server.running().isPresent()) {
      stack.stopServer(progress);
    }
  }

  /** The JVM halts when its hooks are done: this one waits for the orderly end. */
  private void askAndWait(Thread us) {
    asked.countDown();
    if (starting) {
      us.interrupt();
    }
    try {
      boolean inTime = ended.await(END.toMillis(), TimeUnit.MILLISECONDS);
      LOG.debug("ended in order: {}", inTime);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static StateFile noteIn(DataFolder folder) {
    return new StateFile(folder.server().resolve("up.json"));
  }
}

package dev.conclave.worker.stack;

import dev.conclave.worker.stack.process.Detached;
import dev.conclave.worker.stack.process.LogFollower;
import dev.conclave.worker.stack.process.LogTail;
import dev.conclave.worker.stack.process.StateFile;
import dev.conclave.worker.stack.server.LocalServer;
import dev.conclave.worker.stack.worker.LocalWorker;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.ServerException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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

  private final LocalStack stack;
  private final LocalServer server;
  private final LocalWorker worker;
  private final StateFile state;
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
   * @return false when no server program can be had
   * @throws ServerException when the first start fails; the message names the fix
   */
  public boolean untilStopped(Consumer<String> progress, Consumer<String> log)
      throws IOException, InterruptedException {
    boolean foundServer = server.running().isPresent();
    boolean foundWorker = worker.running().isPresent();
    List<Shown> shown =
        List.of(
            new Shown("server", new LogFollower(server.log())),
            new Shown("worker", new LogFollower(worker.log())));
    state.writeThisProcess("", "conclave up");
    Thread us = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> askAndWait(us)));
    try {
      if (stack.bringUp(progress).isEmpty()) {
        return false;
      }
      starting = false;
      progress.accept("Up. Ctrl-C ends what was started here; sessions wait on disk.");
      keep(server.running().isPresent(), shown, progress, log);
      return true;
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

  private void keep(
      boolean ours, List<Shown> shown, Consumer<String> progress, Consumer<String> log)
      throws IOException, InterruptedException {
    while (!asked.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
      for (Shown one : shown) {
        one.follower().look(line -> one.show(line, log));
      }
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

  /** One of the logs; the files have what is left out here. */
  private record Shown(String name, LogFollower follower) {
    void show(String line, Consumer<String> log) {
      if (LogTail.tells(line)) {
        log.accept(name + " | " + line);
      }
    }
  }
}

package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ServerException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * {@code conclave up} in a terminal: it shows both logs, starts again what dies, and ends what it
 * started.
 */
public final class ForegroundStack {
  private static final Duration LOOK = Duration.ofMillis(300);

  /** Between a start that failed, or did not last, and the next. */
  private static final Duration PAUSE = Duration.ofSeconds(5);

  private static final Duration END = Duration.ofSeconds(40);

  private final LocalStack stack;
  private final DataFolder folder;
  private final StackProcess server;
  private final StackProcess worker;
  private final StackProcess terminal;
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile boolean starting = true;

  public ForegroundStack(LocalStack stack, DataFolder folder) {
    this.stack = stack;
    this.folder = folder;
    this.server = StackProcess.server(folder);
    this.worker = StackProcess.worker(folder);
    this.terminal = StackProcess.terminal(folder);
  }

  /**
   * Starts what is missing and keeps it running until this process is asked to end (Ctrl-C, TERM).
   *
   * @param lines takes progress and the lines of both logs
   * @return false when no server program can be had
   * @throws ServerException when the first start fails, or another command looks after the stack;
   *     the message names the fix
   */
  @SuppressWarnings("try") // a lock is held, not used
  public boolean untilStopped(Consumer<String> lines) throws IOException, InterruptedException {
    // Two of them would each take the other's processes for found, and one would have no note.
    Optional<PathLock> free = PathLock.tryTake(folder.server().resolve("up.lock"));
    if (free.isEmpty()) {
      throw new ServerException("`conclave up` runs already; see `conclave status`.");
    }
    try (PathLock sole = free.get()) {
      return lookAfter(lines);
    }
  }

  private boolean lookAfter(Consumer<String> lines) throws IOException, InterruptedException {
    boolean foundServer = server.running().isPresent();
    boolean foundWorker = worker.running().isPresent();
    LogFile serverLog = new LogFile(LocalServer.log(folder));
    LogFile workerLog = new LogFile(LocalWorker.log(folder));
    terminal.writeThisProcess("", "conclave up");
    Thread us = Thread.currentThread();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> askAndWait(us)));
    try {
      if (stack.bringUp(lines).isEmpty()) {
        return false;
      }
      starting = false;
      lines.accept("Up. Ctrl-C ends what was started here; sessions wait on disk.");
      boolean ours = server.running().isPresent();
      Instant next = Instant.MIN;
      while (!asked.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
        serverLog.look(line -> tell("server", line, lines));
        workerLog.look(line -> tell("worker", line, lines));
        boolean sound = worker.running().isPresent() && (!ours || server.running().isPresent());
        if (!sound && Instant.now().isAfter(next)) {
          restart(lines);
          next = Instant.now().plus(PAUSE);
        }
      }
      return true;
    } finally {
      boolean interrupted = Thread.interrupted(); // or nothing here would wait
      starting = false;
      if (!foundWorker && worker.running().isPresent()) {
        stack.stopWorker(lines);
      }
      if (!foundServer && server.running().isPresent()) {
        stack.stopServer(lines);
      }
      terminal.forget(ProcessHandle.current().pid());
      ended.countDown();
      if (interrupted) {
        us.interrupt();
      }
    }
  }

  private static void tell(String name, String line, Consumer<String> lines) {
    if (LogFile.tells(line)) {
      lines.accept(name + " | " + line);
    }
  }

  private void restart(Consumer<String> lines) {
    try {
      stack.bringUp(lines);
    } catch (ServerException e) {
      lines.accept(e.getMessage() + " Trying again in " + PAUSE.toSeconds() + " s.");
    }
  }

  /** The JVM halts when its hooks are done: this one waits for the orderly end. */
  private void askAndWait(Thread us) {
    asked.countDown();
    if (starting) {
      us.interrupt();
    }
    try {
      var unused = ended.await(END.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

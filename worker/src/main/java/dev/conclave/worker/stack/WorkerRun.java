package dev.conclave.worker.stack;

import dev.conclave.worker.Registrations;
import dev.conclave.worker.WorkerHost;
import dev.conclave.worker.WorkerProcess;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker that is this process. */
public final class WorkerRun {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerRun.class);

  private WorkerRun() {}

  /**
   * Polls until the process is asked to end (Ctrl-C, TERM), then ends in order.
   *
   * @throws IllegalStateException when a worker of this host runs already
   */
  public static void untilStopped(
      WorkerHost host, Registrations.Factory registrations, Consumer<String> progress)
      throws IOException, InterruptedException {
    LocalWorker noted = new LocalWorker(host.folder());
    refuseSecond(noted);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> askAndWait(asked, ended)));
    try (WorkerProcess worker = WorkerProcess.start(host, registrations.on(host))) {
      noted.noteThisProcess(host.connection().settings().address());
      progress.accept(
          "Working as host %s for %s, for %d queues; Ctrl-C ends."
              .formatted(
                  host.id().name(),
                  host.connection().settings().address(),
                  worker.queues().size()));
      asked.await();
    } finally {
      noted.forgetThisProcess();
      ended.countDown();
    }
  }

  private static void refuseSecond(LocalWorker noted) throws IOException {
    Optional<StateFile.Note> running =
        noted.running().filter(n -> n.process().pid() != ProcessHandle.current().pid());
    if (running.isPresent()) {
      throw new IllegalStateException(
          "A worker of this host runs already (pid %d, for %s): `conclave down` ends it."
              .formatted(running.get().process().pid(), running.get().address()));
    }
  }

  /** The JVM halts when its hooks are done: this one waits for the orderly end. */
  private static void askAndWait(CountDownLatch asked, CountDownLatch ended) {
    asked.countDown();
    try {
      if (!ended.await(15, TimeUnit.SECONDS)) {
        LOG.warn("the worker did not end in order within 15 seconds");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}

package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.WorkerHost;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.operations.CallObserver;
import dev.conclave.worker.operations.Metrics;
import dev.conclave.worker.operations.Operations;
import dev.conclave.worker.operations.OperationsAddress;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
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
  @SuppressWarnings("try") // a lock is held, not used
  public static void untilStopped(
      WorkerHost host, Registrations.Factory registrations, Consumer<String> progress)
      throws IOException, InterruptedException {
    LocalWorker noted = new LocalWorker(host.folder());
    host.folder().makePrivate(LOG::info).ifPresent(LOG::warn);
    try (PathLock sole = noted.become(host.connection().settings().address())) {
      work(host, registrations, noted, progress);
    }
  }

  private static void work(
      WorkerHost host,
      Registrations.Factory registrations,
      LocalWorker noted,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    OperationsAddress address = OperationsAddress.of(host.environment());
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> askAndWait(asked, ended)));
    try (Metrics metrics = new Metrics();
        TemporalConnection connection = host.connection().measured(metrics.scope());
        Operations operations = Operations.serve(address, metrics, connection, host.id());
        CodecBesideServer codec = CodecBesideServer.of(host);
        WorkerProcess worker = start(host.on(connection), registrations, metrics)) {
      operations.started();
      progress.accept(
          "Working as host %s for %s, for %d queues; Ctrl-C ends."
              .formatted(
                  host.id().name(), connection.settings().address(), worker.queues().size()));
      operations.url().ifPresent(url -> LOG.info("metrics and health at {}", url));
      codec.url().ifPresent(url -> LOG.info("codec server for the Temporal UI at {}", url));
      asked.await();
      operations.stopping();
    } finally {
      noted.forgetThisProcess();
      ended.countDown();
    }
  }

  private static WorkerProcess start(
      WorkerHost host, Registrations.Factory registrations, Metrics metrics) {
    return WorkerProcess.start(host, registrations.on(host), new CallObserver(metrics));
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

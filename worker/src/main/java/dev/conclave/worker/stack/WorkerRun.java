package dev.conclave.worker.stack;

import dev.conclave.activities.workspace.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.operations.CallInterceptor;
import dev.conclave.worker.operations.CodecServer;
import dev.conclave.worker.operations.Metrics;
import dev.conclave.worker.operations.Operations;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.TemporalConnection;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A worker that is this process, with its metrics and its codec server. */
public final class WorkerRun {
  private static final Logger LOG = LoggerFactory.getLogger(WorkerRun.class);

  private WorkerRun() {}

  /** The log of a worker in the background. */
  public static Path log(DataFolder folder) {
    return LocalWorker.log(folder);
  }

  /**
   * Polls until the process is asked to end (Ctrl-C, TERM), then ends in order.
   *
   * @throws IllegalStateException when a worker of this host runs already
   */
  @SuppressWarnings("try") // a lock is held, not used
  public static void untilStopped(
      HostContext host,
      ConnectionSettings settings,
      Registrations.Factory registrations,
      Consumer<String> progress)
      throws IOException, InterruptedException {
    host.folder().makePrivate().ifPresent(LOG::warn);
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    StackProcess note = StackProcess.worker(host.folder());
    try (Metrics metrics = new Metrics();
        TemporalConnection connection =
            TemporalConnection.open(settings, host.converter(), metrics.scope());
        PathLock sole = LocalWorker.lock(host.folder())) {
      note.writeThisProcess(settings.address(), LocalWorker.program());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> askAndWait(asked, ended)));
      try (Operations operations =
              new Operations(host.environment(), metrics, connection, host.id());
          CodecServer codec = codecServer(host, settings);
          WorkerProcess worker =
              WorkerProcess.start(
                  host,
                  connection,
                  registrations.on(host, connection),
                  new CallInterceptor(metrics))) {
        operations.started();
        progress.accept(
            "Working as host %s for %s, for %d queues; Ctrl-C ends."
                .formatted(host.id().name(), settings.address(), worker.queues().size()));
        operations.url().ifPresent(url -> LOG.info("metrics and health at {}", url));
        if (codec != null) {
          LOG.info("codec server for the Temporal UI at {}", codec.url());
        }
        asked.await();
        operations.stopping();
      }
    } finally {
      note.forget(ProcessHandle.current().pid());
      ended.countDown();
    }
  }

  /**
   * The codec server where the UI of our server looks for it. There is none when the worker works
   * for another server, or when the port is taken: then the UI shows payloads as they are stored.
   */
  private static @Nullable CodecServer codecServer(HostContext host, ConnectionSettings settings)
      throws IOException {
    Optional<Integer> port = LocalServer.codecPort(host.folder());
    if (port.isEmpty() || LocalServer.runningAt(host.folder(), settings).isEmpty()) {
      return null;
    }
    try {
      return new CodecServer(port.get(), host.codec(), () -> LocalStack.uiOrigins(host.folder()));
    } catch (BindException e) {
      LOG.warn(
          "the Temporal UI cannot show large or encrypted payloads: no codec server at port {} ({})",
          port.get(),
          e.getMessage());
      return null;
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

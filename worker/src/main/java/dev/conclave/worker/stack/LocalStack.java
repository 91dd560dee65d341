package dev.conclave.worker.stack;

import dev.conclave.activities.document.PathLock;
import dev.conclave.worker.HostContext;
import dev.conclave.worker.Registrations;
import dev.conclave.worker.WorkerProcess;
import dev.conclave.worker.operations.CodecServer;
import dev.conclave.worker.stack.StackProcess.ProcessNote;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.host.HostServices.StackHandle;
import dev.conclave.workflows.host.SignedLink;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.ServerException;
import dev.conclave.workflows.temporal.TemporalConnection;
import io.grpc.StatusRuntimeException;
import io.temporal.api.workflowservice.v1.CountWorkflowExecutionsRequest;
import io.temporal.testserver.TestServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/**
 * A server and a worker for this host. Uses what is running and starts the rest in the background,
 * where it outlives this process.
 */
public final class LocalStack {

  private final HostContext host;
  private final DataFolder folder;
  private final BiFunction<HostContext, TemporalConnection, Registrations> registrations;
  private final LocalServer server;
  private final LocalWorker worker;

  public LocalStack(
      HostContext host,
      BiFunction<HostContext, TemporalConnection, Registrations> registrations,
      List<String> workerMain,
      ServerProgram program) {
    this.host = host;
    this.folder = host.folder();
    this.registrations = registrations;
    this.server = new LocalServer(host, program);
    this.worker = new LocalWorker(host, workerMain);
  }

  /**
   * Finds or starts both; without a server program both run inside this process.
   *
   * @throws ServerException if that fails; the message has the fix
   */
  public StackHandle ensureRunning(Consumer<String> progress) {
    // Both run in the background: closing the handle stops nothing.
    return locked(() -> settings(progress))
        .map(settings -> new StackHandle(settings, true, () -> {}))
        .orElseGet(() -> inMemory(progress));
  }

  /**
   * Finds or starts both and the web page in the background, and replaces a development server with
   * ours. Only on request of the user, because it disconnects commands that watch a session.
   *
   * @return the connection settings; empty if there is no server and no program to start one
   * @throws ServerException if that fails; the message has the fix
   */
  public Optional<ConnectionSettings> bringUp(Consumer<String> progress) {
    return locked(
        () -> {
          server.replaceDevelopmentServer(progress);
          Optional<ConnectionSettings> settings = settings(progress);
          if (settings.isPresent()) {
            new LocalPage(host).get(settings.get().address(), progress);
          }
          return settings;
        });
  }

  private Optional<ConnectionSettings> settings(Consumer<String> progress)
      throws IOException, InterruptedException {
    folder.makePrivate().ifPresent(progress);
    Optional<TemporalConnection> found = server.get(progress);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    try (TemporalConnection connection = found.get()) {
      if (worker.get(connection, progress)) {
        if (!server.isOurs()) {
          progress.accept(
              "Using the running server at %s.".formatted(connection.settings().address()));
        }
        tellWaiting(connection, progress);
      }
      return Optional.of(connection.settings());
    }
  }

  /** Reports how many sessions wait for a human, if this API key may count them. */
  private static void tellWaiting(TemporalConnection connection, Consumer<String> progress) {
    CountWorkflowExecutionsRequest waiting =
        CountWorkflowExecutionsRequest.newBuilder()
            .setNamespace(connection.namespace())
            .setQuery(
                "%s AND ExecutionStatus = 'Running' AND %s != 'none'"
                    .formatted(SessionKinds.query(), SearchAttributes.AWAITING.getName()))
            .build();
    try {
      long count = connection.service().blockingStub().countWorkflowExecutions(waiting).getCount();
      if (count > 0) {
        progress.accept(
            "%d session%s for your input: `conclave list --awaiting`"
                .formatted(count, count == 1 ? " is waiting" : "s are waiting"));
      }
    } catch (StatusRuntimeException e) {
      return; // optional information
    }
  }

  private StackHandle inMemory(Consumer<String> progress) {
    PathLock sole;
    try {
      sole = attempt(() -> LocalWorker.lock(folder));
    } catch (IllegalStateException e) {
      throw new ServerException(String.valueOf(e.getMessage()), e);
    }
    progress.accept(
        "No Temporal server is available: using one in memory, which ends with this command. For"
            + " durable sessions, install `temporal` (https://docs.temporal.io/cli) or Go 1.25.");
    int port = LocalServer.freePort();
    var memory = TestServer.createPortBoundServer(port);
    ConnectionSettings settings = host.settings().at("127.0.0.1:" + port);
    TemporalConnection connection = TemporalConnection.open(settings, host.converter());
    new NamespaceSetup(connection).registerMissing();
    HostContext all = host.withServerInMemory();
    WorkerProcess only = WorkerProcess.start(all, connection, registrations.apply(all, connection));
    return new StackHandle(
        settings,
        false,
        () -> {
          only.close();
          connection.close();
          memory.close();
          sole.close();
        });
  }

  /**
   * Returns the UI of the server that we started, blank if it has none; empty for another server.
   */
  public static Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    try {
      return LocalServer.runningAt(folder, settings).map(note -> note.page().orElse(""));
    } catch (IOException e) {
      return Optional.empty(); // no link is better than a wrong one
    }
  }

  /**
   * Adds a sign-in token to a page of our server's UI, valid for one browser within a day; returns
   * other addresses unchanged. Only for terminal output, not for documents or messages that others
   * may read.
   */
  public static String withSignInToken(DataFolder folder, String page) {
    try {
      Path key = folder.serverKeys().resolve("ui.key");
      Optional<String> ui = StackProcess.server(folder).running().flatMap(ProcessNote::page);
      if (ui.filter(page::startsWith).isEmpty() || !Files.exists(key)) {
        return page;
      }
      return SignedLink.to(page, Files.readAllBytes(key));
    } catch (IOException e) {
      return page; // the page explains how to sign in
    }
  }

  /** Returns the origins of that UI for the codec server; empty if our server is not running. */
  public static Set<String> uiOrigins(DataFolder folder) {
    try {
      return StackProcess.server(folder)
          .running()
          .flatMap(ProcessNote::page)
          .map(CodecServer::originsOf)
          .orElse(Set.of());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns JVM options that suppress warnings about libraries that load native code or use {@code
   * sun.misc.Unsafe}. Tests check that the launcher and the image use the same options.
   *
   * @param feature the major version of Java
   */
  public static List<String> quietJvmOptions(int feature) {
    List<String> options =
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    return options.subList(0, feature >= 23 ? 2 : feature >= 22 ? 1 : 0);
  }

  /** Stops the page, the worker and the server that we started, and reports each. */
  public void stop(Consumer<String> progress) {
    if (locked(new LocalPage(host)::stop)) {
      progress.accept("Stopped the page.");
    }
    progress.accept(locked(worker::stop) ? "Stopped the worker." : "No worker was running.");
    progress.accept(
        locked(server::stop)
            ? "Stopped the Temporal server; its sessions wait in " + folder.server()
            : "No Temporal server started by Conclave was running.");
  }

  /** Serializes commands that start or stop the stack. */
  @SuppressWarnings("try") // the lock is only held
  private <T> T locked(Callable<T> step) {
    return attempt(
        () -> {
          folder.create();
          try (PathLock lock = PathLock.take(folder.server().resolve("lock"))) {
            return step.call();
          }
        });
  }

  private <T> T attempt(Callable<T> step) {
    try {
      return step.call();
    } catch (RuntimeException e) {
      if (e instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
        throw unusable(unchecked.getCause());
      }
      throw e;
    } catch (IOException e) {
      throw unusable(e);
    } catch (Exception e) {
      Thread.currentThread().interrupt();
      throw new ServerException("Interrupted while starting or stopping the local stack", e);
    }
  }

  private ServerException unusable(IOException e) {
    String message = "The local stack cannot use its folder %s: %s.";
    return new ServerException(message.formatted(folder.server(), DiskSpace.explain(e)), e);
  }
}

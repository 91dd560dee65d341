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
 * A server and a worker for this host: what is there is used, what is missing is started in the
 * background and goes on when this process ends.
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
   * Finds or starts both; where no server program can be had, both live in this process alone.
   *
   * @throws ServerException when that is not possible; the message names the fix
   */
  public StackHandle ensureRunning(Consumer<String> progress) {
    // In the background both go on without us: closing ends nothing.
    return locked(() -> settings(progress))
        .map(settings -> new StackHandle(settings, true, () -> {}))
        .orElseGet(() -> inMemory(progress));
  }

  /**
   * Finds or starts both in the background, and replaces a development server by ours. Only a user
   * who asks for it does that: commands that watch a session are cut off.
   *
   * @return how to reach the server; empty when there is none and no program to start one
   * @throws ServerException when that is not possible; the message names the fix
   */
  public Optional<ConnectionSettings> bringUp(Consumer<String> progress) {
    return locked(
        () -> {
          server.replaceDevelopmentServer(progress);
          return settings(progress);
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
              "It works for the Temporal server at %s, which was there already."
                  .formatted(connection.settings().address()));
        }
        tellWaiting(connection, progress);
      }
      return Optional.of(connection.settings());
    }
  }

  /** How many sessions wait for a human; nothing when the server does not count for this key. */
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
            "Sessions: %d %s for you: `conclave list --awaiting`"
                .formatted(count, count == 1 ? "waits" : "wait"));
      }
    } catch (StatusRuntimeException e) {
      return; // worth a line only when it is known
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
        "No Temporal server program is available here: using one in memory. It serves this command"
            + " alone, and the session ends with it. For sessions that last install the `temporal`"
            + " command (https://docs.temporal.io/cli), or Go 1.25, which can build it.");
    int port = LocalServer.freePort();
    var memory = TestServer.createPortBoundServer(port);
    ConnectionSettings settings = host.settings().at("127.0.0.1:" + port);
    TemporalConnection connection = TemporalConnection.open(settings, host.converter());
    new NamespaceSetup(connection).registerMissing();
    // It is the only worker of its server: what it left to others nobody would do.
    HostContext all = host.withOwnHostOnly(false);
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
   * The Temporal UI of the server that we started, if that is the one of the settings, or blank.
   */
  public static Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings) {
    try {
      return LocalServer.runningAt(folder, settings).map(note -> note.page().orElse(""));
    } catch (IOException e) {
      return Optional.empty(); // no page is named rather than a wrong one
    }
  }

  /**
   * A page of our server's UI with what lets one browser of this user in, within a day; any other
   * address as it is. For people alone: documents and messages travel.
   */
  public static String signedIn(DataFolder folder, String page) {
    try {
      Path key = folder.serverKeys().resolve("ui.key");
      Optional<String> ui = StackProcess.server(folder).running().flatMap(ProcessNote::page);
      if (ui.filter(page::startsWith).isEmpty() || !Files.exists(key)) {
        return page;
      }
      return SignedLink.to(page, Files.readAllBytes(key));
    } catch (IOException e) {
      return page; // which says how to be let in
    }
  }

  /** The origins of that UI, which the codec server admits; none while no server of ours runs. */
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
   * Options that keep a JVM from warning of what our libraries do: load native code, use {@code
   * sun.misc.Unsafe}. The launcher and the image are tested to give the same.
   *
   * @param feature the first number of the version of Java
   */
  public static List<String> quietJava(int feature) {
    List<String> options =
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    return options.subList(0, feature >= 23 ? 2 : feature >= 22 ? 1 : 0);
  }

  /** Ends the worker, then the server that we started; says what ended. */
  public void stop(Consumer<String> progress) {
    progress.accept(locked(worker::stop) ? "Stopped the worker." : "No worker was running.");
    progress.accept(
        locked(server::stop)
            ? "Stopped the Temporal server; its sessions wait in " + folder.server()
            : "No Temporal server started by Conclave was running.");
  }

  /** Lets one command at a time start or stop the stack. */
  @SuppressWarnings("try") // a lock is held, not used
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
      throw new ServerException("Interrupted while the local stack was started or stopped", e);
    }
  }

  private ServerException unusable(IOException e) {
    String message = "The local stack cannot use its folder %s: %s.";
    return new ServerException(message.formatted(folder.server(), DiskSpace.explain(e)), e);
  }
}

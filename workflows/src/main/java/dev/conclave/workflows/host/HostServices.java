package dev.conclave.workflows.host;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ConnectionSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** What this host can do for the command when the worker is on the class path. */
public interface HostServices {

  /** Empty when the client runs alone. */
  static Optional<HostServices> load() {
    return ServiceLoader.load(HostServices.class).findFirst();
  }

  /** Annotated picocli commands, each a subcommand of {@code conclave}. */
  List<Object> commands();

  /**
   * Finds a server and a worker, or starts them in the background.
   *
   * @throws dev.conclave.workflows.temporal.ServerException when no server can be reached or
   *     started; the message names the fix
   */
  StackHandle ensureRunning(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      Consumer<String> progress);

  /**
   * The UI of this host's own server, if that is the one at the address; blank when it has none.
   * Starts nothing.
   */
  Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings);

  /** A page of that UI with what lets this user's browser in; any other address as it is. */
  String signedIn(DataFolder folder, String page);

  /**
   * Searches as the session would, and reads which agents are usable; asks nobody outside this
   * host. Needs the workspace on this host.
   *
   * @throws IllegalArgumentException when a session would refuse the workspace; the message names
   *     the fix
   */
  PlanPreview preview(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      PlanRequest request,
      Consumer<String> progress);

  /** Why agents cannot be asked on this host, as {@code doctor} says it; nothing of the others. */
  List<String> unusable(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      List<String> agents);

  /**
   * Writes a session's folder from this host's documents.
   *
   * @return what could not be written because this host no longer has it, one sentence each
   */
  List<String> export(SessionState<?> state, DataFolder data, Path target, SecretFilter secrets)
      throws IOException;

  /**
   * An agent program of this host.
   *
   * @param runs whether it is installed and permitted
   * @param about where it is, its release and its login, or what is missing
   */
  record FoundAgent(String agent, boolean runs, String about) {}

  /** Looks at the agent programs of this host; calls none. */
  List<FoundAgent> agents(
      Map<String, String> environment, DataFolder folder, Configuration configuration);

  /** Asks an agent for one word, outside any repository; why that failed, empty when it did not. */
  String tried(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      String agent);

  /** What to do about a worker that works by an older configuration; empty where none does. */
  Optional<String> outdatedWorker(
      Map<String, String> environment, DataFolder folder, Configuration configuration);

  /** Deletes documents of this host; those that are not there are none of its. */
  void deleteDocuments(DataFolder data, Set<String> digests);

  /** A round with nothing cut; empty when this host does not have its document. */
  Optional<Synthesis> round(DocumentRef document, DataFolder data);

  /**
   * A server and a worker that can be used now.
   *
   * @param outlivesThisProcess false for the in-memory server, which serves this process's one
   *     attached session and can neither list nor describe
   */
  record StackHandle(ConnectionSettings settings, boolean outlivesThisProcess, Runnable end)
      implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }
}

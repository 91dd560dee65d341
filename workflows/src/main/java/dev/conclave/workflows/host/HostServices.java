package dev.conclave.workflows.host;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ConnectionSettings;
import dev.conclave.workflows.text.Language;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.Consumer;

/** Services of this host for the command when the worker is on the class path. */
public interface HostServices {

  /** Returns the services; empty when the client runs alone. */
  static Optional<HostServices> load() {
    return ServiceLoader.load(HostServices.class).findFirst();
  }

  /**
   * Returns annotated picocli commands, each a subcommand of {@code conclave}.
   *
   * @param language of their output
   */
  List<Object> commands(Language language);

  /**
   * Finds a server and a worker, or starts them in the background.
   *
   * @throws dev.conclave.workflows.temporal.ServerException when no server can be reached or
   *     started; the message says how to fix it
   */
  StackHandle ensureRunning(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      Consumer<String> progress);

  /**
   * Returns the UI of this host's own server, if that server has the address; blank when it has no
   * UI. Starts nothing.
   */
  Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings);

  /**
   * Returns a page of that UI with a sign-in token for this user's browser; other addresses
   * unchanged.
   */
  String withSignInToken(DataFolder folder, String page);

  /**
   * Searches as the session would and checks which agents are usable, without calling anything
   * outside this host, which must have the workspace.
   *
   * @throws IllegalArgumentException when a session would refuse the workspace; the message says
   *     how to fix it
   */
  PlanPreview preview(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      PlanRequest request,
      Consumer<String> progress);

  /**
   * Returns why agents cannot be used on this host, as {@code doctor} words it; nothing for usable
   * agents.
   */
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
   * @param about its path, release and login, or what is missing
   */
  record FoundAgent(String agent, boolean runs, String about) {}

  /** Finds the agent programs of this host without running any. */
  List<FoundAgent> agents(
      Map<String, String> environment, DataFolder folder, Configuration configuration);

  /**
   * Asks an agent for one word, outside any repository. Returns the error, or an empty text on
   * success.
   */
  String tryAgent(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      String agent);

  /** Returns what to do about a worker that uses an older configuration; empty if there is none. */
  Optional<String> outdatedWorker(
      Map<String, String> environment, DataFolder folder, Configuration configuration);

  /** Deletes documents of this host; ignores those that do not exist. */
  void deleteDocuments(DataFolder data, Set<String> digests);

  /** Returns a round without truncation; empty when this host does not have its document. */
  Optional<Synthesis> round(DocumentRef document, DataFolder data);

  /**
   * A server and a worker ready for use.
   *
   * @param outlivesThisProcess false for the in-memory server, which serves only the attached
   *     session of this process and supports neither list nor describe
   */
  record StackHandle(ConnectionSettings settings, boolean outlivesThisProcess, Runnable end)
      implements AutoCloseable {
    @Override
    public void close() {
      end.run();
    }
  }
}

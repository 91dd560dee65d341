package dev.conclave.workflows.temporal;

import dev.conclave.workflows.config.Configuration;
import dev.conclave.workflows.config.DataFolder;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Brings up what a session needs on this host. Found through {@code ServiceLoader}; absent when the
 * client runs alone.
 */
public interface LocalStackProvider {

  /**
   * Finds a server and a worker, or starts them in the background.
   *
   * @param progress takes lines for people
   * @throws ServerException when no server can be reached or started; the message names the fix
   */
  StackHandle ensureRunning(
      Map<String, String> environment,
      DataFolder folder,
      Configuration configuration,
      Consumer<String> progress);

  /**
   * The Temporal UI of this host's own server, when that is the one at the address; starts nothing.
   */
  Optional<String> uiUrl(DataFolder folder, ConnectionSettings settings);

  /** A server and a worker that can be used now. */
  interface StackHandle extends AutoCloseable {

    /** How to reach the server. */
    ConnectionSettings settings();

    /**
     * Whether a session goes on when this process ends. False for the in-memory server, which
     * serves this process's one attached session and can neither list nor describe.
     */
    boolean outlivesThisProcess();

    /** Ends what lives in this process alone; background processes go on. */
    @Override
    void close();
  }
}

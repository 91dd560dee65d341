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
}

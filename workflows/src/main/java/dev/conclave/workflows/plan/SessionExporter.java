package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.secret.SecretFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Reads this host's documents of a session, and renders its folder from them. Found through {@code
 * ServiceLoader}; absent when the client runs alone.
 */
public interface SessionExporter {

  /**
   * Writes the folder into {@code target}.
   *
   * @param data where this host keeps documents
   * @param target a folder; made when it is not there
   * @param secrets are taken out of everything that is written
   * @return what could not be written because this host has it no more, one sentence each
   * @throws IOException when the target cannot be written
   */
  List<String> export(PlanState state, DataFolder data, Path target, SecretFilter secrets)
      throws IOException;

  /** A round with nothing cut; empty when this host does not have its document. */
  Optional<Synthesis> round(DocumentRef document, DataFolder data);
}

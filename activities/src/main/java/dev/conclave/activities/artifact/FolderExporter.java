package dev.conclave.activities.artifact;

import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.SessionExporter;
import dev.conclave.workflows.secret.SecretFilter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** This host's documents of sessions: rounds in full, and folders rendered anew wherever wanted. */
public final class FolderExporter implements SessionExporter {

  @Override
  public List<String> export(PlanState state, DataFolder data, Path target, SecretFilter secrets)
      throws IOException {
    DocumentStore documents = DocumentStore.in(data);
    // What somebody wants to have now is held back by no earlier export.
    return new SessionArtifacts(documents, new GitTrees(data, documents), secrets)
        .write(state, "export " + UUID.randomUUID(), SessionFolder.at(target), () -> {})
        .missing();
  }

  @Override
  public Optional<Synthesis> round(DocumentRef document, DataFolder data) {
    return DocumentStore.in(data)
        .find(document, SynthesisRecord.class)
        .map(record -> record.whole(document));
  }
}

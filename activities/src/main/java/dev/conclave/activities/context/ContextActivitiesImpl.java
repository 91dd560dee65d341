package dev.conclave.activities.context;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.context.ContextActivities;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.secret.SecretFilter;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** {@inheritDoc} */
public final class ContextActivitiesImpl implements ContextActivities {
  private final DocumentStore documents;
  private final GitTrees trees;
  private final SecretFilter secrets;

  public ContextActivitiesImpl(DocumentStore documents, GitTrees trees, SecretFilter secrets) {
    this.documents = documents;
    this.trees = trees;
    this.secrets = secrets;
  }

  @Override
  public Detected detect(Gathering gathering, List<String> sources) {
    throw new UnsupportedOperationException();
  }

  @Override
  public DrawnUp drawUp(Gathering gathering, List<Resolution> resolutions, List<String> editable) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<String> write(Workspace workspace, List<Edit> edits) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Assembled assemble(AssembleRequest request) {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<String> note(
      Gathering gathering, Assembled assembled, List<Resolution> resolutions, Instant at) {
    throw new UnsupportedOperationException();
  }
}

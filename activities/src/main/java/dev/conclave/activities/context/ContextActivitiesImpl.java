package dev.conclave.activities.context;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.context.ContextActivities;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.SessionKind;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@inheritDoc} */
public final class ContextActivitiesImpl implements ContextActivities {
  private final DocumentStore documents;
  private final GitTrees trees;
  private final SecretFilter secrets;
  private final EarlierContext earlier;
  private final Modifications modifications;
  private final PlanningNotes notes;

  public ContextActivitiesImpl(
      DocumentStore documents, GitTrees trees, SecretFilter secrets, Clock clock) {
    this.documents = documents;
    this.trees = trees;
    this.secrets = secrets;
    this.earlier = new EarlierContext(documents, secrets::redact, clock);
    this.modifications = new Modifications(documents, secrets::redact);
    this.notes = new PlanningNotes(secrets::redact);
  }

  @Override
  public Detected detect(Gathering gathering) {
    trees.require(gathering.workspace());
    return earlier.detect(gathering, gathering.sources(), gathering.editable());
  }

  @Override
  public DrawnUp drawUp(Gathering gathering, List<Resolution> resolutions) {
    trees.require(gathering.workspace());
    Path root = Path.of(gathering.workspace().path());
    return modifications.drawUp(root, resolutions, gathering.editable());
  }

  @Override
  public Optional<String> write(Workspace workspace, List<Edit> edits) {
    trees.require(workspace);
    return modifications.write(Path.of(workspace.path()), edits);
  }

  @Override
  public Assembled assemble(AssembleRequest request) {
    Gathering of = request.gathering();
    Assembled assembled;
    try (TreeFiles tree = trees.files(of.workspace(), of.tree())) {
      assembled = new ContextPackageFile(request, tree, documents, secrets).assembled();
    }
    return notes.entered(request, assembled);
  }

  /** What no file of a session may be outside of: the workspace, or our folder for its sessions. */
  static Path top(Workspace workspace) {
    Path root = Path.of(workspace.path());
    Path sessions = SessionKind.CONTEXT.folder(workspace);
    return sessions.startsWith(root) ? root : sessions;
  }
}

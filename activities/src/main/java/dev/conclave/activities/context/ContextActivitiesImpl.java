package dev.conclave.activities.context;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.context.ContextActivities;
import dev.conclave.workflows.context.ContextState;
import dev.conclave.workflows.context.Resolution;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.text.Language;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@inheritDoc} */
public record ContextActivitiesImpl(
    DocumentStore documents, GitTrees trees, SecretFilter secrets, Clock clock)
    implements ContextActivities {

  @Override
  public Detected detect(Gathering gathering) {
    trees.require(gathering.workspace());
    return new EarlierContext(documents, secrets::redact, clock).detect(gathering);
  }

  @Override
  public DraftedEdits draftEdits(Gathering gathering, List<Resolution> resolutions) {
    trees.require(gathering.workspace());
    return modifications()
        .draftEdits(Path.of(gathering.workspace().path()), resolutions, gathering.editable());
  }

  @Override
  public Optional<String> write(Workspace workspace, List<Edit> edits) {
    trees.require(workspace);
    return modifications().write(Path.of(workspace.path()), edits);
  }

  private Modifications modifications() {
    return new Modifications(documents, secrets::redact);
  }

  @Override
  public Assembled assemble(AssembleRequest request) {
    Gathering of = request.gathering();
    Assembled assembled;
    try (TreeFiles tree = trees.files(of.workspace(), of.tree())) {
      assembled = new ContextPackageFile(request, tree, documents, secrets).assembled();
    }
    return new PlanningNotes(secrets::redact, Language.of(request.gathering().languages()))
        .withPackage(request, assembled);
  }

  /**
   * Returns the folder that must contain all files of a session: the workspace, or Conclave's
   * folder for its sessions.
   */
  static Path top(Workspace workspace) {
    Path root = Path.of(workspace.path());
    Path sessions = ContextState.KIND.folder(workspace);
    return sessions.startsWith(root) ? root : sessions;
  }
}

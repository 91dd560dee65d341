package dev.conclave.activities.artifact;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.kind.SessionKinds;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionActivities;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.text.WireMapper;
import io.temporal.client.WorkflowClient;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes session folders on the host of their workspace, from the state in the request. */
public final class SessionActivitiesImpl implements SessionActivities {
  private static final Logger LOG = LoggerFactory.getLogger(SessionActivitiesImpl.class);

  private final WorkflowClient client;
  private final GitTrees trees;
  private final SessionArtifacts artifacts;

  public SessionActivitiesImpl(
      WorkflowClient client, DocumentStore documents, GitTrees trees, SecretFilter secrets) {
    this.client = client;
    this.trees = trees;
    this.artifacts = new SessionArtifacts(documents, trees, secrets);
  }

  @Override
  public long project(ProjectionRequest request) {
    KindSpec kind =
        SessionKinds.ofType(request.type())
            .orElseThrow(
                () ->
                    refused(
                        "this worker cannot write folders of type %s: run a worker of the session's version on this host"
                            .formatted(request.type())));
    SessionState<?> state = WireMapper.get().convertValue(request.state(), kind.state());
    Optional<Workspace> workspace = state.workspace();
    if (workspace.isEmpty()) {
      return -1;
    }
    trees.require(workspace.get());
    Path sessions = state.sessionsFolder().orElseThrow();
    if (request.target().isPresent()) {
      return export(state, Path.of(workspace.get().path()), request);
    }
    SessionFolder folder = SessionFolder.of(sessions, kind.place(request.session()));
    String line = "run " + request.runId();
    try {
      if (kind.continues() && kind.place().isEmpty()) {
        // Continuing an archived session restores its folder, including files that people added.
        Path live = kind.folder(workspace.get());
        Path other = sessions.equals(live) ? live.resolveSibling(SessionState.ARCHIVE) : live;
        requireNewestRun(request);
        SessionFolder.of(other, request.session()).moveTo(folder);
      }
      return artifacts.write(
          state,
          line,
          folder,
          () -> requireNewestRun(request),
          missing ->
              LOG.warn("the folder of session {} is incomplete: {}", request.session(), missing));
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write " + folder.path() + " (retrying): " + e.getMessage(), e);
    }
  }

  /**
   * Renders a session's folder from this host's documents.
   *
   * @return one sentence for each file that could not be written because this host lacks its
   *     document
   */
  public static List<String> export(
      SessionState<?> state, DataFolder data, Path target, SecretFilter secrets)
      throws IOException {
    DocumentStore documents = DocumentStore.in(data);
    List<String> missing = new ArrayList<>();
    // A unique run, so that no earlier export counts as newer.
    new SessionArtifacts(documents, new GitTrees(data, documents), secrets)
        .write(
            state, "export " + UUID.randomUUID(), SessionFolder.at(target), () -> {}, missing::add);
    return missing;
  }

  /**
   * Exports to a folder of the user's choice. Errors are not retried, because the user has to fix
   * them.
   */
  private long export(SessionState<?> state, Path workspace, ProjectionRequest request) {
    String target = request.target().orElseThrow();
    String line = "export %s %d".formatted(request.runId(), request.revision());
    try {
      SessionFolder folder = SessionFolder.at(workspace.resolve(target));
      if (!folder.isWritableFor(line)) {
        throw refused(target + " is not empty: choose another folder");
      }
      return artifacts.write(state, line, folder, () -> requireNewestRun(request), missing -> {});
    } catch (IOException | UncheckedIOException | InvalidPathException e) {
      throw refused(
          "cannot write to %s (%s): choose another folder".formatted(target, e.getMessage()));
    }
  }

  /**
   * Refuses an older run, which may still be writing after a reset or continue-as-new. Called when
   * other writers are excluded.
   */
  private void requireNewestRun(ProjectionRequest request) {
    String newest =
        client.newUntypedWorkflowStub(request.session()).describe().getExecution().getRunId();
    if (!newest.equals(request.runId())) {
      throw refused(
          "the folder is written by the newer run " + newest + " of session " + request.session());
    }
  }

  private static ApplicationFailure refused(String message) {
    return ApplicationFailure.newNonRetryableFailure(message, FailureTypes.FOLDER_REFUSED);
  }
}

package dev.conclave.activities.artifact;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.OwnHost;
import dev.conclave.workflows.analyze.AnalyzeWorkflow;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.ProjectionRequest;
import dev.conclave.workflows.session.SessionActivities;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowTargetOptions;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes session folders on the host of their workspace, from the state that the session tells. */
public final class SessionActivitiesImpl implements SessionActivities {
  private static final Logger LOG = LoggerFactory.getLogger(SessionActivitiesImpl.class);

  private final WorkflowClient client;
  private final OwnHost host;
  private final SessionArtifacts artifacts;

  /** Writes from this host's documents and trees what the sessions of {@code client} tell. */
  public SessionActivitiesImpl(
      WorkflowClient client,
      OwnHost host,
      DocumentStore documents,
      GitTrees trees,
      SecretFilter secrets) {
    this.client = client;
    this.host = host;
    this.artifacts = new SessionArtifacts(documents, trees, secrets);
  }

  @Override
  public long project(ProjectionRequest request) {
    requireNewestRun(request);
    WorkflowTargetOptions run =
        WorkflowTargetOptions.newBuilder()
            .setWorkflowId(request.session())
            .setRunId(request.runId())
            .build();
    // The state is newer than the order to write it: the session may have moved in between.
    return switch (request.kind()) {
      case PLAN ->
          write(
              request, client.newWorkflowStub(PlanWorkflow.class, run).carried(), artifacts::write);
      case ANALYZE ->
          write(
              request,
              client.newWorkflowStub(AnalyzeWorkflow.class, run).carried(),
              AnalysisFiles::write);
      case CONTEXT, EXECUTE ->
          throw refused(
              "this worker writes no folder of a "
                  + request.kind().type()
                  + ": let one of the session's version serve its host");
    };
  }

  /** Writes the files of a state in one turn of its folder. */
  private interface Writer<S> {
    SessionArtifacts.Written write(S state, String line, SessionFolder folder, Runnable stillWanted)
        throws IOException;
  }

  private <S extends SessionState<?>> long write(
      ProjectionRequest request, S state, Writer<? super S> writer) {
    Optional<Workspace> workspace = state.workspace();
    if (workspace.isEmpty()) {
      return -1;
    }
    host.require(workspace.get());
    SessionFolder folder =
        SessionFolder.of(request.kind().folder(workspace.get()), request.session());
    try {
      SessionArtifacts.Written written =
          writer.write(state, "run " + request.runId(), folder, () -> requireNewestRun(request));
      written
          .missing()
          .forEach(missing -> LOG.warn("session {} lacks a file: {}", request.session(), missing));
      return written.revision();
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write " + folder.path() + " (tried again until it can): " + e.getMessage(), e);
    }
  }

  /**
   * A run that was reset, or that continues as new, may still have a writing under way. Asked
   * before the state is, which costs more, and again when nobody else can write any more.
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

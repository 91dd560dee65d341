package dev.conclave.activities.artifact;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.PlanWorkflow;
import dev.conclave.workflows.secret.SecretFilter;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowTargetOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders a planning session from this host's documents and trees into its folder. */
final class SessionWriting implements FolderWriter<PlanState> {
  private final DocumentStore documents;
  private final GitTrees trees;
  private final SecretFilter secrets;

  SessionWriting(DocumentStore documents, GitTrees trees, SecretFilter secrets) {
    this.documents = documents;
    this.trees = trees;
    this.secrets = secrets;
  }

  @Override
  public PlanState told(WorkflowClient client, WorkflowTargetOptions run) {
    return client.newWorkflowStub(PlanWorkflow.class, run).carried();
  }

  @Override
  public Written write(PlanState state, String line, SessionFolder folder, Runnable stillWanted)
      throws IOException {
    try (SessionFolder.FolderTurn turn = folder.turn();
        TreeSources sources = new TreeSources(trees)) {
      stillWanted.run();
      turn.belongsTo(state.session() + " " + state.createdAt() + " " + line);
      SessionArtifacts artifacts = new SessionArtifacts(documents, sources, secrets);
      List<String> outputsNotKept = new ArrayList<>();
      // Raw outputs first: what session-state.json shows is then there.
      for (Map.Entry<String, DocumentRef> raw : artifacts.rawOutputs(state).entrySet()) {
        if (turn.holds(raw.getKey(), raw.getValue().digest())) {
          continue;
        }
        Optional<byte[]> output = artifacts.rawOutput(raw.getValue());
        if (output.isPresent()) {
          turn.writeBeside(raw.getKey(), raw.getValue().digest(), output.get());
        } else {
          outputsNotKept.add(raw.getKey());
        }
      }
      Rendering rendering = artifacts.render(state, outputsNotKept);
      List<String> missing = new ArrayList<>();
      rendering
          .notKept()
          .forEach(path -> missing.add(path + ": this host has its documents no more"));
      missing.addAll(rendering.problems());
      long stands = turn.write(state.revision(), rendering.files(), rendering.notKept());
      return new Written(stands, missing);
    }
  }
}

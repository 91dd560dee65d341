package dev.conclave.activities.session;

import dev.conclave.activities.artifact.Rendering;
import dev.conclave.activities.artifact.SessionArtifacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.secret.SecretFilter;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.plan.PlanState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders a session's state from this host's documents and trees into a folder. Thread-safe. */
final class SessionWriting {
  private final DocumentStore documents;
  private final GitTrees trees;
  private final SecretFilter secrets;

  SessionWriting(DocumentStore documents, GitTrees trees, SecretFilter secrets) {
    this.documents = documents;
    this.trees = trees;
    this.secrets = secrets;
  }

  /**
   * What became of a writing.
   *
   * @param revision that stands in the folder
   * @param missing what could not be written, one sentence each
   */
  record Written(long revision, List<String> missing) {}

  /**
   * Writes, in one turn: whatever was asked for before it may be superseded by the time it comes.
   *
   * @param line tells whose revisions can be compared: a run, since a run that was reset counts on
   *     from where the reset took it back to
   * @param stillWanted throws when the state is another's to write by now
   */
  Written write(PlanState state, String line, SessionFolder folder, Runnable stillWanted)
      throws IOException {
    try (FolderTurn turn = folder.turn();
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

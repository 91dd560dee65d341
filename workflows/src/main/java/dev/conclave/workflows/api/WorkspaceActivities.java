package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;

/** Opens and compares the tree under analysis, on the host that has it. */
@ActivityInterface
public interface WorkspaceActivities {

  String OPEN = "openWorkspace";

  /**
   * Opens a workspace: checks a path, or clones a URL into the data folder. Names its tree.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, when the path is missing, unreadable or not a directory, or the clone is
   *     refused
   */
  @ActivityMethod(name = OPEN)
  Opened open(WorkspaceSpec spec);

  @ActivityMethod(name = "nameTree")
  Tree nameTree(Workspace workspace);

  /** Compares the workspace's current content with an earlier tree. */
  @ActivityMethod(name = "probeDrift")
  Drift probe(Workspace workspace, String fromTree, List<String> citedFiles);

  record Opened(Workspace workspace, Tree tree) {}

  /**
   * The difference between two trees of a workspace.
   *
   * @param cited changed files that were cited, at most 50
   */
  record Drift(String from, String to, int changed, List<String> cited) {}

  /**
   * Snapshot of a workspace: tracked and untracked files, without ignored ones.
   *
   * @param id a Git tree id, 40 hexadecimal digits
   * @param manifest the files left out and why; absent when there are none
   */
  record Tree(
      String id,
      Optional<String> head,
      boolean dirty,
      int files,
      int leftOut,
      Optional<DocumentRef> manifest) {}
}

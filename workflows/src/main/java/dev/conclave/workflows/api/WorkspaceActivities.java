package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;

/** The tree under analysis, on the host that has it. */
@ActivityInterface
public interface WorkspaceActivities {

  String OPEN = "openWorkspace";

  /**
   * Opens a workspace: checks a path, or clones a URL into the data folder. Names its tree.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, when it is missing, no directory or unreadable, or the clone is refused
   */
  @ActivityMethod(name = OPEN)
  Opened open(WorkspaceSpec spec);

  @ActivityMethod(name = "nameTree")
  Tree nameTree(Workspace workspace);

  /** Compares the workspace's content now with a tree that was named before. */
  @ActivityMethod(name = "probeDrift")
  Drift probe(Workspace workspace, String fromTree, List<String> citedFiles);

  /** A workspace with its content now. */
  record Opened(Workspace workspace, Tree tree) {}

  /**
   * How a workspace moved between two trees.
   *
   * @param cited the cited files among them, at most 50
   */
  record Drift(String from, String to, int changed, List<String> cited) {}

  /**
   * The content of a workspace at one moment: tracked and untracked files, without ignored ones.
   *
   * @param id a Git tree id, 40 hexadecimal digits
   * @param manifest what was left out and why; absent when nothing was
   */
  record Tree(
      String id,
      Optional<String> head,
      boolean dirty,
      int files,
      int leftOut,
      Optional<DocumentRef> manifest) {}
}

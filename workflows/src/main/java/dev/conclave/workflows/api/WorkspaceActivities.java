package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;

/** The tree under analysis, on the host that has it. */
@ActivityInterface
public interface WorkspaceActivities {

  /** The type of {@link #open}. */
  String OPEN = "openWorkspace";

  /**
   * Opens a workspace: checks a path, or clones a URL into the data folder.
   *
   * @throws io.temporal.failure.ApplicationFailure of type {@code workspace-refused},
   *     non-retryable, when it is missing, no directory or unreadable, or the clone is refused
   */
  @ActivityMethod(name = OPEN)
  Workspace open(WorkspaceSpec spec);

  /** Names the workspace's content now. */
  @ActivityMethod(name = "nameTree")
  Tree nameTree(Workspace workspace);

  /** Compares the workspace's content now with a tree that was named before. */
  @ActivityMethod(name = "probeDrift")
  Drift probe(Workspace workspace, String fromTree, List<String> citedFiles);
}

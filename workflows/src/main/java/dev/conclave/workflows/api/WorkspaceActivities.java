package dev.conclave.workflows.api;

import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.util.List;
import java.util.Optional;

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

  /**
   * How a workspace moved between two trees.
   *
   * @param changed how many files differ
   * @param cited the cited files among them, at most 50
   */
  record Drift(String from, String to, int changed, List<String> cited) {

    /** Whether anything that was cited is different now. */
    public boolean concernsCited() {
      return !cited.isEmpty();
    }
  }

  /**
   * The exact content of a workspace at one moment: its tracked and its untracked, not ignored
   * files.
   *
   * @param id a Git tree id, 40 hexadecimal digits
   * @param head the commit checked out at that moment
   * @param dirty whether the content differs from that commit
   * @param files how many files it holds
   * @param leftOut how many were left out, by size or kind
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

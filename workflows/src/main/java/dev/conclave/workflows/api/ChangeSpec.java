package dev.conclave.workflows.api;

/**
 * Names a change of a repository.
 *
 * @param of the range, the revision, or the pull request; empty if the kind needs none
 */
public record ChangeSpec(ChangeKind kind, String of) {
  public enum ChangeKind {
    /** From {@code HEAD} to the working tree, including untracked files. */
    WORKING_TREE,
    /** From {@code HEAD} to the index. */
    STAGED,
    /** {@code A..B}, {@code A...B} (from the merge base), or one commit against its parent. */
    RANGE,
    /** By number or URL, as {@code gh} accepts it. */
    PULL_REQUEST,
    /** {@code A..B} of two tree ids that Conclave created itself. */
    TREES
  }

  public String named() {
    return switch (kind) {
      case WORKING_TREE -> "the working tree against HEAD";
      case STAGED -> "the index against HEAD";
      case RANGE, TREES -> of;
      case PULL_REQUEST -> "pull request " + of;
    };
  }
}

package dev.conclave.workflows.api;

/**
 * Names a change of a repository.
 *
 * @param of the range, the revision, or the pull request; empty where the kind says it all
 */
public record ChangeSpec(ChangeKind kind, String of) {
  /** What a change is between. */
  public enum ChangeKind {
    /** From {@code HEAD} to the files as they are, with those that Git does not track yet. */
    WORKING_TREE,
    /** From {@code HEAD} to the index. */
    STAGED,
    /** {@code A..B}, {@code A...B} (from where both part), or one commit against its parent. */
    RANGE,
    /** By its number or URL, as the {@code gh} program knows it. */
    PULL_REQUEST,
    /** {@code A..B} of two tree ids that Conclave has named: a change that it made itself. */
    TREES
  }

  /** Names the change in a few words. */
  public String named() {
    return switch (kind) {
      case WORKING_TREE -> "the working tree against HEAD";
      case STAGED -> "the index against HEAD";
      case RANGE, TREES -> of;
      case PULL_REQUEST -> "pull request " + of;
    };
  }
}

package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import java.util.List;

/**
 * A change that was opened for review, as trees in a repository of Conclave's own.
 *
 * @param label what it is, such as {@code main..feature} or {@code #12 Add a cache}
 * @param base id of the tree before the change
 * @param tree id of the tree after it
 * @param head the commit that it ends with; empty for the working tree and the index
 * @param diff document of the {@link Diff}
 * @param files how many it changes
 * @param shown how many of these a reviewer sees, or a part of them
 * @param added lines of the files whose diff is text
 * @param notShown what of it no reviewer is shown, with the reason; at most 200
 */
public record Change(
    String label,
    String base,
    String tree,
    String head,
    DocumentRef diff,
    int files,
    int shown,
    int added,
    int removed,
    List<NotShown> notShown) {

  /** A file of the change that is named and not shown, or not in full. */
  public record NotShown(String path, String reason) {}

  /**
   * What reviewers see of a change.
   *
   * @param words what its author says of it: commit messages, or the pull request's text
   * @param text the diff of the files that are shown, at most 96 KiB, without secrets
   * @param paths of every file that it changes, and its old name where it was renamed
   */
  public record Diff(String words, String text, List<String> paths, List<NotShown> notShown) {}
}

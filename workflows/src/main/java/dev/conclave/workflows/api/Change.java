package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import java.util.List;

/**
 * A change opened for review, as trees in Conclave's own repository.
 *
 * @param label such as {@code main..feature} or {@code #12 Add a cache}
 * @param base id of the tree before the change
 * @param tree id of the tree after it
 * @param head the last commit; empty for the working tree and the index
 * @param diff document of the {@link Diff}
 * @param shown number of files that reviewers see, in full or in part
 * @param added lines added in files with a text diff
 * @param notShown files hidden from reviewers, at most 200
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

  /** A file of the change that is listed but not shown in full. */
  public record NotShown(String path, String reason) {}

  /**
   * The part of a change that reviewers see.
   *
   * @param words the author's: commit messages, or the pull request's text
   * @param text the diff of the files shown, at most 96 KiB, without secrets
   * @param paths of every changed file, including old names of renamed files
   */
  public record Diff(String words, String text, List<String> paths, List<NotShown> notShown) {}
}

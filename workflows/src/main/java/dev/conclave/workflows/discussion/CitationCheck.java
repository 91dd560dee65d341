package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * The result of checking the citations of a round; each location counts once.
 *
 * @param cited total, without files to be created
 * @param missing number of citations whose file or line is not in the tree
 * @param first the first missing ones as {@code path:line}, bounded
 */
public record CitationCheck(int cited, int missing, List<String> first) {
  /** Nothing was cited or counted. */
  public static final CitationCheck NONE = new CitationCheck(0, 0, List.of());
}

package dev.conclave.activities.discussion.verification;

import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Level;
import java.util.List;
import java.util.function.Function;

/**
 * Proposals of one and the same approach.
 *
 * @param name the shortest of their names
 * @param proposals in order of their agents
 */
public record ApproachGroup(String name, List<Proposal> proposals) {

  /** Who proposes it, each once. */
  public List<String> agents() {
    return proposals.stream().map(Proposal::agent).distinct().toList();
  }

  /** The levels that were said, one per proposal. */
  public List<Level> levels(Function<Approach, Level> of) {
    return proposals.stream()
        .map(Proposal::approach)
        .map(of)
        .filter(level -> level != Level.UNKNOWN)
        .toList();
  }
}

package dev.conclave.workflows.discussion;

import dev.conclave.workflows.wire.Cut;
import java.util.List;

/**
 * A group of findings that say the same.
 *
 * @param statement the clearest wording among them
 */
public record Point(String statement, List<Position> positions) {
  /** How the statement of a shared approach begins. */
  private static final String APPROACH = "Approach \"";

  /** Longest wording of one agent that is shown beside the statement. */
  private static final int SHOWN = 240;

  /** An approach that several agents propose. */
  public static Point ofApproach(String name, List<String> agents, List<Position> positions) {
    return new Point(APPROACH + name + "\" proposed by: " + String.join(", ", agents), positions);
  }

  /**
   * What each agent said, for a reader who would rather judge the grouping than trust it; none when
   * all used the same words.
   */
  public List<Position> ownWords() {
    boolean differ = positions.stream().map(Position::statement).distinct().count() > 1;
    return !differ
        ? List.of()
        : positions.stream()
            .map(
                side ->
                    new Position(
                        side.agent(), Cut.shown(side.statement().strip(), SHOWN), side.evidence()))
            .toList();
  }

  /** Whether no agent cites a place for it; the places of an approach stand with the approach. */
  public boolean uncited() {
    return !statement.startsWith(APPROACH)
        && positions.stream().allMatch(side -> side.evidence().isEmpty());
  }
}

package dev.conclave.workflows.discussion;

import dev.conclave.workflows.text.Cut;
import java.util.List;

/** A point of the ledger with what each of its agents said. */
public record PointView(String id, String statement, List<Position> positions) {
  private static final int SHOWN = 240;

  /** Returns the statements that differ from the point's sentence; empty if all are the same. */
  public List<Position> ownWords() {
    boolean differ = positions.stream().map(Position::statement).distinct().count() > 1;
    return !differ
        ? List.of()
        : positions.stream()
            .filter(side -> !side.statement().strip().equals(statement.strip()))
            .map(
                side ->
                    new Position(
                        side.agent(),
                        Cut.shorten(side.statement().strip(), SHOWN),
                        side.evidence()))
            .toList();
  }

  public boolean uncited() {
    return positions.stream().allMatch(side -> side.evidence().isEmpty());
  }
}

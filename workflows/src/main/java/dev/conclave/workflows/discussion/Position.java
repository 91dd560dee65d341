package dev.conclave.workflows.discussion;

import java.util.List;
import java.util.stream.Stream;

/** An agent's side of a disagreement, or its words in an agreement. */
public record Position(String agent, String statement, List<CheckedLocation> evidence) {

  Position and(Position other) {
    List<CheckedLocation> all = Stream.concat(evidence.stream(), other.evidence.stream()).toList();
    return new Position(agent, statement + "; " + other.statement, all);
  }
}

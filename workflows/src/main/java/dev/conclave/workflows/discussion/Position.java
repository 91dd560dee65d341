package dev.conclave.workflows.discussion;

import java.util.List;

/** One agent's side of a disagreement, or its words in an agreement. */
public record Position(String agent, String statement, List<CheckedLocation> evidence) {}

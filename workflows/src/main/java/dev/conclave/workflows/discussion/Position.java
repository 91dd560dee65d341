package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * One agent's side of a disagreement, or its words in an agreement.
 *
 * @param evidence the places it cites, each with its verdict
 */
public record Position(String agent, String statement, List<CheckedLocation> evidence) {}

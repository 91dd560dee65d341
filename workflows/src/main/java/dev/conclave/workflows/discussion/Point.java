package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A group of findings that say the same.
 *
 * @param statement the clearest wording among them
 */
public record Point(String statement, List<Position> positions) {}

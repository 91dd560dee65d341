package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A conflict or a disputed point of the ledger.
 *
 * @param topic the conflict's question or the point's sentence
 * @param resolution how it was settled, or who can settle it
 */
public record Disagreement(
    String id, String topic, List<Position> positions, String resolution, boolean open) {}

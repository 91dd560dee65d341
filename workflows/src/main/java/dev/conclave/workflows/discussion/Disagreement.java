package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A conflict or a disputed point of the ledger.
 *
 * @param id of the ledger's entry
 * @param topic the conflict's question, or the point's sentence
 * @param positions one for each agent that holds one
 * @param resolution how it was settled, or who is to settle it
 * @param open whether it is not settled yet
 */
public record Disagreement(
    String id, String topic, List<Position> positions, String resolution, boolean open) {}

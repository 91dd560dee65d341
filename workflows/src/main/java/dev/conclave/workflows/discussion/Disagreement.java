package dev.conclave.workflows.discussion;

import java.util.List;

/**
 * A group about one thing whose members contradict each other.
 *
 * @param cause {@code polarity}, {@code quantity}, {@code explicit}, {@code effort} or {@code risk}
 * @param resolution how it was settled, or that it is left for the human
 * @param open whether it is left for the human
 */
public record Disagreement(
    String topic, String cause, List<Position> positions, String resolution, boolean open) {}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Synthesis;
import java.util.Optional;

/**
 * A round: the answer of query {@code round}.
 *
 * @param record in short
 * @param synthesis in full, for the last round only; earlier ones are in the file
 * @param file the round's artifact, relative to the session folder
 */
public record RoundView(RoundRecord record, Optional<Synthesis> synthesis, String file) {}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Synthesis;
import java.util.Optional;

/**
 * A round: the answer of query {@code round}, and what {@code show --round} prints.
 *
 * @param record in short
 * @param synthesis in full; in the query for the last round only: earlier ones are documents of a
 *     host
 * @param file the round's artifact, relative to the session folder
 */
public record RoundView(RoundRecord record, Optional<Synthesis> synthesis, String file) {}

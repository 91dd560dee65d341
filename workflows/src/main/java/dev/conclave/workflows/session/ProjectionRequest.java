package dev.conclave.workflows.session;

import java.util.Optional;

/**
 * An order to write a session's folder.
 *
 * @param revision at least this one; what is newer by then is written instead
 * @param target another folder, new or empty, that a human named; absolute or below the workspace
 */
public record ProjectionRequest(
    String session, String runId, long revision, SessionKind kind, Optional<String> target) {}

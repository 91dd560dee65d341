package dev.conclave.workflows.session;

/**
 * An order to write a session's folder.
 *
 * @param session workflow id
 * @param runId of the run to query
 * @param revision at least this one; what is newer by then is written instead
 * @param kind whose folder it is
 */
public record ProjectionRequest(String session, String runId, long revision, SessionKind kind) {}

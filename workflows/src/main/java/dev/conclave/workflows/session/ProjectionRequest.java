package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * An order to write a session's folder.
 *
 * @param type of its workflow
 * @param state all that the session knows, as it carries it on to another run
 * @param target another folder, new or empty, that a human named; absolute or below the workspace
 */
public record ProjectionRequest(
    String session,
    String runId,
    long revision,
    String type,
    Optional<String> target,
    JsonNode state) {}

package dev.conclave.workflows.session;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * A request to write a session's folder.
 *
 * @param type workflow type
 * @param state full state, as carried over to another run
 * @param target another folder, new or empty, named by the human; absolute or relative to the
 *     workspace
 */
public record ProjectionRequest(
    String session,
    String runId,
    long revision,
    String type,
    Optional<String> target,
    JsonNode state) {}

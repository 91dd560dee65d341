package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One request of an agent in any dialect.
 *
 * @param prompt the user's texts, joined
 * @param model the requested model
 * @param stream whether the answer is expected as server-sent events
 * @param toolResult whether a tool has already run in this conversation
 * @param body the request as sent
 */
public record ModelRequest(
    String prompt, String model, boolean stream, boolean toolResult, JsonNode body) {}

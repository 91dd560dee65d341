package dev.conclave.activities.agent.endpoint;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One request of an agent, in any dialect.
 *
 * @param prompt the texts that the user's side said, joined
 * @param model asked for
 * @param stream whether the answer is wanted as server-sent events
 * @param toolResult whether a tool has run in this conversation already
 * @param body as sent
 */
public record ModelRequest(
    String prompt, String model, boolean stream, boolean toolResult, JsonNode body) {}

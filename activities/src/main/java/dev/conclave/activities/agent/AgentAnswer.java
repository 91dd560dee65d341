package dev.conclave.activities.agent;

import dev.conclave.workflows.api.Receipt;

/**
 * What an agent answered.
 *
 * @param text as the agent gave it
 */
public record AgentAnswer(String text, Receipt receipt) {}

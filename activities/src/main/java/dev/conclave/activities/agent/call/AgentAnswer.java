package dev.conclave.activities.agent.call;

import dev.conclave.workflows.agent.Receipt;

/**
 * What an agent answered.
 *
 * @param text as the agent gave it
 */
public record AgentAnswer(String text, Receipt receipt) {}

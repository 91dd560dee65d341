package dev.conclave.workflows.call;

/** An agent that is asked no more in this session. */
public record DroppedAgent(String agent, String reason) {}

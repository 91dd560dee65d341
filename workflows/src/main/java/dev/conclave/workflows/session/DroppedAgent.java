package dev.conclave.workflows.session;

/** An agent that is asked no more in this session. */
public record DroppedAgent(String agent, String reason) {}

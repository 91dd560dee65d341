package dev.conclave.activities.agent.cli;

/**
 * What an agent's stream has told so far.
 *
 * @param lastEvent in a few words for people who watch
 * @param tokensIn read; 0 while the stream has told none
 * @param tokensOut written; 0 while the stream has told none
 */
public record Heard(String lastEvent, long tokensIn, long tokensOut) {}

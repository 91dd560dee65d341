package dev.conclave.activities.agent.cli;

import java.util.Optional;

/**
 * What an agent's stream said, whatever its exit code says.
 *
 * @param answer its last word; empty when it gave none
 * @param model that answered, when the stream names it
 * @param tokensIn read, cached ones included
 * @param tokensOut written
 * @param costUsd when the program reports it
 * @param error what the stream reports as failed
 * @param status HTTP status of that failure, when the stream has it
 * @param complete whether the stream came to its final event
 */
public record AgentOutput(
    String answer,
    Optional<String> model,
    long tokensIn,
    long tokensOut,
    Optional<Double> costUsd,
    Optional<String> error,
    Optional<Integer> status,
    boolean complete) {}

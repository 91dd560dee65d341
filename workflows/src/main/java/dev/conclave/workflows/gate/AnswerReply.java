package dev.conclave.workflows.gate;

import java.util.Optional;

/**
 * The reply to an answer.
 *
 * @param gate that was answered
 * @param first the first outcome when this is a repetition
 * @param nextGate the gate that is open now, if any
 */
public record AnswerReply(
    String gate, AnswerOutcome outcome, Optional<AnswerOutcome> first, Optional<String> nextGate) {}

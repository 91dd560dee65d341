package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import java.time.Instant;
import java.util.Optional;

/**
 * An accepted answer, for the record.
 *
 * @param gate id of the gate
 * @param digest of what the gate showed
 * @param by who answered
 * @param solution name of the approved solution
 * @param answer in full; texts over 2 KiB are shortened, with their digest
 * @param round the last round when it was given
 */
public record Decision(
    Instant at,
    String gate,
    String digest,
    String by,
    AnswerKind kind,
    Optional<String> solution,
    GateAnswer answer,
    int round) {}

package dev.conclave.workflows.api;

import dev.conclave.workflows.temporal.Bounds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The proof of one agent call. No receipt, no vote.
 *
 * @param argv redacted
 * @param model that answered; absent when the program does not say
 * @param tree the tree id it worked in
 * @param exit its exit code; absent when a signal ended it or nobody saw it
 * @param signal that ended it
 * @param attempts how many processes were started for this call
 * @param bytes printed on stdout
 * @param costSource {@code reported}, {@code price-table} or {@code unknown}
 */
public record Receipt(
    String callId,
    String agent,
    String binary,
    Optional<String> version,
    List<String> argv,
    Optional<String> model,
    String tree,
    Instant start,
    Instant end,
    Optional<Integer> exit,
    Optional<String> signal,
    int attempts,
    long bytes,
    Optional<DocumentRef> stdout,
    long tokensIn,
    long tokensOut,
    Optional<Double> costUsd,
    String costSource) {

  /** The same without its command line, and with its other texts short. */
  public Receipt lean() {
    return new Receipt(
        callId,
        agent,
        Bounds.topic(binary),
        version.map(Bounds::topic),
        List.of(),
        model.map(Bounds::topic),
        tree,
        start,
        end,
        exit,
        signal,
        attempts,
        bytes,
        stdout,
        tokensIn,
        tokensOut,
        costUsd,
        costSource);
  }
}

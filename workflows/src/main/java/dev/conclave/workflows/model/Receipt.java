package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Bounds;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The proof of one agent call. No receipt, no vote.
 *
 * @param model that answered; absent when the program does not say
 * @param attempts how many processes were started for this call
 * @param costSource {@code reported}, {@code price-table} or {@code unknown}
 * @param refused the first destinations that its network did not lead to, {@code host:port}
 * @param level what held the program back; absent for the built-in analyst
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
    String costSource,
    Optional<SandboxLevel> level,
    List<String> refused) {

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
        costSource,
        level,
        refused);
  }
}

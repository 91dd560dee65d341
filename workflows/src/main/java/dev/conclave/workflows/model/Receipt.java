package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
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
@RecordBuilder
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
    List<String> refused)
    implements ReceiptBuilder.With {

  /** The same without its command line, and with its other texts short. */
  public Receipt lean() {
    return withBinary(Bounds.topic(binary))
        .withVersion(version.map(Bounds::topic))
        .withArgv(List.of())
        .withModel(model.map(Bounds::topic));
  }
}

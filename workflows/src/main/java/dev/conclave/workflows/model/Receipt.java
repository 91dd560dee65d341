package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The proof of one agent call. A vote requires a receipt.
 *
 * @param model absent when the program does not report it
 * @param attempts number of processes started
 * @param costSource {@code reported}, {@code price-table} or {@code unknown}
 * @param refused first destinations refused by its network, {@code host:port}
 * @param level absent for the built-in analyst
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

  /** Returns a copy without the command line, and with shortened texts. */
  public Receipt lean() {
    return withBinary(Bounds.topic(binary))
        .withVersion(version.map(Bounds::topic))
        .withArgv(List.of())
        .withModel(model.map(Bounds::topic));
  }
}

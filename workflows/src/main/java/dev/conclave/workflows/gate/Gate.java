package dev.conclave.workflows.gate;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An open question to the human.
 *
 * @param id never used twice in a session: {@code {opening}-{type}}
 * @param digest of what is shown: SHA-256, the first 16 hexadecimal digits
 * @param checking whether an accepted answer is being checked against the workspace; only cancel is
 *     taken meanwhile
 */
public record Gate(
    String id,
    GateType type,
    String digest,
    List<AnswerKind> kinds,
    Instant openedAt,
    boolean checking,
    GateContent shown) {

  public Gate checking(boolean now) {
    return new Gate(id, type, digest, kinds, openedAt, now, shown);
  }

  /**
   * What changed in the workspace under it and what can be done, as a clause; empty when nothing.
   */
  public Optional<String> drifted() {
    String sentence =
        type == GateType.CONFIRMATION
            ? "the workspace has changed, and the plan no longer fits it: %s; modify the plan, go"
                + " back, or execute it with --accept-drift"
            : "%s changed since the analysis; look at the changes, then approve with"
                + " --accept-drift, or ask for more-analysis";
    return Optional.of(String.join(", ", shown.drift()).replaceAll("\\.(?=, |$)", ""))
        .filter(drift -> !drift.isEmpty())
        .map(sentence::formatted);
  }
}

package dev.conclave.workflows.gate;

import java.time.Instant;
import java.util.List;

/**
 * An open question to the human.
 *
 * @param id never used twice in a session: {@code {opening}-{type}}
 * @param digest of what is shown: SHA-256, the first 16 hexadecimal digits
 * @param kinds the answers it takes
 * @param checking whether an accepted answer is being checked against the workspace; only cancel is
 *     taken meanwhile
 * @param shown what the human sees, bounded
 */
public record Gate(
    String id,
    GateType type,
    String digest,
    List<AnswerKind> kinds,
    Instant openedAt,
    boolean checking,
    GateContent shown) {

  /** The same gate, while an answer to it is checked or no longer. */
  public Gate checking(boolean now) {
    return new Gate(id, type, digest, kinds, openedAt, now, shown);
  }
}

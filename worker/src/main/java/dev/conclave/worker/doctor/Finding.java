package dev.conclave.worker.doctor;

import java.util.Optional;

/**
 * What was found of one thing.
 *
 * @param fix the command or the deed that mends it
 */
public record Finding(String subject, State state, String detail, Optional<String> fix) {

  public enum State {
    OK,
    /** It is there, but may not do. */
    DOUBTFUL,
    OPTIONAL,
    /** It is there, and nothing works before it is corrected. */
    MALFORMED,
    MISSING
  }

  /** It in a line, with its fix. */
  public String line() {
    return subject + ": " + detail + fix.map(" → "::concat).orElse("");
  }

  static Finding ok(String subject, String detail) {
    return new Finding(subject, State.OK, detail, Optional.empty());
  }

  static Finding doubtful(String subject, String detail, String fix) {
    return new Finding(subject, State.DOUBTFUL, detail, Optional.of(fix));
  }

  static Finding optional(String subject, String detail, String fix) {
    return new Finding(subject, State.OPTIONAL, detail, Optional.of(fix));
  }

  static Finding missing(String subject, String detail, String fix) {
    return new Finding(subject, State.MISSING, detail, Optional.of(fix));
  }
}

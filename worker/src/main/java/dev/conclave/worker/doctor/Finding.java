package dev.conclave.worker.doctor;

import java.util.Optional;

/**
 * The result of one check.
 *
 * @param fix the command or action that fixes it
 */
public record Finding(String subject, State state, String detail, Optional<String> fix) {

  public enum State {
    OK,
    /** Present, but may not work. */
    DOUBTFUL,
    OPTIONAL,
    /** Present, but must be corrected before anything works. */
    MALFORMED,
    MISSING
  }

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

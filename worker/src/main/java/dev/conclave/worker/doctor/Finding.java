package dev.conclave.worker.doctor;

import java.util.Optional;

/**
 * What was found of one thing.
 *
 * @param subject a program, the server, a folder
 * @param state whether it can be used
 * @param detail where it is and its version, or what is wrong
 * @param fix the command or the deed that mends it
 * @param mendable whether {@code conclave doctor --fix} mends it by itself
 */
public record Finding(
    String subject, State state, String detail, Optional<String> fix, boolean mendable) {

  /** How bad it is. */
  public enum State {
    OK,
    /** It is there, but may not do. */
    DOUBTFUL,
    /** Sessions run without it. */
    OPTIONAL,
    /** It is there, and nothing works before it is corrected. */
    MALFORMED,
    /** Nothing works before it is mended. */
    MISSING;

    /** Whether sessions can run in spite of it. */
    boolean letsRun() {
      return this != MISSING && this != MALFORMED;
    }
  }

  static Finding ok(String subject, String detail) {
    return new Finding(subject, State.OK, detail, Optional.empty(), false);
  }

  static Finding doubtful(String subject, String detail, String fix) {
    return new Finding(subject, State.DOUBTFUL, detail, Optional.of(fix), false);
  }

  static Finding optional(String subject, String detail, String fix) {
    return new Finding(subject, State.OPTIONAL, detail, Optional.of(fix), false);
  }

  static Finding malformed(String subject, String detail, String fix) {
    return new Finding(subject, State.MALFORMED, detail, Optional.of(fix), false);
  }

  static Finding missing(String subject, String detail, String fix) {
    return new Finding(subject, State.MISSING, detail, Optional.of(fix), false);
  }

  /** The same, mended by {@code conclave doctor --fix}. */
  Finding byDoctor() {
    return new Finding(subject, state, detail, Optional.of("conclave doctor --fix"), true);
  }
}

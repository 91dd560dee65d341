package dev.conclave.worker.doctor;

import java.util.Optional;

/**
 * What was found of one thing.
 *
 * @param subject a program, the server, a folder
 * @param state whether it can be used
 * @param detail where it is and its version, or what is wrong
 * @param fix the command or the deed that mends it
 */
public record Finding(String subject, State state, String detail, Optional<String> fix) {

  /** How bad it is. */
  public enum State {
    OK,
    /** Sessions run without it. */
    OPTIONAL,
    /** Nothing works before it is mended. */
    MISSING
  }

  static Finding ok(String subject, String detail) {
    return new Finding(subject, State.OK, detail, Optional.empty());
  }

  static Finding optional(String subject, String detail, String fix) {
    return new Finding(subject, State.OPTIONAL, detail, Optional.of(fix));
  }

  static Finding missing(String subject, String detail, String fix) {
    return new Finding(subject, State.MISSING, detail, Optional.of(fix));
  }
}

package dev.conclave.worker.doctor;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Optional;

/**
 * What was found of one thing.
 *
 * @param detail where it is and its version, or what is wrong
 * @param fix the command or the deed that mends it
 * @param mendable whether {@code conclave doctor --fix} mends it by itself
 */
public record Finding(
    String subject, State state, String detail, Optional<String> fix, boolean mendable) {

  /** Whether it can be used. */
  public enum State {
    OK,
    /** It is there, but may not do. */
    DOUBTFUL,
    /** Sessions run without it. */
    OPTIONAL,
    /** It is there, and nothing works before it is corrected. */
    MALFORMED,
    /** Nothing works before it is mended. */
    MISSING
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

  static Finding missing(String subject, String detail, String fix) {
    return new Finding(subject, State.MISSING, detail, Optional.of(fix), false);
  }

  /** Whether it is an agent whose program is not there: there are several, and one is enough. */
  @JsonIgnore
  public boolean isAbsentAgent() {
    return subject.startsWith(AgentCheck.SUBJECT) && detail.endsWith(AgentCheck.ABSENT);
  }
}

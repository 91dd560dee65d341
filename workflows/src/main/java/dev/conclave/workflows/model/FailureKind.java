package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Words;
import java.util.Arrays;
import java.util.Optional;

/** Why a call gave no reply, and what that leads to. */
public enum FailureKind {
  NOT_INSTALLED(0),
  NOT_AUTHENTICATED(0),
  RATE_LIMITED(0),
  UNAVAILABLE(1),
  TIMED_OUT(0),
  EMPTY_REPLY(1),
  REJECTED_INPUT(1),
  WROTE_TO_WORKSPACE(1),
  FAILED(1);

  private final int retries;

  FailureKind(int retries) {
    this.retries = retries;
  }

  /** How often the same agent is asked again before the next of the chain is. */
  public int retries() {
    return retries;
  }

  /** The failure's type string in Temporal: {@code agent/rate-limited} and the like. */
  public String type() {
    return "agent/" + Words.of(this);
  }

  /** The kind behind a type string; empty for a failure that is not an agent's. */
  public static Optional<FailureKind> ofType(String type) {
    return Arrays.stream(values()).filter(kind -> kind.type().equals(type)).findFirst();
  }
}

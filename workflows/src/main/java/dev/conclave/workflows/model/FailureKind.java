package dev.conclave.workflows.model;

import dev.conclave.workflows.text.Words;
import java.util.Arrays;
import java.util.Optional;

/** Why a call returned no reply, and how often it is retried. */
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

  /** Returns how often the same agent is retried before the next agent of the chain. */
  public int retries() {
    return retries;
  }

  /** Returns the failure type in Temporal, such as {@code agent/rate-limited}. */
  public String type() {
    return "agent/" + Words.of(this);
  }

  /** Returns the kind of a failure type; empty for a failure that is not an agent's. */
  public static Optional<FailureKind> ofType(String type) {
    return Arrays.stream(values()).filter(kind -> kind.type().equals(type)).findFirst();
  }
}

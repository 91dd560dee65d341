package dev.conclave.activities.agent;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.Receipt;
import java.util.Optional;

/**
 * How a call came out, as its spool keeps it: one of the two is there.
 *
 * @param answer with its receipt
 * @param failure with its receipt
 */
record CallResult(Optional<AgentAnswer> answer, Optional<AgentFailure> failure) {

  static CallResult of(AgentAnswer answer) {
    return new CallResult(Optional.of(answer), Optional.empty());
  }

  static CallResult of(AgentFailure failure) {
    return new CallResult(Optional.empty(), Optional.of(failure));
  }

  /** Of the process, however it came out. */
  Optional<Receipt> receipt() {
    return answer.map(AgentAnswer::receipt).or(() -> failure.flatMap(AgentFailure::receipt));
  }

  AgentAnswer orThrow() throws AgentCallFailed {
    if (failure.isPresent()) {
      throw new AgentCallFailed(failure.get());
    }
    return answer.orElseThrow();
  }
}

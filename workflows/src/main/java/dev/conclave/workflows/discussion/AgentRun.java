package dev.conclave.workflows.discussion;

import dev.conclave.workflows.api.Receipt;
import java.util.Optional;

/**
 * One attempt to have an agent's analysis in a round, as the workflow saw it.
 *
 * @param agent who was asked
 * @param standsFor the agent of the tools list whose place it took; itself when it was the first
 * @param status {@code answered} or the kind of failure
 * @param reason one sentence when it failed
 */
public record AgentRun(
    String agent,
    String standsFor,
    String status,
    Optional<String> reason,
    Optional<Receipt> receipt) {
  /** The status of a run that gave a reply. */
  public static final String ANSWERED = "answered";

  /** Whether the agent gave a reply. */
  public boolean answered() {
    return status.equals(ANSWERED);
  }
}

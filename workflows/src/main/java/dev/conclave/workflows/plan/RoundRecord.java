package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Convergence;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A round that is over, in at most 16 KiB.
 *
 * @param number from 1
 * @param direction how often the human had changed the direction before it
 * @param solutions names, best first
 * @param openDisagreements topics
 * @param synthesis the round in full
 * @param feedback what a human said before it
 */
public record RoundRecord(
    int number,
    int direction,
    String tree,
    Instant started,
    Instant ended,
    List<AgentRun> runs,
    List<String> solutions,
    List<String> openDisagreements,
    Convergence convergence,
    boolean notCrossVerified,
    boolean degraded,
    DocumentRef synthesis,
    Optional<String> feedback) {

  /** Whether no agent answered but the analyst that is built in, if even that one. */
  public boolean withoutModels() {
    return runs.stream()
        .filter(AgentRun::answered)
        .allMatch(run -> run.agent().equals(AgentStatus.DIRECT));
  }
}

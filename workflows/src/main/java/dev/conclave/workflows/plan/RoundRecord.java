package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.temporal.Bounds;
import java.time.Instant;
import java.util.Comparator;
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
  /** Every attempt of a round, in a request to the rules: in bytes of JSON. */
  static final int RUNS_BYTES = 40 << 10;

  private static final int RUNS_KEPT = 12;
  private static final int TOPICS_KEPT = 10;

  /** The record of a round. */
  static RoundRecord of(
      Synthesis round,
      int direction,
      String tree,
      Instant started,
      Instant ended,
      List<AgentRun> runs,
      Optional<String> feedback,
      List<String> languages) {
    return new RoundRecord(
        round.round(),
        direction,
        tree,
        started,
        ended,
        lean(kept(runs)),
        round.solutions().stream().map(one -> Bounds.topic(one.name())).toList(),
        round.crossVerification(languages).disagreements().stream()
            .filter(Disagreement::open)
            .map(one -> Bounds.topic(one.topic()))
            .limit(TOPICS_KEPT)
            .toList(),
        round.convergence(),
        round.notCrossVerified(),
        round.degraded(),
        round.document(),
        feedback);
  }

  /** The answers of a round, then the newest failures: at most 12 runs, in their order. */
  static List<AgentRun> kept(List<AgentRun> runs) {
    long answers = runs.stream().filter(AgentRun::answered).count();
    List<AgentRun> newest =
        runs.stream()
            .filter(run -> !run.answered())
            .sorted(Comparator.comparing(RoundRecord::endOf))
            .skip(Math.max(0, runs.size() - Math.max(answers, RUNS_KEPT)))
            .toList();
    return runs.stream()
        .filter(run -> run.answered() || newest.contains(run))
        .limit(RUNS_KEPT)
        .toList();
  }

  private static Instant endOf(AgentRun run) {
    return run.receipt().map(Receipt::end).orElse(Instant.MAX);
  }

  /** Every attempt, for a request; where they are too many, those that a round's record keeps. */
  static List<AgentRun> fitted(List<AgentRun> runs) {
    return Bounds.bytes(runs) <= RUNS_BYTES ? List.copyOf(runs) : lean(kept(runs));
  }

  /** With short texts, and without command lines: they stay in the round's document. */
  private static List<AgentRun> lean(List<AgentRun> runs) {
    return runs.stream()
        .map(
            run ->
                new AgentRun(
                    run.agent(),
                    run.standsFor(),
                    run.status(),
                    run.reason().map(Bounds::topic),
                    run.receipt().map(Receipt::lean)))
        .toList();
  }

  /** Whether no agent answered but the analyst that is built in, if even that one. */
  public boolean withoutModels() {
    return runs.stream()
        .filter(AgentRun::answered)
        .allMatch(run -> run.agent().equals(AgentStatus.DIRECT));
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.session.SessionView.RoundLine;
import dev.conclave.workflows.text.Bounds;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A finished round, in at most 16 KiB.
 *
 * @param direction number of changes of direction before it
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
    @Nullable String feedback) {
  /** Limit for all attempts of a round in a request to the rules, in bytes of JSON. */
  public static final int RUNS_BYTES = 40 << 10;

  private static final int RUNS_KEPT = 12;
  private static final int TOPICS_KEPT = 10;

  /** Records a counted round, with shortened texts. */
  public static RoundRecord of(
      Synthesis round,
      int direction,
      String tree,
      Instant started,
      Instant ended,
      List<AgentRun> runs,
      @Nullable String feedback,
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

  /** Keeps at most 12 runs: the answers of a round, then its newest failures. */
  static List<AgentRun> kept(List<AgentRun> runs) {
    List<AgentRun> kept = new ArrayList<>(runs);
    if (runs.size() > RUNS_KEPT) {
      // Attempts without a call sort before all others.
      kept.sort(
          Comparator.comparing(AgentRun::answered)
              .thenComparing(run -> run.receipt().map(Receipt::end).orElse(Instant.MIN)));
      kept.subList(0, runs.size() - RUNS_KEPT).clear();
    }
    kept.sort(Comparator.comparing(run -> !run.answered()));
    return List.copyOf(kept);
  }

  /** Returns all attempts for a request, or the recorded ones when they are too large. */
  public static List<AgentRun> fitted(List<AgentRun> runs) {
    return Bounds.bytes(runs) <= RUNS_BYTES ? List.copyOf(runs) : lean(kept(runs));
  }

  /** Shortens texts and drops command lines; the round's document has them. */
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

  /** Returns whether no agent except possibly the built-in analyst answered. */
  public boolean withoutModels() {
    return runs.stream()
        .filter(AgentRun::answered)
        .allMatch(run -> run.agent().equals(AgentStatus.DIRECT));
  }

  public RoundLine line() {
    return new RoundLine(
        number,
        runs.stream().filter(AgentRun::answered).map(AgentRun::agent).distinct().toList(),
        failed(),
        solutions.size(),
        convergence.score(),
        convergence.agreementRatio(),
        convergence.meanFeasibility(),
        convergence.evidenceRate(),
        convergence.newInsights(),
        convergence.recommendation(),
        ended);
  }

  /** Returns one entry per agent: {@code codex: unavailable, then timed-out}. */
  private List<String> failed() {
    Map<String, Set<String>> kinds = new LinkedHashMap<>();
    runs.stream()
        .filter(run -> !run.answered())
        .forEach(
            run ->
                kinds.computeIfAbsent(run.agent(), any -> new LinkedHashSet<>()).add(run.status()));
    return kinds.entrySet().stream()
        .map(one -> one.getKey() + ": " + String.join(", then ", one.getValue()))
        .toList();
  }
}

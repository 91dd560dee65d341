package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.temporal.Bounds;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What keeps the record of a past round small. Pure. */
final class RoundBounds {
  /** Longest record of a past round, in bytes of JSON. */
  static final int ROUND_BYTES = 16 << 10;

  /** Of one round. */
  private static final int RUNS_KEPT = 12;

  private RoundBounds() {}

  /**
   * A round in at most {@link #ROUND_BYTES}: first long texts are shortened, then command lines
   * left out (they stay in the round's document).
   */
  static RoundRecord fitted(RoundRecord round) {
    RoundRecord fitted =
        with(
            round,
            lean(round.runs(), false),
            round.solutions().stream().map(Bounds::topic).toList(),
            round.openDisagreements().stream().map(Bounds::topic).toList());
    if (Bounds.bytes(fitted) > ROUND_BYTES) {
      fitted =
          with(fitted, lean(fitted.runs(), true), fitted.solutions(), fitted.openDisagreements());
    }
    return fitted;
  }

  private static RoundRecord with(
      RoundRecord r, List<AgentRun> runs, List<String> solutions, List<String> disagreements) {
    return new RoundRecord(
        r.number(),
        r.direction(),
        r.tree(),
        r.started(),
        r.ended(),
        runs,
        solutions,
        disagreements,
        r.convergence(),
        r.notCrossVerified(),
        r.degraded(),
        r.synthesis(),
        r.feedback());
  }

  /** The answers of a round, then the newest failures: so many runs, in their order. */
  static List<AgentRun> kept(List<AgentRun> runs) {
    int failures = RUNS_KEPT - (int) runs.stream().filter(AgentRun::answered).count();
    Deque<AgentRun> kept = new ArrayDeque<>();
    for (int i = runs.size() - 1; i >= 0; i--) {
      if (runs.get(i).answered() || failures-- > 0) {
        kept.addFirst(runs.get(i));
      }
    }
    return kept.stream().limit(RUNS_KEPT).toList();
  }

  /** The same runs with short reasons, and without their command lines where that is wanted. */
  static List<AgentRun> lean(List<AgentRun> runs, boolean withoutCommandLine) {
    return runs.stream().map(run -> lean(run, withoutCommandLine)).toList();
  }

  private static AgentRun lean(AgentRun run, boolean withoutCommandLine) {
    return new AgentRun(
        run.agent(),
        run.standsFor(),
        run.status(),
        run.reason().map(Bounds::topic),
        run.receipt().map(r -> withoutCommandLine ? r.lean() : r));
  }
}

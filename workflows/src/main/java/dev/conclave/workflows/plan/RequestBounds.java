package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.temporal.Bounds;
import java.util.List;

/**
 * What keeps the requests of a round within what an activity is sent, however often its agents were
 * called. Pure.
 */
final class RequestBounds {
  /** Every attempt of a round. */
  static final int RUNS_BYTES = 40 << 10;

  private RequestBounds() {}

  /** Every attempt; where they are too many, those that a round's record keeps. */
  static List<AgentRun> runs(List<AgentRun> runs) {
    if (Bounds.bytes(runs) <= RUNS_BYTES) {
      return List.copyOf(runs);
    }
    List<AgentRun> kept = RoundBounds.lean(RoundBounds.kept(runs), false);
    return Bounds.bytes(kept) <= RUNS_BYTES ? kept : RoundBounds.lean(kept, true);
  }
}

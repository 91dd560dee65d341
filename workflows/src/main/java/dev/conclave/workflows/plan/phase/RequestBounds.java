package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.RoundRequest;
import dev.conclave.workflows.wire.Bounds;
import java.util.List;

/**
 * What keeps the request of a round within what an activity is sent, however long the session was.
 * What tells the least is left out first: how failed attempts were called, the oldest questions
 * that have their answer, the oldest fingerprints. Pure.
 */
final class RequestBounds {
  /** The whole request, in bytes of JSON: what an activity is sent, and some room. */
  static final int REQUEST_BYTES = 250 << 10;

  /** All earlier findings that a new round is compared with. */
  static final int FINDINGS_BYTES = 128 << 10;

  /** Questions that have their answer: some thirty, with a quotation of each side. */
  static final int ANSWERED_BYTES = 40 << 10;

  /** Every attempt of a round. */
  static final int RUNS_BYTES = 40 << 10;

  private RequestBounds() {}

  /** The request in at most {@link #REQUEST_BYTES}; its earlier findings are what finds room. */
  static RoundRequest fitted(RoundRequest request) {
    RoundRequest lean =
        with(request, runs(request.runs()), List.of(), newest(request.answered(), ANSWERED_BYTES));
    int room = Math.min(FINDINGS_BYTES, REQUEST_BYTES - Bounds.bytes(lean));
    return with(lean, lean.runs(), newest(request.earlierFindings(), room), lean.answered());
  }

  /** Every attempt; where they are too many, those that a round's record keeps. */
  static List<AgentRun> runs(List<AgentRun> runs) {
    if (Bounds.bytes(runs) <= RUNS_BYTES) {
      return runs;
    }
    List<AgentRun> kept = RoundBounds.lean(RoundBounds.kept(runs), false);
    return Bounds.bytes(kept) <= RUNS_BYTES ? kept : RoundBounds.lean(kept, true);
  }

  /** The newest that fit, in their order. */
  static List<String> newest(List<String> texts, int room) {
    int from = texts.size();
    int bytes = 0;
    while (from > 0) {
      bytes += Bounds.bytes(texts.get(from - 1)) + 1;
      if (bytes > room) {
        break;
      }
      from--;
    }
    return List.copyOf(texts.subList(from, texts.size()));
  }

  private static RoundRequest with(
      RoundRequest r, List<AgentRun> runs, List<String> earlierFindings, List<String> answered) {
    return new RoundRequest(
        r.session(),
        r.task(),
        r.round(),
        r.workspace(),
        r.tree(),
        r.analyses(),
        runs,
        earlierFindings,
        r.firstOfDirection(),
        r.context(),
        r.feedback(),
        r.languages(),
        r.started(),
        answered,
        r.clarifications(),
        r.concerns());
  }
}

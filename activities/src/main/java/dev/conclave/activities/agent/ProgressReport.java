package dev.conclave.activities.agent;

import dev.conclave.activities.agent.cli.Heard;
import dev.conclave.activities.agent.process.Vitals;
import dev.conclave.workflows.api.CallProgress;
import dev.conclave.workflows.api.CallStage;
import dev.conclave.workflows.temporal.Cut;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Tells those who watch how a call goes.
 *
 * @param to takes the progress
 * @param redact takes secrets out: what agents say of themselves goes to the server
 */
record ProgressReport(Consumer<CallProgress> to, UnaryOperator<String> redact) {
  private static final int LONGEST_EVENT = 160;

  void queued() {
    to.accept(CallProgress.before(CallStage.QUEUED, "waits for a slot of its host"));
  }

  void preparing() {
    to.accept(CallProgress.before(CallStage.PREPARING, "a snapshot of the tree is made"));
  }

  void working(Vitals vitals, Heard heard, boolean adopted) {
    to.accept(
        new CallProgress(
            "",
            vitals.pid(),
            vitals.running().toSeconds(),
            vitals.bytes(),
            shown(heard.lastEvent()),
            CallStage.WORKING,
            adopted,
            vitals.quiet().toSeconds(),
            heard.tokensIn(),
            heard.tokensOut()));
  }

  /** Secrets go before the cut, which would leave the half of one that nobody recognizes. */
  private String shown(String event) {
    String safe = redact.apply(event);
    return Cut.shown(safe, LONGEST_EVENT);
  }
}

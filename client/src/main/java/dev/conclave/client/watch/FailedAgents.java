package dev.conclave.client.watch;

import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.agent.FailureKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import dev.conclave.workflows.wire.Words;
import java.util.List;

/**
 * Who failed in the last round, and where to read what became of each. Why they did is among the
 * gate's notes, and is not told again.
 */
final class FailedAgents {
  private static final String UNUSABLE = ": " + Words.of(FailureKind.NOT_INSTALLED);

  private FailedAgents() {}

  /** Writes it below a gate; nothing when every agent answered. */
  static void write(Page page, SessionView view) {
    if (view.rounds().isEmpty()) {
      return;
    }
    RoundLine last = view.rounds().get(view.rounds().size() - 1);
    List<String> asked =
        last.failed().stream()
            .filter(one -> !one.endsWith(UNUSABLE))
            .map(one -> one.substring(0, one.indexOf(": ")))
            .distinct()
            .toList();
    if (!asked.isEmpty()) {
      page.text(
          "Failed in round %d: %s. The whole of it: `conclave show %s --round %1$d`; what one printed: `conclave show %3$s --round %1$d --raw %s`."
              .formatted(last.number(), String.join(", ", asked), view.session(), asked.get(0)));
    } else if (view.gate().filter(FailedAgents::degraded).isPresent()) {
      page.text(
          "Only the built-in analyst answered: `conclave doctor` says what ails the agents, or how"
              + " to get one.");
    }
  }

  private static boolean degraded(Gate gate) {
    return gate.shown().notes().stream().anyMatch(note -> note.startsWith(GateContent.DEGRADED));
  }
}

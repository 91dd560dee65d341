package dev.conclave.client.watch;

import dev.conclave.client.terminal.Page;
import dev.conclave.workflows.agent.FailureKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.plan.SessionView.RoundLine;
import dev.conclave.workflows.wire.Words;
import java.util.List;

/** Who failed in the last round, and where to read what became of each. */
final class FailedAgents {
  private static final String UNUSABLE = ": " + Words.of(FailureKind.NOT_INSTALLED);

  private FailedAgents() {}

  /** Writes it below a gate; nothing when every agent answered. */
  static void write(Page page, SessionView view) {
    if (view.rounds().isEmpty()) {
      return;
    }
    RoundLine last = view.rounds().get(view.rounds().size() - 1);
    List<String> asked = last.failed().stream().filter(one -> !one.endsWith(UNUSABLE)).toList();
    if (!asked.isEmpty()) {
      String agent = asked.get(0).substring(0, asked.get(0).indexOf(": "));
      page.text(
          "Failed in round %d: %s. The whole of it: `conclave show %s --round %1$d`; what one printed: `conclave show %3$s --round %1$d --raw %s`."
              .formatted(last.number(), String.join(", ", asked), view.session(), agent));
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

package dev.conclave.client.cli;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.wire.Words;
import java.util.List;

/** Command lines for copying that answer a gate, the most usual first. */
final class AnswerLines {
  private AnswerLines() {}

  static List<String> of(String session, Gate gate) {
    return gate.kinds().stream()
        .filter(kind -> kind != AnswerKind.APPROVE || !gate.shown().options().isEmpty())
        .map(
            kind ->
                "conclave answer %s %s%s --gate %s --digest %s"
                    .formatted(
                        session, Words.of(kind), needs(kind, gate), gate.id(), gate.digest()))
        .toList();
  }

  private static String needs(AnswerKind kind, Gate gate) {
    return switch (kind) {
      case APPROVE -> " --solution 1" + (gate.shown().drift().isEmpty() ? "" : " --accept-drift");
      case CLARIFY ->
          gate.shown().questions().isEmpty() ? " \"your words\"" : " --answer 1=\"your words\"";
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY -> " \"what to do instead\"";
      case RAISE -> " --budget-calls 100";
      case DROP_AGENT -> " --agent NAME";
      case PROCEED, MORE_ANALYSIS, EXECUTE, BACK, SAVE, DECIDE, CANCEL -> "";
    };
  }
}

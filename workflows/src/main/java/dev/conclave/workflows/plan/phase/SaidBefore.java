package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.plan.Clarifications;
import dev.conclave.workflows.wire.Bounds;
import dev.conclave.workflows.wire.Cut;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a gate reminds of: the answers that were given before, and what they leave open. Pure. */
final class SaidBefore {
  private static final int ITEMS = 5;
  private static final int QUESTION = 120;
  private static final int ANSWER = 200;

  private SaidBefore() {}

  /** The newest answers of this direction, one sentence each. */
  static List<String> of(PlanSession session) {
    List<Clarification> said = Clarifications.of(session.decisions());
    return said.stream().skip(Math.max(0, said.size() - ITEMS)).map(SaidBefore::sentence).toList();
  }

  private static String sentence(Clarification said) {
    String answer = Cut.shown(said.answer(), ANSWER);
    String who = Bounds.topic(said.by());
    return said.question().isEmpty()
        ? who + " said: " + answer
        : who + " said to \"" + Cut.shown(said.question(), QUESTION) + "\": " + answer;
  }

  /** Questions of the last round that nobody has answered yet. */
  static List<String> unanswered(PlanSession session) {
    Set<String> answered = new HashSet<>(Clarifications.answered(session.decisions()));
    return session.last.map(Synthesis::questions).orElse(List.of()).stream()
        .filter(question -> !answered.contains(question))
        .toList();
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a kind of session offers at its gates in its current state. */
public interface GatePolicy {

  default List<AnswerKind> kinds(GateType type) {
    return type.kinds();
  }

  /** Returns the automatic answer; empty when a human answers. */
  Optional<AnswerKind> automatic(GateType type);

  /**
   * Returns the time after which a gate is answered {@code done} automatically; empty to wait
   * without limit.
   */
  default Optional<Duration> timeout(GateType type) {
    return Optional.empty();
  }

  /** Returns the content of a gate when the budget does not cover an agent's next call. */
  default GateContent budget(Budget budget, String agent) {
    return new GateContent(
        "The budget does not cover the next call of " + agent + ".",
        List.of(),
        List.of(),
        List.of(Note.subject(budget.sentence())),
        List.of(),
        List.of(agent),
        Optional.of(budget.needed(agent)),
        Optional.of(budget.enough(agent, 1)));
  }
}

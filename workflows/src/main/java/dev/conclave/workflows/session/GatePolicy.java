package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a kind of session offers at its gates, as it stands. */
public interface GatePolicy {

  default List<AnswerKind> kinds(GateType type) {
    return type.kinds();
  }

  /** The answer that the session gives by itself; empty when a human answers. */
  Optional<AnswerKind> automatic(GateType type);

  /** After which a gate is answered {@code done} by itself; empty to wait without end. */
  default Optional<Duration> timeout(GateType type) {
    return Optional.empty();
  }

  /** What a gate shows when the budget does not allow the next call of an agent. */
  default GateContent budget(Budget budget, String agent) {
    return new GateContent(
        "The budget does not allow the next call of " + agent + ".",
        List.of(),
        List.of(),
        List.of(Note.of(NoteKind.SUBJECT, budget.sentence())),
        List.of(),
        List.of(agent),
        Optional.of(budget.needed(agent)),
        Optional.of(budget.enough(agent, 1)));
  }
}

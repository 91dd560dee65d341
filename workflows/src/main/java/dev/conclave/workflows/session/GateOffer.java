package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import java.util.List;
import java.util.Optional;

/** What a kind of session offers at its gates, as it stands. */
public interface GateOffer {

  /** The kinds that a gate takes now: nothing is offered that is not to be had. */
  List<AnswerKind> kinds(GateType type);

  /** The answer that the session gives by itself, as its starter asked; empty for a human's. */
  Optional<AnswerKind> automatic(GateType type);

  /** What a gate shows when the budget does not allow the next call of an agent. */
  GateContent budget(String agent);
}

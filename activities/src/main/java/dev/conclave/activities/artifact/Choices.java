package dev.conclave.activities.artifact;

import dev.conclave.workflows.gate.Accepted;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import java.util.List;
import java.util.Optional;

/**
 * The humans' decisions of a session, oldest first, and what they chose.
 *
 * @param all every accepted answer
 */
public record Choices(List<Decision> all) {

  /** The decisions that were made on a round's outcome. */
  public List<Decision> of(int round) {
    return all.stream().filter(decision -> decision.round() == round).toList();
  }

  /** The newest approval. */
  public Optional<Decision> approval() {
    return Accepted.approval(all);
  }

  /** The newest approval of a round's solutions. */
  public Optional<Decision> approval(int round) {
    return Accepted.approval(of(round));
  }

  /** The name that an approval replaced; empty when there was none before, or the same. */
  public Optional<String> replaced(Decision approval) {
    return approval.kind() == AnswerKind.APPROVE
        ? Accepted.approval(all.subList(0, all.indexOf(approval)))
            .flatMap(Decision::solution)
            .filter(earlier -> !approval.solution().equals(Optional.of(earlier)))
        : Optional.empty();
  }
}

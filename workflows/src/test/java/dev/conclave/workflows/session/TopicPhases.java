package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import dev.conclave.workflows.session.TopicWorkflow.Phase;
import java.util.List;
import java.util.Optional;

/** All that a kind has to write: what its phases do, and what its gates take. */
final class TopicPhases implements Course<Phase> {
  private final TopicSession session;
  private final Equipment equipment;

  TopicPhases(TopicSession session, Equipment equipment) {
    this.session = session;
    this.equipment = equipment;
  }

  @Override
  public Phase next(Phase phase) {
    return switch (phase) {
      case OPENING -> {
        equipment.site().open();
        equipment.site().nameTree();
        yield Phase.AWAITING_CONFIGURATION;
      }
      case AWAITING_CONFIGURATION -> pass(GateType.CONFIGURATION, Phase.AWAITING_TASKS);
      case AWAITING_TASKS -> pass(GateType.TASKS, Phase.COMPLETE);
      case COMPLETE, SAVED, CANCELLED, FAILED -> phase;
    };
  }

  private Phase pass(GateType type, Phase behind) {
    Optional<TakenAnswer> taken = equipment.waiting().answer(type, () -> shown(type));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get().answer();
    session.record(taken.get());
    session.mode = answer.mode().or(() -> session.mode);
    return answer.kind() == AnswerKind.CANCEL ? Phase.CANCELLED : behind;
  }

  private static GateContent shown(GateType type) {
    return new GateContent(
        "Is it to go on so? " + type, List.of(), List.of(), List.of(), List.of(), List.of());
  }

  @Override
  public Phase saved() {
    return Phase.SAVED;
  }

  @Override
  public Phase cancelled() {
    return Phase.CANCELLED;
  }

  @Override
  public Phase failed() {
    return Phase.FAILED;
  }

  /** Its gates take all that they can, and no agent is asked. */
  static final class Gates implements Offer {
    @Override
    public List<AnswerKind> kinds(GateType type) {
      return type.kinds();
    }

    @Override
    public Optional<AnswerKind> automatic(GateType type) {
      return Optional.empty();
    }

    @Override
    public GateContent budget(String agent) {
      throw new IllegalStateException("no agent is asked");
    }
  }
}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a planning session offers at its gates, as it stands. */
record PlanOffer(PlanSession session) implements Offer {

  @Override
  public List<AnswerKind> kinds(GateType type) {
    return type.kinds().stream()
        .filter(kind -> session.mayHaveMoreRounds() || !kind.asksForRound())
        .filter(kind -> kind != AnswerKind.DROP_AGENT || !droppable().isEmpty())
        .toList();
  }

  /** What --yes or --auto-execute answers. */
  @Override
  public Optional<AnswerKind> automatic(GateType type) {
    if (session.request().yes()) {
      return Optional.of(
          switch (type) {
            case CLARIFICATION -> AnswerKind.PROCEED;
            case DECISION -> AnswerKind.APPROVE;
            case CONFIRMATION ->
                Withheld.reason(session).isEmpty() ? AnswerKind.EXECUTE : AnswerKind.SAVE;
            case BUDGET -> AnswerKind.DECIDE;
            case CONFLICT,
                CONFLICT_QUESTIONS,
                CONFIGURATION,
                TASKS,
                WAVE_FAILURE,
                DISCUSSION,
                COMPLETION ->
                throw new IllegalArgumentException("no gate of a planning session: " + type);
          });
    }
    boolean sound =
        session
            .plan
            .filter(draft -> draft.errors().isEmpty() && !draft.plan().degraded())
            .isPresent();
    return session.request().autoExecute() && type == GateType.CONFIRMATION && sound
        ? Optional.of(AnswerKind.EXECUTE)
        : Optional.empty();
  }

  @Override
  public GateContent budget(String agent) {
    List<String> droppable = droppable();
    List<String> own = new ArrayList<>();
    BudgetRaise needed = session.spending().needed(agent);
    own.add(session.spending().sentence());
    BudgetRaise enough = session.spending().enough(agent, furtherCalls());
    own.add(
        "for this call raise "
            + needed.asLeast()
            + "; for all that may still follow, "
            + enough.asEnough());
    if (droppable.isEmpty()) {
      own.add(agent + " is the last agent that can be asked, so it cannot be dropped");
    } else if (droppable.size() == 1) {
      own.add(
          droppable.get(0)
              + " is the last agent that can be asked: without it the "
              + (session.phase() == Phase.ANALYZING
                  ? "direct analyst answers"
                  : "rules make the plan"));
    } else {
      own.add("agents that can be dropped: " + String.join(", ", droppable));
    }
    return new GateContent(
        "The budget does not allow the next call of " + agent + ".",
        List.of(),
        List.of(),
        Shown.notes(session, own),
        List.of(),
        droppable,
        Optional.of(needed),
        Optional.of(enough),
        new Successors(session, agent).afterDropping(droppable));
  }

  /**
   * What may be asked after the next call: every seat and the moderator of the rounds that are
   * left, and a plan.
   */
  private int furtherCalls() {
    int rounds = session.phase() == Phase.ANALYZING ? session.roundsLeft : 0;
    int seats = session.analysts.size();
    return rounds * (seats > 1 ? seats + 1 : seats) + Planner.REPAIRS + (rounds == 0 ? 0 : 1);
  }

  /**
   * Those that a human may drop, to spare what they cost. In a round the last one stays unless
   * {@code direct} stands in for it: somebody has to be asked.
   */
  List<String> droppable() {
    List<String> asked =
        Agents.all(session.request()).stream()
            .filter(agent -> !agent.equals(AgentStatus.DIRECT) && !session.roster().dropped(agent))
            .filter(agent -> session.roster().find(agent).filter(AgentStatus::usable).isPresent())
            .toList();
    boolean needed = session.phase() == Phase.ANALYZING && !Agents.mayAskDirect(session.request());
    return asked.size() == 1 && needed ? List.of() : asked;
  }
}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.session.AgentOrder;
import dev.conclave.workflows.session.GateOffer;
import java.util.List;
import java.util.Optional;

/** What a planning session offers at its gates, as it stands. */
record PlanGates(PlanState session) implements GateOffer {

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
                whyWithheld(session).isEmpty() ? AnswerKind.EXECUTE : AnswerKind.SAVE;
            case BUDGET -> AnswerKind.DECIDE;
            default -> throw new IllegalArgumentException("no gate of a planning session: " + type);
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
    BudgetLimits needed = session.budget().needed(agent);
    BudgetLimits enough = session.budget().enough(agent, furtherCalls());
    String without =
        session.phase() == Phase.ANALYZING ? "direct analyst answers" : "rules make the plan";
    String drop =
        switch (droppable.size()) {
          case 0 -> agent + " is the last agent that can be asked, so it cannot be dropped";
          case 1 ->
              droppable.get(0) + " is the last agent that can be asked: without it the " + without;
          default -> "agents that can be dropped: " + String.join(", ", droppable);
        };
    String raise =
        "for this call raise %s; for all that may still follow, %s"
            .formatted(needed.asLeast(), enough.asEnough());
    return new GateContent(
        "The budget does not allow the next call of " + agent + ".",
        List.of(),
        List.of(),
        PlanGateContents.notes(session, List.of(session.budget().sentence(), raise, drop)),
        List.of(),
        droppable,
        Optional.of(needed),
        Optional.of(enough));
  }

  /**
   * What may be asked after the next call: every seat and the moderator of the rounds that are
   * left, and a plan.
   */
  private int furtherCalls() {
    int rounds = session.phase() == Phase.ANALYZING ? session.roundsLeft : 0;
    int seats = session.analysts.size();
    return rounds * (seats > 1 ? seats + 1 : seats) + PlanDrafting.REPAIRS + (rounds == 0 ? 0 : 1);
  }

  /**
   * Those that a human may drop, to spare what they cost. In a round the last one stays unless
   * {@code direct} stands in for it: somebody has to be asked.
   */
  List<String> droppable() {
    List<String> asked =
        AgentOrder.all(session.request()).stream()
            .filter(agent -> !agent.equals(AgentStatus.DIRECT) && !session.roster().dropped(agent))
            .filter(agent -> session.roster().find(agent).filter(AgentStatus::usable).isPresent())
            .toList();
    boolean needed =
        session.phase() == Phase.ANALYZING && !AgentOrder.mayAskDirect(session.request());
    return asked.size() == 1 && needed ? List.of() : asked;
  }

  /**
   * Why a session that answers by itself keeps its plan: what it rests on is nothing that anybody
   * has read in the code. A part of a sentence; empty when the plan may be handed off.
   */
  static Optional<String> whyWithheld(PlanState session) {
    if (session.plan.filter(draft -> !draft.errors().isEmpty()).isPresent()) {
      return Optional.of("the plan fails its checks");
    }
    if (session.last.isEmpty()) {
      return Optional.empty();
    }
    Synthesis last = session.last.get();
    Solution solution = last.solutions().get(session.selected.orElse(0));
    PlanRequest request = session.request();
    // Who named the built-in analyst alone has no model to wait for.
    boolean directWanted = request.toolsNamed() && onlyDirect(request.tools());
    if (onlyDirect(solution.sourceCli()) && !directWanted) {
      return Optional.of("no model stands behind it, only the built-in analyst proposed it");
    }
    return nothingIsThere(solution, last.places())
        ? Optional.of("none of the places that it is cited for is in the code")
        : Optional.empty();
  }

  private static boolean onlyDirect(List<String> agents) {
    return agents.stream().allMatch(AgentStatus.DIRECT::equals);
  }

  private static boolean nothingIsThere(Solution solution, CitedPlaces places) {
    List<String> named =
        solution.affectedFiles().stream()
            .filter(place -> place.line() > 0)
            .map(place -> place.file() + ":" + place.line())
            .toList();
    return (places.cited() > 0 && places.missing() == places.cited())
        || (!named.isEmpty() && solution.verified() == 0 && places.first().containsAll(named));
  }
}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;

/** Why a session asks for a decision although its agents did not converge. Pure. */
final class Uncertainty {
  private Uncertainty() {}

  /** Whether the options are the best so far, and no more. */
  static boolean uncertain(Synthesis last) {
    return last.convergence().recommendation() != Recommendation.CONVERGED;
  }

  /** The reason for no further round, as the end of a sentence. */
  static String reason(PlanState session, Synthesis last) {
    Convergence convergence = last.convergence();
    if (said(session, last, AnswerKind.DECIDE)) {
      return "you said at the budget to decide with what there is";
    }
    if (session.onlyDirect()) {
      return "the built-in analyst alone would say the same again";
    }
    if (convergence.recommendation() == Recommendation.USER_INPUT_NEEDED) {
      return "their disagreements are left open, and the answer was to proceed";
    }
    if (nobodyAnswered(session, last)) {
      return "no agent answered in the last round";
    }
    if (!convergence.newInsights() && !last.ledger().needsBallot()) {
      return "the last round brought nothing new, so none follows by itself";
    }
    return session.mayHaveMoreRounds()
        ? "no rounds are left"
        : "a session has at most " + PlanRequest.MAX_ROUNDS_IN_ALL + " rounds in all";
  }

  private static boolean nobodyAnswered(PlanState session, Synthesis last) {
    return session.rounds.stream()
        .filter(round -> round.number() == last.round())
        .allMatch(RoundRecord::withoutModels);
  }

  private static boolean said(PlanState session, Synthesis last, AnswerKind kind) {
    return session.decisions().stream()
        .filter(decision -> decision.round() >= last.round())
        .takeWhile(decision -> decision.kind() != AnswerKind.APPROVE)
        .anyMatch(decision -> decision.kind() == kind);
  }
}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.Drift;
import dev.conclave.workflows.api.WorkspaceActivities;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerOutcome;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Gates.TakenAnswer;
import dev.conclave.workflows.session.Hosting;
import dev.conclave.workflows.session.Waiting;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import java.util.List;
import java.util.Optional;

/** The phases of the discussion: its rounds, and the gates at which the human steers it. */
final class Deliberation {
  private final PlanSession session;
  private final Waiting waiting;
  private final Hosting hosting;
  private final Rounds rounds;

  Deliberation(PlanSession session, Waiting waiting, Hosting hosting, Rounds rounds) {
    this.session = session;
    this.waiting = waiting;
    this.hosting = hosting;
    this.rounds = rounds;
  }

  Phase analyze() {
    waiting.decideNow(false);
    Synthesis synthesis = rounds.conduct();
    return waiting.decideNow() || session.onlyDirect() ? Phase.AWAITING_DECISION : after(synthesis);
  }

  /** Where a counted round leads: see docs/discussion.md, section 5. */
  private Phase after(Synthesis synthesis) {
    boolean changes = synthesis.convergence().newInsights() || synthesis.ledger().needsBallot();
    boolean another = changes && session.roundsLeft > 0;
    return switch (synthesis.convergence().recommendation()) {
      case CONVERGED -> Phase.AWAITING_DECISION;
      // Nobody is there to be asked: the agents have the rounds that they were given.
      case USER_INPUT_NEEDED ->
          session.request().yes() && another ? Phase.ANALYZING : Phase.AWAITING_CLARIFICATION;
      case CONTINUE -> another ? Phase.ANALYZING : Phase.AWAITING_DECISION;
    };
  }

  Phase clarify() {
    Optional<TakenAnswer> taken =
        waiting.answer(GateType.CLARIFICATION, () -> Shown.clarification(session));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get().answer();
    session.record(taken.get());
    return switch (answer.kind()) {
      case CLARIFY -> clarified(taken.get());
      case CHANGE_DIRECTION -> newDirection(answer);
      case PROCEED -> {
        recountIfAnswered(answer);
        yield Phase.AWAITING_DECISION;
      }
      default -> Phases.cancelled(session, answer);
    };
  }

  /**
   * When everything that was asked has its answer, votes are counted anew and no round is bought.
   */
  private Phase clarified(TakenAnswer taken) {
    GateAnswer answer = taken.answer();
    int asked = taken.gate().shown().questions().size();
    boolean everything = asked > 0 && answer.answers().size() == asked;
    if (!everything || answer.text().isPresent()) {
      return anotherRound();
    }
    session.forgetNotes();
    return after(rounds.recount());
  }

  private void recountIfAnswered(GateAnswer answer) {
    if (!answer.answers().isEmpty()) {
      rounds.recount();
    }
  }

  Phase decide() {
    if (session.request().yes() && session.last.filter(l -> !l.solutions().isEmpty()).isEmpty()) {
      session.ending("no solution came out that --yes could approve");
      return Phase.FAILED;
    }
    Optional<TakenAnswer> taken = waiting.answer(GateType.DECISION, () -> Shown.decision(session));
    if (taken.isEmpty()) {
      return session.phase();
    }
    GateAnswer answer = taken.get().answer();
    return switch (answer.kind()) {
      case APPROVE -> approve(taken.get());
      case MORE_ANALYSIS -> {
        session.record(taken.get());
        yield anotherRound();
      }
      case DIFFERENT_DIRECTION -> {
        session.record(taken.get());
        yield newDirection(answer);
      }
      default -> {
        session.record(taken.get());
        yield Phases.cancelled(session, answer);
      }
    };
  }

  /** An approval holds when what it was given for still stands in the workspace. */
  private Phase approve(TakenAnswer taken) {
    Synthesis last = session.last.orElseThrow();
    Solution solution = last.solutions().get(taken.answer().solution().orElse(1) - 1);
    String tree = session.rounds.get(session.rounds.size() - 1).tree();
    List<String> cited = Cited.files(solution, last);
    Optional<Drift> probed = waiting.unlessAnswered(() -> probe(tree, cited));
    if (probed.isEmpty()) {
      return session.phase();
    }
    Drift drift = probed.get();
    if (drift.concernsCited() && !taken.answer().acceptDrift().orElse(false)) {
      session.gates().settle(taken.key(), AnswerOutcome.REOPENED);
      session.drift = Bounds.paths(drift.cited());
      return Phase.AWAITING_DECISION;
    }
    session.drift = List.of();
    session.record(taken);
    session.gates().settle(taken.key(), AnswerOutcome.ACCEPTED);
    session.selected = Optional.of(taken.answer().solution().orElse(1) - 1);
    session.forgetNotes();
    recountIfAnswered(taken.answer());
    if (drift.concernsCited()) {
      session.note("drift accepted: " + String.join(", ", Bounds.paths(drift.cited())));
    }
    return Phase.GENERATING_PLAN;
  }

  private Drift probe(String tree, List<String> cited) {
    return hosting.call(
        WorkspaceActivities.class,
        ActivityProfile.TREE,
        "has the workspace drifted?",
        workspaces -> workspaces.probe(session.whereabouts().opened(), tree, cited));
  }

  /** With the words that were just recorded, if there are any. */
  private Phase anotherRound() {
    session.drift = List.of();
    session.grantRounds(session.roundsLeft + 1);
    session.forgetNotes();
    session.feedback = justSaid();
    boolean searched =
        Clarifications.newestAsking(session.decisions())
            .filter(asking -> !asking.ownWords().isBlank())
            .isPresent();
    return searched ? Phase.CONTEXT_GATHERING : Phase.ANALYZING;
  }

  private Phase newDirection(GateAnswer answer) {
    session.drift = List.of();
    session.direction++;
    session.directionText = answer.text();
    session.feedback = justSaid();
    session.forgetNotes();
    session.grantRounds(session.request().maxRounds());
    return Phase.CONTEXT_GATHERING;
  }

  private Optional<String> justSaid() {
    String words = session.decisions().get(session.decisions().size() - 1).words();
    return Optional.of(words).filter(said -> !said.isBlank());
  }
}

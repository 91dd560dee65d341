package dev.conclave.workflows.plan;

import dev.conclave.workflows.agent.AgentStatus;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What each gate shows and takes. Pure: from the session's state alone. */
final class Shown {
  private static final int ITEMS = 5;
  private static final int TEXT = 400;

  private Shown() {}

  /** The kinds that a gate takes now: nothing is offered that is not to be had. */
  static List<AnswerKind> kinds(Session session, GateType type) {
    return type.kinds().stream()
        .filter(kind -> session.mayHaveMoreRounds() || !kind.asksForRound())
        .filter(kind -> kind != AnswerKind.DROP_AGENT || !Agents.droppable(session).isEmpty())
        .toList();
  }

  static GateContent clarification(Session session) {
    Synthesis last = session.last.orElseThrow();
    List<String> own = new ArrayList<>();
    own.add(last.convergence().rationale());
    own.addAll(RoundAccount.of(session));
    own.addAll(SaidBefore.of(session));
    List<String> questions = SaidBefore.unanswered(session);
    return new GateContent(
        questions.isEmpty()
            ? "Round " + last.round() + " still disagrees, although you answered what it asks."
            : "Round " + last.round() + " left questions that only you can answer.",
        options(session),
        questions,
        notes(session, own),
        List.of(),
        List.of());
  }

  static GateContent decision(Session session) {
    List<Option> options = options(session);
    List<String> own = new ArrayList<>();
    session.last.ifPresent(last -> own.add(last.convergence().rationale()));
    session
        .last
        .filter(Uncertainty::uncertain)
        .ifPresent(
            last ->
                own.add(
                    "uncertain: the agents did not converge, and "
                        + Uncertainty.reason(session, last)
                        + (options.isEmpty() ? "" : "; these are the best options so far")));
    own.addAll(RoundAccount.of(session));
    if (session.last.filter(last -> last.crossVerification().notCrossVerified()).isPresent()) {
      own.add("not cross-verified: fewer than two independent analyses stand behind the options");
    }
    if (session.last.filter(Synthesis::degraded).isPresent()) {
      own.add(
          onlyDirectAnswered(session)
              ? GateContent.DEGRADED + ": no model-backed analysis is among these"
              : "no agent answered in the form that was asked for: this is what could be picked out"
                  + " of their texts");
    }
    own.addAll(SaidBefore.of(session));
    if (!session.drift.isEmpty()) {
      own.add(
          "the workspace changed since the analysis: look at the files, then approve with"
              + " accept-drift, or ask for more analysis");
    }
    return new GateContent(
        options.isEmpty()
            ? "No solution came out."
            : "Choose among " + options.size() + (options.size() == 1 ? " option." : " options."),
        options,
        SaidBefore.unanswered(session),
        notes(session, own),
        session.drift,
        List.of());
  }

  private static boolean onlyDirectAnswered(Session session) {
    return session.rounds.get(session.rounds.size() - 1).runs().stream()
        .filter(AgentRun::answered)
        .allMatch(run -> run.agent().equals(AgentStatus.DIRECT));
  }

  static GateContent confirmation(Session session) {
    PlanDraft draft = session.plan.orElseThrow();
    List<String> own = new ArrayList<>(PlanAccount.of(draft));
    if (!session.drift.isEmpty()) {
      own.add(
          "the workspace changed since the plan was checked: have the plan modified, go back, or"
              + " execute it with accept-drift");
    }
    return new GateContent(
        "The plan is ready: " + cut(draft.plan().summary()),
        List.of(),
        List.of(),
        notes(session, own),
        session.drift,
        List.of());
  }

  static GateContent budget(Session session, String agent) {
    List<String> droppable = Agents.droppable(session);
    List<String> own = new ArrayList<>();
    BudgetRaise needed = session.spending.needed(agent);
    own.add(session.spending.sentence());
    own.add("for this call raise " + needed.asLeast());
    if (droppable.isEmpty()) {
      own.add(agent + " is the last agent that can be asked, so it cannot be dropped");
    } else if (droppable.size() == 1) {
      own.add(
          droppable.get(0)
              + " is the last agent that can be asked: without it the "
              + (session.phase == Phase.ANALYZING
                  ? "direct analyst answers"
                  : "rules make the plan"));
    } else {
      own.add("agents that can be dropped: " + String.join(", ", droppable));
    }
    return new GateContent(
        "The budget does not allow the next call of " + agent + ".",
        List.of(),
        List.of(),
        notes(session, own),
        List.of(),
        droppable,
        Optional.of(needed));
  }

  /** What the gate is about comes first, then what is true of the whole session. */
  private static List<String> notes(Session session, List<String> own) {
    List<String> notes = new ArrayList<>(own.subList(0, Math.min(1, own.size())));
    notes.addAll(session.notes);
    notes.addAll(own.subList(notes.size() - session.notes.size(), own.size()));
    if (!session.mayHaveMoreRounds()) {
      notes.add(
          "no more rounds: a session has at most " + PlanRequest.MAX_ROUNDS_IN_ALL + " in all");
    }
    return notes;
  }

  private static List<Option> options(Session session) {
    List<Solution> solutions = session.last.map(Synthesis::solutions).orElse(List.of());
    List<Option> options = new ArrayList<>();
    for (Solution solution : solutions) {
      options.add(
          new Option(
              options.size() + 1,
              cut(solution.name()),
              cut(solution.summary()),
              solution.sourceCli(),
              solution.feasibility(),
              solution.effort(),
              solution.risk(),
              solution.score(),
              some(solution.pros()),
              some(solution.cons()),
              solution.affectedFiles().size()));
    }
    return options;
  }

  private static List<String> some(List<String> items) {
    return items.stream().limit(ITEMS).map(Shown::cut).toList();
  }

  private static String cut(String text) {
    return Cut.shown(text, TEXT);
  }

  /** The answer that --yes or --auto-execute gives at a gate; empty when a human must. */
  static Optional<AnswerKind> automatic(Session session, GateType type) {
    if (session.request.yes()) {
      return Optional.of(
          switch (type) {
            case CLARIFICATION -> AnswerKind.PROCEED;
            case DECISION -> AnswerKind.APPROVE;
            case CONFIRMATION ->
                session.plan.filter(draft -> draft.errors().isEmpty()).isPresent()
                    ? AnswerKind.EXECUTE
                    : AnswerKind.SAVE;
            case BUDGET -> AnswerKind.DECIDE;
          });
    }
    boolean sound =
        session
            .plan
            .filter(draft -> draft.errors().isEmpty() && !draft.plan().degraded())
            .isPresent();
    return session.request.autoExecute() && type == GateType.CONFIRMATION && sound
        ? Optional.of(AnswerKind.EXECUTE)
        : Optional.empty();
  }
}

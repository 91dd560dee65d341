package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.StableText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the gates of a planning session show. Pure: from the session's state alone. */
final class Shown {
  private static final int ITEMS = 5;
  private static final int TEXT = 400;

  private Shown() {}

  static GateContent clarification(PlanState session) {
    Synthesis last = session.last.orElseThrow();
    List<String> own = new ArrayList<>();
    own.add(last.convergence().rationale());
    own.addAll(RoundAccount.of(session));
    own.addAll(SaidBefore.of(session));
    List<Question> questions = SaidBefore.unanswered(session);
    return new GateContent(
        questions.isEmpty()
            ? "Round " + last.round() + " still disagrees, although you answered what it asks."
            : "Round " + last.round() + " left questions that only you can answer.",
        List.of(),
        questions,
        notes(session, own),
        List.of(),
        List.of());
  }

  static GateContent decision(PlanState session) {
    List<Option> options = options(session);
    List<String> own = new ArrayList<>();
    session.last.ifPresent(last -> own.add(last.convergence().rationale()));
    session.last.flatMap(Shown::recommended).ifPresent(own::add);
    List<Question> questions = SaidBefore.unanswered(session);
    own.addAll(
        Unsettled.open(session, questions.stream().map(Question::id).collect(Collectors.toSet())));
    own.addAll(Unsettled.uncertainty(session));
    own.addAll(RoundAccount.of(session));
    own.addAll(Unsettled.standing(session));
    own.addAll(SaidBefore.of(session));
    own.addAll(SaidBefore.kept(session));
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
        questions,
        notes(session, own),
        session.drift,
        List.of());
  }

  static GateContent confirmation(PlanState session) {
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

  /** What the gate is about comes first, then what is true of the whole session. */
  static List<String> notes(PlanState session, List<String> own) {
    List<String> notes = new ArrayList<>(own.subList(0, Math.min(1, own.size())));
    notes.addAll(session.notes());
    notes.addAll(own.subList(notes.size() - session.notes().size(), own.size()));
    if (!session.mayHaveMoreRounds()) {
      notes.add(
          "no more rounds: a session has at most " + PlanRequest.MAX_ROUNDS_IN_ALL + " in all");
    }
    return notes;
  }

  private static List<Option> options(PlanState session) {
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
              solution.files(),
              solution.verified(),
              solution.cited()));
    }
    return options;
  }

  /**
   * The option that most voters rank first, else the one with the best score, and why; none where
   * no model stands behind any.
   */
  private static Optional<String> recommended(Synthesis last) {
    List<Solution> options = last.solutions();
    if (options.isEmpty() || last.degraded()) {
      return Optional.empty();
    }
    Solution best = options.get(0);
    for (Solution option : options) {
      best = option.rankedFirstBy().size() > best.rankedFirstBy().size() ? option : best;
    }
    List<String> voters = best.rankedFirstBy();
    boolean shared = best.sourceCli().size() > 1;
    String why =
        !voters.isEmpty()
            ? "ranked first by " + String.join(" and ", voters)
            : shared
                ? "proposed by " + String.join(" and ", best.sourceCli()) + " alike"
                : "the best score, though only " + best.sourceCli().get(0) + " proposes it";
    return Optional.of(
        GateContent.RECOMMENDED
            + (options.indexOf(best) + 1)
            + ", "
            + why
            + (best.cited() == 0
                ? "; it names no line"
                : "; "
                    + best.verified()
                    + " of "
                    + StableText.counted(best.cited(), "cited place")
                    + " there"));
  }

  private static List<String> some(List<String> items) {
    return items.stream().limit(ITEMS).map(Shown::cut).toList();
  }

  private static String cut(String text) {
    return Cut.shown(text, TEXT);
  }
}

package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Clarification;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.temporal.Bounds;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What the gates of a planning session show. Pure: from the session's state alone. */
final class PlanGateContents {
  private static final int ITEMS = 5;
  private static final int TEXT = 400;
  private static final int QUESTION = 120;
  private static final int ANSWER = 200;

  private PlanGateContents() {}

  static GateContent clarification(PlanState session) {
    Synthesis last = session.last.orElseThrow();
    List<String> own = new ArrayList<>();
    own.add(last.convergence().rationale());
    own.addAll(RoundReport.account(session));
    own.addAll(saidBefore(session));
    List<Question> questions = unanswered(session);
    String title =
        questions.isEmpty()
            ? " still disagrees, although you answered what it asks."
            : " left questions that only you can answer.";
    return new GateContent(
        "Round " + last.round() + title,
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
    session.last.flatMap(PlanGateContents::recommended).ifPresent(own::add);
    List<Question> questions = unanswered(session);
    Set<String> asked = questions.stream().map(Question::id).collect(Collectors.toSet());
    own.addAll(RoundReport.open(session, asked));
    own.addAll(RoundReport.uncertainty(session));
    own.addAll(RoundReport.account(session));
    own.addAll(RoundReport.standing(session));
    own.addAll(saidBefore(session));
    own.addAll(kept(session));
    if (!session.drift.isEmpty()) {
      own.add(
          "the workspace changed since the analysis: look at the files, then approve with"
              + " accept-drift, or ask for more analysis");
    }
    return new GateContent(
        options.isEmpty()
            ? "No solution came out."
            : options.size() == 1
                ? "One option came out."
                : "Choose among " + options.size() + " options.",
        options,
        questions,
        notes(session, own),
        session.drift,
        List.of());
  }

  static GateContent confirmation(PlanState session) {
    PlanDraft draft = session.plan.orElseThrow();
    List<String> own = new ArrayList<>(draft.account());
    if (!session.drift.isEmpty()) {
      own.add(
          "the workspace changed since the plan was checked: have the plan modified, go back, or"
              + " execute it with accept-drift");
    }
    return new GateContent(
        "The plan is ready: " + Cut.shown(draft.plan().summary(), TEXT),
        List.of(),
        List.of(),
        notes(session, own),
        session.drift,
        List.of());
  }

  /** What the gate is about comes first, then what is true of the whole session. */
  static List<String> notes(PlanState session, List<String> own) {
    List<String> notes = new ArrayList<>(session.notes());
    notes.addAll(own);
    if (!own.isEmpty()) {
      notes.add(0, notes.remove(session.notes().size()));
    }
    if (!session.mayHaveMoreRounds()) {
      notes.add(
          "no more rounds: a session has at most " + PlanRequest.MAX_ROUNDS_IN_ALL + " in all");
    }
    return notes;
  }

  private static List<Option> options(PlanState session) {
    List<Option> options = new ArrayList<>();
    for (Solution solution : session.last.map(Synthesis::solutions).orElse(List.of())) {
      options.add(
          new Option(
              options.size() + 1,
              Cut.shown(solution.name(), TEXT),
              Cut.shown(solution.summary(), TEXT),
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

  private static List<String> some(List<String> items) {
    return items.stream().limit(ITEMS).map(item -> Cut.shown(item, TEXT)).toList();
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
    List<String> sources = best.sourceCli();
    String why =
        !best.rankedFirstBy().isEmpty()
            ? "ranked first by " + String.join(" and ", best.rankedFirstBy())
            : sources.size() > 1
                ? "proposed by " + String.join(" and ", sources) + " alike"
                : "the best score, though only " + sources.get(0) + " proposes it";
    String places =
        best.cited() == 0
            ? "it names no line"
            : "%d of %s there"
                .formatted(best.verified(), Words.counted(best.cited(), "cited place"));
    return Optional.of(
        GateContent.RECOMMENDED + (options.indexOf(best) + 1) + ", " + why + "; " + places);
  }

  /**
   * The newest direction, the newest answers since and what contradicts them, one sentence each.
   */
  private static List<String> saidBefore(PlanState session) {
    List<String> sentences = new ArrayList<>();
    session.directionText.ifPresent(
        words -> sentences.add("new direction: " + Cut.shown(words, ANSWER)));
    List<Clarification> said = Clarifications.of(session.decisions());
    said.stream()
        .skip(Math.max(0, said.size() - ITEMS))
        .map(PlanGateContents::sentence)
        .forEach(sentences::add);
    session.last.stream()
        .flatMap(last -> last.ledger().points().stream())
        .filter(point -> point.against().isPresent())
        .limit(ITEMS)
        .forEach(
            point -> {
              String text = point.sentence().in(session.request().languages());
              sentences.add(
                  "against your decision: " + point.id() + " " + Cut.shown(text, QUESTION));
            });
    return sentences;
  }

  private static String sentence(Clarification said) {
    String answer = Cut.shown(said.answer(), ANSWER);
    String who = Bounds.topic(said.by());
    return said.question().isEmpty()
        ? "said by " + who + ": " + answer
        : "decided: " + Cut.shown(said.question(), QUESTION) + " — " + answer + " (" + who + ")";
  }

  /** What was set for an earlier plan and holds for the next one, with how to leave it out. */
  private static List<String> kept(PlanState session) {
    Kept kept = Kept.of(session.decisions());
    List<String> lines = new ArrayList<>();
    for (String text : kept.all()) {
      boolean constraint = lines.size() < kept.constraints().size();
      lines.add(
          ("kept " + (lines.size() + 1))
              + (constraint ? ", a constraint: \"" : ", asked for by modify: \"")
              + (Cut.shown(text, ANSWER) + "\""));
    }
    if (!lines.isEmpty()) {
      lines.add(
          "kept for the next plan unless you leave it out: approve with --constraint \"without 1\""
              + (lines.size() == 1 ? "" : ", or \"without all\""));
    }
    if (Decision.approval(session.decisions()).flatMap(a -> a.answer().scope()).isPresent()) {
      lines.add(
          "not kept is the scope that you set: say --include and --exclude again if it is to hold");
    }
    return lines;
  }

  /** Questions of the last round that nobody has answered yet, in the session's language. */
  static List<Question> unanswered(PlanState session) {
    Set<String> answered =
        Clarifications.answers(session.decisions()).stream()
            .map(HumanAnswer::id)
            .collect(Collectors.toSet());
    return session.last.map(Synthesis::questions).orElse(List.of()).stream()
        .filter(question -> !answered.contains(question.id()))
        .map(question -> question.in(session.request().languages()))
        .toList();
  }
}

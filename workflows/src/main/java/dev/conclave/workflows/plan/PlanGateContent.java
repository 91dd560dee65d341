package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.CitationCheck;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.ConstraintPreset;
import dev.conclave.workflows.gate.Decision.Clarification;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.gate.Note.Severity;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.session.Budget;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.GatePolicy;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Answers and content of the gates of a planning session. Pure: reads only the state. */
record PlanGateContent(PlanState state) implements GatePolicy {

  private static final int ITEMS = 5;
  private static final int TEXT = 400;
  private static final int QUESTION = 120;
  private static final int ANSWER = 200;

  @Override
  public List<AnswerKind> kinds(GateType type) {
    return type.kinds().stream()
        .filter(kind -> state.mayHaveMoreRounds() || !kind.asksForRound())
        .filter(kind -> kind != AnswerKind.DROP_AGENT || !droppable().isEmpty())
        .filter(kind -> kind != AnswerKind.EXECUTE || HandOff.isPossible(state))
        .toList();
  }

  /** Returns the answer given by --yes or --auto-execute. */
  @Override
  public Optional<AnswerKind> automatic(GateType type) {
    if (state.request().yes()) {
      return Optional.of(
          switch (type) {
            case CLARIFICATION -> AnswerKind.PROCEED;
            case DECISION -> AnswerKind.APPROVE;
            case CONFIRMATION ->
                whyWithheld(state).isPresent()
                    ? AnswerKind.SAVE
                    : state.request().autoExecute() && mayExecute()
                        ? AnswerKind.EXECUTE
                        : AnswerKind.ACCEPT;
            case BUDGET -> AnswerKind.DECIDE;
            default ->
                throw new IllegalArgumentException("not a gate of a planning session: " + type);
          });
    }
    return state.request().autoExecute() && type == GateType.CONFIRMATION && mayExecute()
        ? Optional.of(AnswerKind.EXECUTE)
        : Optional.empty();
  }

  /** Whether the plan may be executed without a human's approval; not if built by rules. */
  private boolean mayExecute() {
    return HandOff.isPossible(state)
        && state
            .plan()
            .filter(draft -> draft.errors().isEmpty() && !draft.plan().degraded())
            .isPresent();
  }

  @Override
  public GateContent budget(Budget budget, String agent) {
    List<String> droppable = droppable();
    BudgetLimits needed = budget.needed(agent);
    BudgetLimits enough = budget.enough(agent, furtherCalls());
    String without =
        state.phase() == Phase.ANALYZING ? "built-in analyst answers" : "plan is built by rules";
    String drop =
        switch (droppable.size()) {
          case 0 -> agent + " is the last agent and cannot be dropped";
          case 1 -> droppable.get(0) + " is the last agent: without it the " + without;
          default -> "agents that can be dropped: " + String.join(", ", droppable);
        };
    String raise =
        "raise %s for this call, or %s for all remaining calls"
            .formatted(needed.asLeast(), enough.asEnough());
    return new GateContent(
        "The budget does not cover the next call of " + agent + ".",
        List.of(),
        List.of(),
        notes(List.of(subject(budget.sentence()), Note.warning(raise), Note.warning(drop))),
        List.of(),
        droppable,
        Optional.of(needed),
        Optional.of(enough));
  }

  /**
   * Returns the calls that may follow the next one: analysts and moderator of the remaining rounds,
   * and a plan.
   */
  private int furtherCalls() {
    int rounds = state.phase() == Phase.ANALYZING ? state.roundsLeft() : 0;
    int seats = state.analysts().size();
    return rounds * (seats > 1 ? seats + 1 : seats) + PlanDrafting.REPAIRS + (rounds == 0 ? 0 : 1);
  }

  /**
   * Returns the agents that may be dropped: not the last one of a round unless {@code direct} can
   * replace it.
   */
  List<String> droppable() {
    List<String> asked =
        state.request().agents().stream()
            .filter(agent -> !agent.equals(AgentStatus.DIRECT) && !state.roster().dropped(agent))
            .filter(agent -> state.roster().find(agent).filter(AgentStatus::usable).isPresent())
            .toList();
    boolean needed = state.phase() == Phase.ANALYZING && !state.request().mayAskDirect();
    return asked.size() == 1 && needed ? List.of() : asked;
  }

  /**
   * Returns a clause that says why a session with automatic answers must not hand off its plan;
   * empty if it may.
   */
  static Optional<String> whyWithheld(PlanState state) {
    if (state.plan().filter(draft -> !draft.errors().isEmpty()).isPresent()) {
      return Optional.of("the plan fails its checks");
    }
    if (state.last().isEmpty()) {
      return Optional.empty();
    }
    Synthesis last = state.last().get();
    Solution solution = last.solutions().get(state.selected().orElse(0));
    PlanRequest request = state.request();
    // With --tools direct no model is expected.
    boolean directWanted = request.terms().toolsNamed() && onlyDirect(request.tools());
    if (onlyDirect(solution.sourceCli()) && !directWanted) {
      return Optional.of("proposed by the built-in analyst only; no model has seen it");
    }
    return nothingIsThere(solution, last.places())
        ? Optional.of("none of its citations could be verified in the code")
        : Optional.empty();
  }

  private static boolean onlyDirect(List<String> agents) {
    return agents.stream().allMatch(AgentStatus.DIRECT::equals);
  }

  private static boolean nothingIsThere(Solution solution, CitationCheck places) {
    List<String> named =
        solution.affectedFiles().stream()
            .filter(place -> place.line() > 0)
            .map(place -> place.file() + ":" + place.line())
            .toList();
    return (places.cited() > 0 && places.missing() == places.cited())
        || (!named.isEmpty() && solution.verified() == 0 && places.first().containsAll(named));
  }

  GateContent clarification() {
    Synthesis last = state.last().orElseThrow();
    List<Note> own = new ArrayList<>();
    own.add(subject(last.convergence().rationale()));
    own.addAll(RoundReport.replyProblems(state));
    own.addAll(saidBefore());
    List<Question> questions = unanswered(state);
    String title =
        questions.isEmpty()
            ? " still disagrees, although you answered its questions."
            : " left questions for you.";
    return new GateContent(
        "Round " + last.round() + title, List.of(), questions, notes(own), List.of(), List.of());
  }

  GateContent decision() {
    List<Option> options = options();
    List<Note> own = new ArrayList<>();
    state.last().ifPresent(last -> own.add(subject(last.convergence().rationale())));
    state.last().map(PlanGateContent::recommended).ifPresent(own::addAll);
    List<Question> questions = unanswered(state);
    Set<String> asked = questions.stream().map(Question::id).collect(Collectors.toSet());
    own.addAll(RoundReport.open(state, asked));
    own.addAll(RoundReport.uncertainty(state));
    own.addAll(RoundReport.replyProblems(state));
    own.addAll(RoundReport.optionCaveats(state));
    own.addAll(saidBefore());
    if (!options.isEmpty()) {
      own.add(Note.of(NoteKind.DETAIL, ConstraintPreset.line()));
    }
    return new GateContent(
        options.isEmpty()
            ? "The discussion found no solution."
            : options.size() == 1
                ? "The discussion found one option."
                : "Choose among " + options.size() + " options.",
        options,
        questions,
        notes(own),
        state.drift,
        List.of());
  }

  GateContent confirmation() {
    PlanDraft draft = state.plan().orElseThrow();
    List<Note> own = new ArrayList<>();
    own.add(subject(draft.plan().stage()));
    own.addAll(draft.notes());
    own.addAll(saidBefore());
    newest(Clarifications.wishes(state.decisions()))
        .map(wish -> Note.of(NoteKind.WISH, Cut.shorten(wish, ANSWER)))
        .forEach(own::add);
    return new GateContent(
        "The plan is ready: " + Cut.shorten(draft.plan().summary(), TEXT),
        List.of(),
        List.of(),
        notes(own),
        state.drift,
        List.of());
  }

  private static Note subject(String text) {
    return Note.of(NoteKind.SUBJECT, text);
  }

  /** Orders the notes: the subject, the session's notes, then the other notes of the gate. */
  private List<Note> notes(List<Note> own) {
    List<Note> notes = new ArrayList<>();
    own.stream().filter(note -> note.is(NoteKind.SUBJECT)).forEach(notes::add);
    notes.addAll(state.noteEntries());
    own.stream().filter(note -> !note.is(NoteKind.SUBJECT)).forEach(notes::add);
    if (!state.mayHaveMoreRounds()) {
      String why = "no rounds left: this session has used all " + PlanRequest.MAX_ROUNDS_IN_ALL;
      notes.add(Note.warning(why));
    }
    state.roster().sandboxNote().ifPresent(notes::add);
    return notes;
  }

  private List<Option> options() {
    List<Option> options = new ArrayList<>();
    for (Solution solution : state.last().map(Synthesis::solutions).orElse(List.of())) {
      options.add(
          new Option(
              options.size() + 1,
              Cut.shorten(solution.name(), TEXT),
              Cut.shorten(solution.summary(), TEXT),
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
    return items.stream().limit(ITEMS).map(item -> Cut.shorten(item, TEXT)).toList();
  }

  /**
   * Recommends the option that the human decided on, else the first, with the reason and a warning
   * about missing citations. Empty if no model took part.
   */
  private static List<Note> recommended(Synthesis last) {
    List<Solution> options = last.solutions();
    if (options.isEmpty() || last.degraded()) {
      return List.of();
    }
    Optional<Solution> decided =
        options.stream()
            .filter(option -> last.ledger().decidedApproach().equals(Optional.of(option.entry())))
            .findFirst();
    Solution best = decided.orElse(options.get(0));
    int number = options.indexOf(best) + 1;
    List<String> sources = best.sourceCli();
    String why =
        decided.isPresent()
            ? "as you decided"
            : !best.rankedFirstBy().isEmpty()
                ? "ranked first by " + String.join(", ", best.rankedFirstBy())
                : sources.size() > 1
                    ? "proposed by " + String.join(" and ", sources)
                    : "best score, but proposed only by " + sources.get(0);
    String cited = Words.counted(best.cited(), "citation");
    String places =
        best.cited() == 0 ? "no citations" : best.verified() + " of " + cited + " verified";
    List<Note> notes = new ArrayList<>();
    notes.add(Note.of(NoteKind.RECOMMENDED, best.entry(), number + ", " + why + "; " + places));
    int missing = best.cited() - best.verified();
    if (missing > 0) {
      // No String.format: locale-specific digits would change the gate's digest.
      notes.add(
          Note.warning(
              ("option " + number + " cites code that does not exist: ")
                  + (missing + " of its " + cited)
                  + (missing == 1 ? " does" : " do")
                  + " not exist in the repository"));
    }
    return notes;
  }

  /**
   * Returns the newest direction, the newest answers since, and contradictions; one sentence each.
   */
  private List<Note> saidBefore() {
    List<Note> notes = new ArrayList<>();
    state
        .directionText()
        .ifPresent(words -> notes.add(Note.of(NoteKind.NEW_DIRECTION, Cut.shorten(words, ANSWER))));
    newest(Clarifications.of(state.decisions())).map(PlanGateContent::note).forEach(notes::add);
    state.last().stream()
        .flatMap(last -> last.ledger().points().stream())
        .filter(point -> point.against().isPresent())
        .limit(ITEMS)
        .forEach(
            point -> {
              String text = point.sentence().in(state.request().languages());
              String told = point.id() + " " + Cut.shorten(text, QUESTION);
              notes.add(new Note(NoteKind.AGAINST, Severity.WARNING, point.id(), told));
            });
    return notes;
  }

  private static <T> Stream<T> newest(List<T> all) {
    return all.stream().skip(Math.max(0, all.size() - ITEMS));
  }

  private static Note note(Clarification said) {
    String answer = Cut.shorten(said.answer(), ANSWER);
    String who = Bounds.topic(said.by());
    return said.question().isEmpty()
        ? Note.of(NoteKind.SAID, "said by " + who + ": " + answer)
        : Note.of(
            NoteKind.DECIDED,
            Cut.shorten(said.question(), QUESTION) + " — " + answer + " (" + who + ")");
  }

  /** Returns the unanswered questions of the last round, in the session's language. */
  static List<Question> unanswered(PlanState state) {
    return Clarifications.unanswered(state.decisions(), state.last(), state.request().languages());
  }
}

package dev.conclave.workflows.context;

import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.context.Resolution.Exchange;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.session.GatePolicy;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers and content of the gates of a context session. Pure: reads only the state. */
record ContextGateContent(ContextState state) implements GatePolicy {
  /** Limit of conflict signs of one severity that a gate shows. */
  private static final int SIGNS = 4;

  @Override
  public Optional<AnswerKind> automatic(GateType type) {
    AnswerKind kind =
        switch (type) {
          case QUESTIONS -> AnswerKind.PROCEED;
          case CONFLICT -> AnswerKind.CHOOSE;
          case CONFLICT_QUESTIONS -> AnswerKind.SKIP;
          case RESOLUTIONS -> AnswerKind.DONE;
          default -> AnswerKind.DECIDE;
        };
    return Optional.of(kind).filter(any -> state.request().yes());
  }

  @Override
  public List<AnswerKind> kinds(GateType type) {
    return type.kinds().stream()
        .filter(kind -> kind != AnswerKind.REOPEN || !state.resolutions.isEmpty())
        .toList();
  }

  /** Returns the gate of a completed context that is continued. */
  GateContent resolutions() {
    return content(
        "Do you want to change a decision?",
        List.of(),
        List.of(),
        List.of(
            Note.subject(
                "reopen a conflict by its id, or answer done to rebuild the context from the"
                    + " current workspace")));
  }

  GateContent explorersAsk() {
    List<Question> questions = state.questions();
    List<Note> notes = new ArrayList<>();
    notes.add(Note.subject("your answers are binding for the conflict analyst and the plan"));
    for (String severity : List.of("high", "medium")) {
      state
          .signs()
          .filter(sign -> sign.severity().equals(severity))
          .limit(SIGNS)
          .forEach(sign -> notes.add(Note.of(NoteKind.CONFLICT, sign.line())));
    }
    return state.gate(
        "The explorers have %s for you.".formatted(Words.counted(questions.size(), "question")),
        List.of(),
        questions,
        notes);
  }

  GateContent conflict() {
    PlanningConflict conflict = state.conflict().orElseThrow();
    String by = state.conflictsBy == null ? "the analyst" : state.conflictsBy;
    List<Option> options = new ArrayList<>();
    for (Strategy strategy : conflict.strategies()) {
      options.add(
          new Option(
              options.size() + 1,
              strategy.name(),
              strategy.approach(),
              List.of(by),
              Optional.empty(),
              strategy.effort(),
              strategy.risk(),
              0,
              strategy.pros(),
              strategy.cons(),
              strategy.documents(state.request().editable()),
              0,
              0));
    }
    String number = "%s of %d".formatted(state.resolutions.size() + 1, state.conflicts.size());
    String files = String.join(", ", conflict.affectedFiles());
    List<Note> overlaps =
        conflict.overlaps().stream().map(one -> Note.of(NoteKind.CONFLICT, one)).toList();
    List<String> suggestions = conflict.modificationSuggestions();
    List<Note> notes = new ArrayList<>();
    notes.add(
        Note.of(
            NoteKind.SUBJECT,
            conflict.id(),
            "%s, %s: %s, %s"
                .formatted(conflict.id(), number, conflict.severity(), conflict.category())));
    notes.add(Note.of(NoteKind.CONFLICT, conflict.description()));
    notes.add(
        Note.of(NoteKind.CONFLICT, "affects %s; %s".formatted(files, conflict.impact().line())));
    notes.addAll(overlaps);
    notes.add(Note.of(NoteKind.RECOMMENDED, "1, by " + by));
    if (!suggestions.isEmpty()) {
      notes.add(Note.detail("to resolve it yourself: " + String.join("; ", suggestions)));
    }
    return content(conflict.brief(), options, List.of(), notes);
  }

  GateContent questions() {
    PlanningConflict conflict = state.conflict().orElseThrow();
    List<Question> questions = new ArrayList<>();
    for (String asked : state.nextQuestions()) {
      questions.add(
          new Question(
              "Q" + (questions.size() + 1),
              LocalizedText.of("An agent asks: \"" + asked + "\""),
              List.of(),
              Optional.empty(),
              List.of(),
              List.of(),
              Optional.empty()));
    }
    String title = "Questions for \"%s\":".formatted(state.chosen().name());
    List<Note> notes = new ArrayList<>();
    notes.add(Note.of(NoteKind.SUBJECT, conflict.id(), conflict.id() + ": " + conflict.brief()));
    for (Exchange one : state.pending.said()) {
      notes.add(Note.of(NoteKind.SAID, "said: " + Bounds.message(Optional.of(one.line()))));
    }
    return content(title, List.of(), questions, notes);
  }

  private GateContent content(
      String title, List<Option> options, List<Question> questions, List<Note> notes) {
    List<Note> all = new ArrayList<>(notes);
    state.decided().forEach(one -> all.add(Note.of(NoteKind.DECIDED, one)));
    return state.gate(title, options, questions, all);
  }
}

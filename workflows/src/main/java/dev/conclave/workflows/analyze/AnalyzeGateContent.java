package dev.conclave.workflows.analyze;

import dev.conclave.workflows.analyze.AnalysisTask.Status;
import dev.conclave.workflows.analyze.Discoveries.Discovery;
import dev.conclave.workflows.analyze.Discoveries.DiscoveryType;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.gate.Note.Severity;
import dev.conclave.workflows.session.GatePolicy;
import dev.conclave.workflows.text.Bounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Answers and content of the gates of an analysis. Pure: reads only the state. */
record AnalyzeGateContent(AnalyzeState state) implements GatePolicy {
  /** Limit of entries of one kind at the completion gate. */
  private static final int SHOWN = 12;

  @Override
  public Optional<AnswerKind> automatic(GateType type) {
    AnswerKind kind =
        switch (type) {
          case BUDGET -> AnswerKind.DECIDE;
          case WAVE_FAILURE -> AnswerKind.ABORT;
          case DISCUSSION -> AnswerKind.DONE;
          case COMPLETION -> AnswerKind.KEEP;
          default -> AnswerKind.APPROVE;
        };
    return state.request().yes() ? Optional.of(kind) : Optional.empty();
  }

  @Override
  public Optional<Duration> timeout(GateType type) {
    return state.request().gateTimeout().filter(any -> type == GateType.DISCUSSION);
  }

  GateContent configuration() {
    List<Note> notes = new ArrayList<>();
    notes.add(Note.subject(state.configuration().orElseThrow().sentence()));
    notes.add(Note.detail("configured by " + state.configuredBy));
    notes.add(Note.detail("modes: quick (no discussion), standard (one) or deep (up to five)"));
    if (state.modelAnalysts().isEmpty()) {
      notes.add(Note.warning(TaskWave.NO_AGENT));
    }
    return state.gate("Start the analysis like this?", List.of(), List.of(), notes);
  }

  GateContent breakdown() {
    List<Note> notes = new ArrayList<>();
    for (AnalysisTask task : state.tasks().tasks()) {
      String title = Bounds.topic(task.title());
      String eyes = Bounds.topic(task.perspective());
      String after = task.deps().isEmpty() ? "" : ", after " + String.join(", ", task.deps());
      String line =
          "wave %d: %s, %s (%s)%s"
              .formatted(task.wave(), task.id(), title, eyes, Bounds.topic(after));
      notes.add(Note.of(NoteKind.TASK, task.id(), line));
    }
    notes.add(
        Note.detail(
            "to change the tasks, answer edit with your version of tasks.csv, which is in the"
                + " session folder"));
    return state.gate("Run these tasks?", List.of(), List.of(), notes);
  }

  GateContent failures() {
    List<AnalysisTask> failed = state.tasks().with(Status.FAILED);
    List<Note> notes = new ArrayList<>();
    notes.add(Note.subject(state.tasks().progress()));
    failed.forEach(task -> notes.add(failed(task, ": ")));
    List<String> waves = failed.stream().map(task -> "wave " + task.wave()).distinct().toList();
    String title = "Tasks of %s failed, and other tasks depend on them.";
    return state.gate(title.formatted(String.join(", ", waves)), List.of(), List.of(), notes);
  }

  GateContent discussion() {
    List<Note> notes = new ArrayList<>();
    notes.add(
        Note.subject(
            state.last == null
                ? state.tasks().progress()
                : "discussion %d: %s".formatted(state.round(), state.discussionSummary())));
    state.tasks().with(Status.COMPLETED).stream()
        .filter(task -> task.answers() && task.discussionRound() == state.round())
        .forEach(task -> notes.add(Note.of(NoteKind.ANSWERED, task.id(), task.findings())));
    state.resolvedConflicts().forEach(one -> notes.add(Note.of(NoteKind.SETTLED, one)));
    conclusions().forEach(notes::add);
    List<Question> questions = state.unanswered();
    List<String> ids = questions.stream().map(Question::id).toList();
    List<String> open = state.openConflicts(conflict -> !ids.contains(conflict.id()));
    Stream.concat(open.stream(), state.disputed().stream())
        .forEach(one -> notes.add(Note.of(NoteKind.OPEN, one)));
    return state.gate("How should the discussion continue?", List.of(), questions, notes);
  }

  GateContent results() {
    List<Note> notes = new ArrayList<>();
    state.tasks().tasks().stream()
        .filter(AnalysisTask::concluded)
        .reduce((earlier, later) -> later)
        .ifPresent(task -> notes.add(Note.subject(task.findings())));
    notes.add(Note.detail("report: context.md in the session folder"));
    state.tasks().with(Status.FAILED).stream()
        .limit(SHOWN)
        .forEach(task -> notes.add(failed(task, " failed: ")));
    conclusions().forEach(notes::add);
    newest(DiscoveryType.RECOMMENDATION)
        .forEach(one -> notes.add(Note.of(NoteKind.RECOMMENDED, one.text("action"))));
    state.questions.stream()
        .limit(SHOWN)
        .forEach(one -> notes.add(Note.of(NoteKind.OPEN, "the synthesizer asks: " + one)));
    if (!state.questions.isEmpty()) {
      notes.add(Note.of(NoteKind.OPEN, "to answer them, continue the analysis after this gate"));
    }
    return state.gate(
        "The analysis is complete: " + state.tasks().progress() + ".", List.of(), List.of(), notes);
  }

  private static Note failed(AnalysisTask task, String how) {
    return new Note(NoteKind.TASK, Severity.WARNING, task.id(), task.id() + how + task.error());
  }

  private Stream<Note> conclusions() {
    return newest(DiscoveryType.CONCLUSION)
        .map(one -> Note.of(NoteKind.CONCLUSION, one.text("point")));
  }

  /** Limits the entries at the gate; context.md has all of them. */
  private Stream<Discovery> newest(DiscoveryType type) {
    return state.conclusions(type).stream().limit(SHOWN);
  }
}

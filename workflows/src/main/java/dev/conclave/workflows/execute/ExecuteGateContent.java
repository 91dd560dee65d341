package dev.conclave.workflows.execute;

import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.api.ExecutionActivities.Command.Purpose;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Judgement;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.session.GatePolicy;
import dev.conclave.workflows.text.Bounds;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the gates of an execution show and accept. A pure function of the session state. */
record ExecuteGateContent(ExecuteState state) implements GatePolicy {
  private static final int LINES = 12;
  private static final int TEXT = 400;

  @Override
  public List<AnswerKind> kinds(GateType type) {
    // At the delivery, the files of the work may have been tidied away.
    boolean workable =
        type != GateType.DELIVERY || (state.target != null && state.target.workable());
    return type.kinds().stream()
        .filter(kind -> isOpen(kind) && (workable || kind != AnswerKind.FIX))
        .toList();
  }

  private boolean isOpen(AnswerKind kind) {
    List<Way> ways = state.target == null ? List.of() : state.target.ways();
    return switch (kind) {
      case FIX -> state.mayFix();
      case KEEP -> ways.contains(Way.KEEP);
      case MERGE -> ways.contains(Way.MERGE);
      case PR -> ways.contains(Way.PR);
      case PATCH -> ways.contains(Way.PATCH);
      default -> true;
    };
  }

  /** Never runs, merges or pushes anything that the user did not ask for. */
  @Override
  public Optional<AnswerKind> automatic(GateType type) {
    if (!state.request().yes()) {
      return Optional.empty();
    }
    return switch (type) {
      case BUDGET -> Optional.of(AnswerKind.DECIDE);
      case COMMANDS -> Optional.of(AnswerKind.NONE);
      case REVIEW -> Optional.of(state.mayFix() ? AnswerKind.FIX : AnswerKind.ACCEPT);
      case DELIVERY -> unattended();
      default -> Optional.of(AnswerKind.SKIP);
    };
  }

  /**
   * Returns what {@code --deliver} asks for if the result is good and that delivery is possible,
   * else keeps the branch. Waits for a human if the branch cannot be kept either.
   */
  private Optional<AnswerKind> unattended() {
    Way way = state.request().deliver();
    boolean refused = state.delivered().filter(one -> !one.done()).isPresent();
    AnswerKind kind = way == Way.MERGE ? AnswerKind.MERGE : AnswerKind.PR;
    List<Decision> decisions = state.decisions();
    if (way != null && !refused && isOpen(kind) && state.shortcomings().isEmpty()) {
      return Optional.of(kind);
    }
    boolean keptInVain = refused && decisions.get(decisions.size() - 1).kind() == AnswerKind.KEEP;
    return Optional.of(AnswerKind.KEEP).filter(keep -> isOpen(keep) && !keptInVain);
  }

  GateContent commands() {
    Base base = state.requireBase();
    List<Note> notes = new ArrayList<>();
    notes.add(
        Note.subject(
            "runs the plan on branch %s, based on %s"
                .formatted(base.branch(), base.onBranch().orElse("the current files"))));
    List<Check> asked = state.unallowed();
    for (int number = 1; number <= asked.size(); number++) {
      notes.add(command(number, asked.get(number - 1).command()));
    }
    state.checks().stream()
        .filter(Check::allowed)
        .map(check -> check.command())
        .map(one -> Note.detail("already allowed: " + told(one)))
        .forEach(notes::add);
    if (state.checks().stream().noneMatch(c -> c.command().purpose() == Purpose.CHECK)) {
      notes.add(
          Note.warning("no checks found: add one with --check, or the work cannot be verified"));
    }
    if (base.dirtyFiles() > 0) {
      notes.add(
          Note.warning(
              "%s not committed: %s; the work builds on that%s"
                  .formatted(
                      base.dirtyFiles() == 1 ? "1 file is" : base.dirtyFiles() + " files are",
                      String.join(", ", Bounds.paths(base.dirty())),
                      state.request().uncommitted()
                          ? " and delivers it too"
                          : ", and delivers it only in files that a task changes")));
    }
    return gate("Which commands may run in the sandbox?", notes);
  }

  private static Note command(int number, Command command) {
    return Note.of(NoteKind.COMMAND, Integer.toString(number), number + ") " + told(command));
  }

  private static String told(Command command) {
    String purpose = command.purpose() == Purpose.SETUP ? "set up: " : "";
    String task = command.task().isEmpty() ? "" : ", checks " + command.task();
    return "%s%s  (%s%s)"
        .formatted(purpose, Cut.shorten(command.line(), TEXT), command.from(), task);
  }

  GateContent failure(TaskRun task) {
    List<Note> notes = new ArrayList<>();
    notes.add(Note.subject(task.failure()));
    change(task.change()).forEach(notes::add);
    task.checks().stream()
        .filter(run -> state.check(run.line()).regresses(run))
        .findFirst()
        .ifPresent(
            run -> notes.add(Note.detail("last lines of its output:\n" + run.tail().strip())));
    Set<String> dependents = state.allDependents(task.id());
    if (!dependents.isEmpty()) {
      notes.add(Note.detail("skip leaves out %s as well".formatted(String.join(", ", dependents))));
    }
    return gate("%s failed: %s".formatted(task.id(), Cut.shorten(task.title(), TEXT)), notes);
  }

  GateContent byHand(TaskRun task, String folder) {
    List<Note> notes = new ArrayList<>();
    notes.add(Note.subject("the files are in " + folder));
    notes.add(Note.detail("change them there, without a commit; then answer continue"));
    notes.add(Note.detail("why it failed: " + task.failure()));
    return gate("%s is yours: %s".formatted(task.id(), Cut.shorten(task.title(), TEXT)), notes);
  }

  GateContent review() {
    List<Note> notes = new ArrayList<>();
    List<Judged> grave = state.severeFindings();
    List<Criterion> unmet = state.unmet();
    notes.add(
        Note.subject(
            "%s, %s not met"
                .formatted(
                    Words.counted(grave.size(), "severe finding"),
                    unmet.size() == 1 ? "1 criterion is" : unmet.size() + " criteria are")));
    findings(grave).forEach(notes::add);
    for (Criterion one : unmet) {
      notes.add(Note.of(NoteKind.OPEN, one.id(), "not met: " + Cut.shorten(one.text(), TEXT)));
      votes(one.votes()).forEach(notes::add);
    }
    change(state.change().orElse(null)).forEach(notes::add);
    if (!state.mayFix()) {
      notes.add(
          Note.warning(
              "already fixed %d times, which is the limit".formatted(ExecuteState.MOST_FIXES)));
    }
    return gate("The review found problems to fix before delivery.", notes);
  }

  private static List<Note> findings(List<Judged> findings) {
    List<Note> notes = new ArrayList<>();
    for (Judged one : findings) {
      notes.add(
          Note.of(
              NoteKind.OPEN,
              one.id(),
              "%s, %s: %s, %s: %s"
                  .formatted(
                      Words.of(one.severity()),
                      Words.of(one.standing()),
                      one.finding().place(),
                      Cut.shorten(one.finding().title(), TEXT),
                      Cut.shorten(one.finding().detail(), TEXT))));
      votes(one.votes()).forEach(notes::add);
    }
    return notes;
  }

  private static List<Note> votes(List<Judgement> votes) {
    return votes.stream()
        .limit(LINES)
        .map(
            vote ->
                Note.detail(
                    "  %s %ss: %s%s"
                        .formatted(
                            vote.agent(),
                            Words.of(vote.choice()),
                            Cut.shorten(vote.note(), TEXT),
                            vote.evidence().isEmpty()
                                ? ""
                                : " ["
                                    + Cut.shorten(String.join("; ", vote.evidence()), TEXT)
                                    + "]")))
        .toList();
  }

  GateContent delivery() {
    List<Note> notes = new ArrayList<>();
    List<String> lacking = state.shortcomings();
    notes.add(
        Note.subject(
            lacking.isEmpty()
                ? "every task is done, no check regressed, %s"
                    .formatted(
                        state.reviews().isEmpty() ? "not reviewed" : "every criterion is met")
                : Words.counted(lacking.size(), "thing") + " left open"));
    lacking.stream().limit(LINES).map(Note::warning).forEach(notes::add);
    findings(state.openFindings().stream().limit(LINES).toList()).forEach(notes::add);
    state.commits().entrySet().stream()
        .limit(LINES)
        .map(commit -> "commit %s %s".formatted(Cut.head(commit.getKey(), 10), commit.getValue()))
        .map(Note::detail)
        .forEach(notes::add);
    change(state.change().orElse(null)).forEach(notes::add);
    state.checks().stream()
        .filter(check -> check.command().purpose() == Purpose.CHECK)
        .map(ExecuteGateContent::verdicts)
        .map(Note::detail)
        .forEach(notes::add);
    ExecutionReport.lastReviewed(state).map(Note::detail).ifPresent(notes::add);
    state.criteriaSoFar().stream()
        .limit(LINES)
        .map(one -> Words.of(one.verdict()) + ": " + Cut.shorten(one.text(), TEXT))
        .map(Note::detail)
        .forEach(notes::add);
    if (state.target != null && state.target.moved()) {
      notes.add(
          Note.warning(
              "%s has new commits that were not checked together with this work%s"
                  .formatted(
                      state.requireBase().onBranch().orElse("the target"),
                      isOpen(AnswerKind.MERGE)
                          ? ": merge replays the work on them, runs the checks, and asks again"
                          : "")));
    }
    if (state.target != null) {
      state.target.closed().stream().map(Note::warning).forEach(notes::add);
    }
    state
        .delivered()
        .filter(refused -> !refused.done())
        .map(Delivered::commands)
        .orElse(List.of())
        .forEach(command -> notes.add(Note.detail("by hand: " + command)));
    notes.add(Note.detail(state.budget().sentence()));
    return gate(
        "The work is on branch %s. How should it be delivered?"
            .formatted(state.requireBase().branch()),
        notes);
  }

  static String verdicts(Check check) {
    return "%s: %s before, %s now%s"
        .formatted(
            Cut.shorten(check.command().line(), TEXT),
            Check.verdict(check.before()),
            Check.verdict(check.after()),
            check.flaky() ? ", flaky" : "");
  }

  private static List<Note> change(@Nullable TaskChange change) {
    List<Note> notes = new ArrayList<>();
    if (change != null) {
      notes.add(
          Note.detail(
              "%s changed, +%d −%d"
                  .formatted(
                      Words.counted(change.files(), "file"), change.added(), change.removed())));
      change.remarks().stream().map(Note::warning).forEach(notes::add);
    }
    return notes;
  }

  private GateContent gate(String title, List<Note> notes) {
    return state.gate(title, List.of(), List.of(), notes);
  }
}

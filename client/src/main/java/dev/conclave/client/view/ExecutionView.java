package dev.conclave.client.view;

import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion.Verdict;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.ReviewOutcome.Judgement;
import dev.conclave.workflows.execute.ExecutePhase;
import dev.conclave.workflows.execute.TaskRun;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.session.ExecutionLine;
import dev.conclave.workflows.session.ExecutionLine.CheckLine;
import dev.conclave.workflows.session.ExecutionLine.TaskLine;
import dev.conclave.workflows.session.SessionView;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Summary of an execution: tasks, evidence and delivery.
 *
 * @param criteria with evidence, unmet ones first
 * @param findings that count or are disputed
 * @param commands to copy to continue by hand
 */
public record ExecutionView(
    List<TaskRow> tasks,
    List<CheckRow> checks,
    List<Line> criteria,
    List<Line> findings,
    List<Field> fields,
    List<String> commands) {
  private static final int SHORT_COMMIT = 10;

  /** The phases before a human has decided on the commands. */
  private static final List<String> UNDECIDED =
      Stream.of(ExecutePhase.OPENING, ExecutePhase.PREPARING, ExecutePhase.AWAITING_COMMANDS)
          .map(Words::of)
          .toList();

  /**
   * A task.
   *
   * @param change files and lines; empty until there is a change
   * @param note its commit, or why there is none
   */
  public record TaskRow(
      Tone tone,
      String id,
      String title,
      int step,
      String state,
      String agent,
      String change,
      String note) {}

  /**
   * A check.
   *
   * @param of the task that it checks; empty for a repository check
   */
  public record CheckRow(
      Tone tone, String command, String of, String from, String before, String after) {}

  /**
   * Summarizes an execution.
   *
   * @param view of its session
   */
  public static ExecutionView of(SessionView view, ExecutionLine line) {
    boolean decided = !UNDECIDED.contains(view.phase());
    return new ExecutionView(
        line.tasks().stream().map(ExecutionView::task).toList(),
        line.checks().stream().map(check -> check(check, decided)).toList(),
        line.criteria().stream()
            .sorted((one, other) -> other.verdict().compareTo(one.verdict()))
            .map(ExecutionView::criterion)
            .toList(),
        findings(line.review()),
        fields(line),
        line.delivered() == null ? List.of() : line.delivered().commands());
  }

  /** Returns text such as {@code 2 of 6 tasks done}. */
  public static String progress(ExecutionLine line) {
    long done = line.tasks().stream().filter(task -> is(task, Status.DONE)).count();
    return "%d of %s done".formatted(done, Words.counted(line.tasks().size(), "task"));
  }

  private static boolean is(TaskLine task, Status status) {
    return task.status().equals(Words.of(status));
  }

  /** Returns a line for each finished task: {@code TASK-001 done by ada: 1 file, +3 −0}. */
  public static List<String> ended(ExecutionLine line) {
    return line.tasks().stream()
        .filter(task -> !is(task, Status.WAITING) && !is(task, Status.RUNNING))
        .filter(task -> !is(task, Status.CHECKING))
        .map(ExecutionView::task)
        .map(
            row ->
                row.tone() == Tone.GOOD
                    ? "%s %s %s: %s".formatted(row.id(), row.state(), by(row.agent()), row.change())
                    : "%s %s: %s".formatted(row.id(), row.state(), row.note()))
        .toList();
  }

  private static String by(String agent) {
    return agent.equals(TaskRun.BY_HAND) ? agent : "by " + agent;
  }

  private static TaskRow task(TaskLine task) {
    Tone tone =
        is(task, Status.DONE)
            ? Tone.GOOD
            : is(task, Status.FAILED)
                ? Tone.BAD
                : is(task, Status.SKIPPED)
                    ? Tone.CAREFUL
                    : is(task, Status.WAITING) ? Tone.FAINT : Tone.PLAIN;
    String change =
        task.files() == 0
            ? ""
            : "%s, +%d −%d"
                .formatted(Words.counted(task.files(), "file"), task.added(), task.removed());
    String commit = task.commit().map(id -> Cut.head(id, SHORT_COMMIT)).orElse("");
    return new TaskRow(
        tone,
        task.id(),
        task.title(),
        task.step(),
        task.status(),
        task.agent(),
        change,
        task.failure().isEmpty() ? commit : task.failure());
  }

  private static CheckRow check(CheckLine check, boolean decided) {
    boolean passed = check.after().equals("passed");
    Tone tone =
        !check.allowed() || check.after().isEmpty()
            ? Tone.FAINT
            : passed ? Tone.GOOD : check.before().equals("passed") ? Tone.BAD : Tone.CAREFUL;
    return new CheckRow(
        tone,
        check.line(),
        check.task(),
        check.from(),
        said(check, check.before(), decided),
        said(check, check.after(), decided) + (check.flaky() ? ", flaky" : ""));
  }

  private static String said(CheckLine check, String verdict, boolean decided) {
    return !verdict.isEmpty()
        ? verdict
        : check.allowed() ? "not run" : decided ? "not allowed" : "not decided yet";
  }

  private static Line criterion(Criterion one) {
    Tone tone =
        one.verdict() == Verdict.MET
            ? Tone.GOOD
            : one.verdict() == Verdict.UNMET ? Tone.BAD : Tone.CAREFUL;
    String votes = one.votes().stream().map(ExecutionView::vote).collect(Collectors.joining("; "));
    return new Line(
        tone, Words.of(one.verdict()), one.text() + (votes.isEmpty() ? "" : " — " + votes));
  }

  private static String vote(Judgement vote) {
    String evidence = String.join(", ", vote.evidence());
    return vote.agent()
        + " "
        + Words.of(vote.choice())
        + (evidence.isEmpty() ? "" : " (" + evidence + ")");
  }

  private static List<Line> findings(@Nullable ReviewOutcome review) {
    return review == null
        ? List.of()
        : review.findings().stream()
            .filter(one -> !Set.of("refuted", "unplaced").contains(Words.of(one.standing())))
            .map(ExecutionView::finding)
            .toList();
  }

  private static Line finding(Judged one) {
    return new Line(
        one.counts() ? Tone.STRONG : Tone.FAINT,
        one.id(),
        "%s, %s: %s %s"
            .formatted(
                Words.of(one.severity()),
                Words.of(one.standing()),
                one.finding().place(),
                one.finding().title()));
  }

  private static List<Field> fields(ExecutionLine line) {
    List<Field> fields = new ArrayList<>();
    fields.add(new Field("Branch", line.branch()));
    ReviewOutcome review = line.review();
    if (review != null) {
      fields.add(
          new Field(
              "Review",
              "%d of %s counted, by %s"
                  .formatted(
                      review.findings().stream().filter(Judged::counts).count(),
                      Words.counted(review.findings().size(), "finding"),
                      String.join(", ", review.reviewers()))));
    }
    Delivered delivered = line.delivered();
    if (delivered != null) {
      fields.add(new Field("Delivery", delivered.said()));
      if (!delivered.place().isEmpty() && !delivered.place().equals(line.branch())) {
        fields.add(new Field("Location", delivered.place()));
      }
    }
    return fields;
  }
}

package dev.conclave.workflows.execute;

import dev.conclave.workflows.api.ExecutionActivities.Base;
import dev.conclave.workflows.api.ExecutionActivities.Command.Purpose;
import dev.conclave.workflows.api.ExecutionActivities.Committed;
import dev.conclave.workflows.api.ExecutionActivities.Delivered;
import dev.conclave.workflows.api.ExecutionActivities.TaskChange;
import dev.conclave.workflows.api.ExecutionActivities.Way;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Criterion;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.execute.TaskRun.Status;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.session.SessionMemo;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.MarkdownEscapes;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Renders EXECUTION.md and pull request texts: what was done, why, and the evidence for it. */
public final class ExecutionReport {
  private static final int MOST_BYTES = 32 << 10;
  private static final int TEXT = 600;

  private ExecutionReport() {}

  /** Returns the report in Markdown, at most 32 KiB. */
  public static String of(ExecuteState state) {
    return of(state, true);
  }

  /** Returns the report for the message of a commit that replaces those of the tasks. */
  static String ofSquashed(ExecuteState state) {
    return of(state, false);
  }

  private static String of(ExecuteState state, boolean commits) {
    List<String> parts = new ArrayList<>();
    parts.add("# " + text(SessionMemo.firstWords(state.request().task())));
    parts.add(text(state.request().plan().summary()));
    add(parts, "Why", state.request().why());
    add(parts, "Tasks", lines(state.tasks().stream().map(task -> task(task, commits)).toList()));
    add(
        parts,
        "Left open",
        lines(state.shortcomings().stream().map(one -> "- " + text(one)).toList()));
    add(parts, "Checks", checks(state));
    add(
        parts,
        "Acceptance criteria",
        lines(state.criteriaSoFar().stream().map(ExecutionReport::criterion).toList()));
    add(parts, "Review", reviews(state));
    state.change().ifPresent(change -> add(parts, "Changed files", changed(change)));
    add(parts, "Undo", undo(state));
    parts.add("Made by Conclave, session `%s`.".formatted(state.session()));
    return Cut.lines(String.join("\n\n", parts), MOST_BYTES) + "\n";
  }

  private static void add(List<String> parts, String heading, String body) {
    if (!body.isBlank()) {
      parts.add("## " + heading + "\n\n" + body.strip());
    }
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines);
  }

  private static String text(String words) {
    return MarkdownEscapes.prose(Cut.shorten(words, TEXT));
  }

  private static String task(TaskRun task, boolean commits) {
    boolean done = task.is(Status.DONE);
    String where =
        task.commit() == null
            ? ", already on the target"
            : commits ? ", `" + Cut.head(task.commit(), 10) + "`" : "";
    double usd =
        task.runs().stream()
            .flatMap(run -> run.receipt().stream())
            .flatMap(receipt -> receipt.costUsd().stream())
            .mapToDouble(Double::doubleValue)
            .sum();
    String cost =
        task.runs().stream()
                .flatMap(run -> run.receipt().stream())
                .map(Receipt::costUsd)
                .anyMatch(c -> c.isPresent())
            ? ", $" + Words.decimal(usd, 2)
            : "";
    String how =
        done
            ? task.agent() + where + cost
            : Words.of(task.status())
                + (task.failure().isEmpty() ? "" : ": " + text(task.failure()));
    return "- [%s] %s: %s (%s)".formatted(done ? "x" : " ", task.id(), text(task.title()), how);
  }

  private static String checks(ExecuteState state) {
    List<String> rows = new ArrayList<>();
    for (Check check : state.checks()) {
      if (check.command().purpose() == Purpose.CHECK) {
        String line = MarkdownEscapes.codeCell(Cut.shorten(check.command().line(), TEXT));
        String before = Check.verdict(check.before());
        String after = Check.verdict(check.after());
        rows.add(
            "| %s | %s | %s%s |".formatted(line, before, after, check.flaky() ? ", flaky" : ""));
      }
    }
    if (rows.isEmpty()) {
      return "No checks were found: only the review supports this work.";
    }
    List<String> parts = new ArrayList<>();
    parts.add("| check | before | now |\n|---|---|---|\n" + lines(rows));
    if (state.base().filter(Base::hasUncommitted).isPresent() && !state.request().uncommitted()) {
      parts.add("They ran with uncommitted changes that are not part of this work.");
    }
    state
        .change()
        .filter(change -> !change.checkTree().equals(state.tip()))
        .ifPresent(change -> parts.add("They ran without changes to protected files."));
    return String.join("\n\n", parts);
  }

  private static String criterion(Criterion one) {
    String votes =
        one.votes().stream()
            .map(
                vote ->
                    vote.agent()
                        + (vote.evidence().isEmpty()
                            ? ""
                            : " (" + text(String.join("; ", vote.evidence())) + ")"))
            .collect(Collectors.joining(", "));
    boolean met = one.verdict() == Criterion.Verdict.MET;
    return "- [%s] %s: %s%s"
        .formatted(
            met ? "x" : " ",
            text(one.text()),
            Words.of(one.verdict()),
            votes.isEmpty() ? "" : ", " + votes);
  }

  /** Names the last reviewers, and how many findings count. */
  static Optional<String> lastReviewed(ExecuteState state) {
    String since = state.replayedSince() ? ", before the commits were replayed" : "";
    return state.lastReview().map(review -> reviewed(review) + since);
  }

  private static String reviewed(ReviewOutcome review) {
    long counting = review.findings().stream().filter(Judged::counts).count();
    return "reviewed by %s%s: %d of %s counted"
        .formatted(
            String.join(", ", review.reviewers()),
            review.voted() ? "" : " without a vote",
            counting,
            Words.counted(review.findings().size(), "finding"));
  }

  /** Lists all reviews: the later ones are only about fixes. */
  private static String reviews(ExecuteState state) {
    List<String> parts = new ArrayList<>();
    for (ReviewOutcome review : state.reviews()) {
      boolean last = parts.size() + 1 == state.reviews().size();
      String said = last ? lastReviewed(state).orElseThrow() : reviewed(review);
      parts.add(
          "%s %s.\n\n%s"
              .formatted(
                  parts.isEmpty() ? "The work was" : "A fix was",
                  said,
                  lines(review.findings().stream().map(one -> finding(one, last)).toList())));
    }
    state.accepted().ifPresent(why -> parts.add("Accepted anyway: " + text(why)));
    return String.join("\n\n", parts);
  }

  private static String finding(Judged one, boolean last) {
    return "- %s, %s%s: %s %s"
        .formatted(
            Words.of(one.severity()),
            Words.of(one.standing()),
            !last && (one.counts() || ExecuteState.isSevere(one))
                ? ", given to a writer to fix"
                : "",
            MarkdownEscapes.code(one.finding().place()),
            text(one.finding().title() + ": " + one.finding().detail()));
  }

  private static String changed(TaskChange change) {
    List<String> parts = new ArrayList<>();
    parts.add("```\n" + change.stat().replace("```", "'''").strip() + "\n```");
    change.remarks().stream().map(ExecutionReport::sentence).forEach(parts::add);
    return String.join("\n\n", parts);
  }

  private static String sentence(String remark) {
    String text = text(remark);
    return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".";
  }

  /** Tells how to undo the delivery; empty if it left nothing in a repository. */
  private static String undo(ExecuteState state) {
    String place = state.delivered().filter(Delivered::done).map(Delivered::place).orElse("");
    Way way = state.deliveredBy().orElse(null);
    if (place.isEmpty() || way == null) {
      return "";
    }
    return switch (way) {
      case KEEP ->
          state.workspace().flatMap(Workspace::url).isPresent()
              ? ""
              : "The work is on branch %s. %s removes it."
                  .formatted(
                      MarkdownEscapes.code(place),
                      MarkdownEscapes.code("git branch -D " + Words.shell(place)));
      case PR ->
          "The work is in the pull request %s. Close it to discard the work.".formatted(place);
      case MERGE ->
          "The work is on branch %s%s."
              .formatted(
                  MarkdownEscapes.code(place),
                  state.commits().isEmpty()
                      ? ", by commits of others"
                      : ". `git revert %s` reverts it".formatted(merged(state)));
      case PATCH, DISCARD -> "";
    };
  }

  /** The merged commits, as an argument of {@code git revert}. */
  private static String merged(ExecuteState state) {
    return state.requireBase().head().map(head -> head + "..").orElse("")
        + state.top().map(Committed::commit).orElseThrow();
  }
}

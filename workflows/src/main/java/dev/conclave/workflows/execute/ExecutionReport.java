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
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.MarkdownEscapes;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Renders EXECUTION.md and pull request texts in the session's language: what was done, why, and
 * the evidence for it.
 */
public final class ExecutionReport {
  private static final int MOST_BYTES = 32 << 10;
  private static final int TEXT = 600;

  private final ExecuteState state;
  private final Language language;

  private final boolean commits;

  private ExecutionReport(ExecuteState state, boolean commits) {
    this.state = state;
    this.commits = commits;
    this.language = state.language();
  }

  /** Returns the report in Markdown, at most 32 KiB. */
  public static String of(ExecuteState state) {
    return new ExecutionReport(state, true).text();
  }

  /** Returns the report for the message of a commit that replaces those of the tasks. */
  static String ofSquashed(ExecuteState state) {
    return new ExecutionReport(state, false).text();
  }

  private String text() {
    List<String> parts = new ArrayList<>();
    parts.add("# " + text(SessionMemo.firstWords(state.request().task())));
    parts.add(text(state.request().plan().summary()));
    add(parts, "Why", state.request().why());
    add(parts, "Tasks", lines(state.tasks().stream().map(this::task).toList()));
    add(
        parts,
        "Left open",
        lines(state.shortcomings().stream().map(one -> "- " + text(ours(one))).toList()));
    add(parts, "Checks", checks());
    add(
        parts,
        "Acceptance criteria",
        lines(state.criteriaSoFar().stream().map(this::criterion).toList()));
    add(parts, "Review", reviews());
    state.change().ifPresent(change -> add(parts, "Changed files", changed(change)));
    add(parts, "Undo", undo());
    parts.add(ours("Made by Conclave, session `%s`.".formatted(state.session())));
    return Cut.lines(String.join("\n\n", parts), MOST_BYTES) + "\n";
  }

  private String ours(Object sentence) {
    return language.sentence(
        sentence instanceof Enum<?> constant ? Words.of(constant) : sentence.toString());
  }

  private void add(List<String> parts, String heading, String body) {
    if (!body.isBlank()) {
      parts.add("## " + ours(heading) + "\n\n" + body.strip());
    }
  }

  private static String lines(List<String> lines) {
    return String.join("\n", lines);
  }

  private static String text(String words) {
    return MarkdownEscapes.prose(Cut.shorten(words, TEXT));
  }

  private String task(TaskRun task) {
    boolean done = task.is(Status.DONE);
    String where =
        task.commit() == null
            ? ", " + ours("already on the target")
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
            ? ours(task.agent()) + where + cost
            : ours(task.status())
                + (task.failure().isEmpty() ? "" : ": " + text(ours(task.failure())));
    return "- [%s] %s: %s (%s)".formatted(done ? "x" : " ", task.id(), text(task.title()), how);
  }

  private String checks() {
    List<String> rows = new ArrayList<>();
    for (Check check : state.checks()) {
      if (check.command().purpose() == Purpose.CHECK) {
        String line = MarkdownEscapes.codeCell(Cut.shorten(check.command().line(), TEXT));
        String before = ours(Check.verdict(check.before()));
        String after = ours(Check.verdict(check.after()) + (check.flaky() ? ", flaky" : ""));
        rows.add("| %s | %s | %s |".formatted(line, before, after));
      }
    }
    if (rows.isEmpty()) {
      return ours("No checks were found: only the review supports this work.");
    }
    List<String> parts = new ArrayList<>();
    parts.add(
        "| %s | %s | %s |\n|---|---|---|\n".formatted(ours("check"), ours("before"), ours("now"))
            + lines(rows));
    if (state.base().filter(Base::hasUncommitted).isPresent() && !state.request().uncommitted()) {
      parts.add(ours("They ran with uncommitted changes that are not part of this work."));
    }
    state
        .change()
        .filter(change -> !change.checkTree().equals(state.tip()))
        .ifPresent(change -> parts.add(ours("They ran without changes to protected files.")));
    return String.join("\n\n", parts);
  }

  private String criterion(Criterion one) {
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
            ours(one.verdict()),
            votes.isEmpty() ? "" : ", " + votes);
  }

  /** Names the last reviewers, and how many findings count. */
  static Optional<String> lastReviewed(ExecuteState state) {
    String since = state.replayedSince ? ", before the commits were replayed" : "";
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
  private String reviews() {
    List<String> parts = new ArrayList<>();
    for (ReviewOutcome review : state.reviews()) {
      boolean last = parts.size() + 1 == state.reviews().size();
      String said = last ? lastReviewed(state).orElseThrow() : reviewed(review);
      parts.add(
          ours((parts.isEmpty() ? "The work was " : "A fix was ") + said + ".")
              + "\n\n"
              + lines(review.findings().stream().map(one -> finding(one, last)).toList()));
    }
    if (state.accepted != null) {
      parts.add(ours("Accepted anyway: " + text(state.accepted)));
    }
    return String.join("\n\n", parts);
  }

  private String finding(Judged one, boolean last) {
    boolean given = !last && (one.counts() || ExecuteState.isSevere(one));
    return "- %s, %s%s: %s %s"
        .formatted(
            ours(one.severity()),
            ours(one.standing()),
            given ? ", " + ours("given to a writer to fix") : "",
            MarkdownEscapes.code(one.finding().place()),
            text(one.finding().title() + ": " + one.finding().detail()));
  }

  private String changed(TaskChange change) {
    List<String> parts = new ArrayList<>();
    parts.add("```\n" + change.stat().replace("```", "'''").strip() + "\n```");
    change.remarks().stream().map(this::remark).forEach(parts::add);
    return String.join("\n\n", parts);
  }

  private String remark(String remark) {
    String text = text(remark);
    return ours(text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1) + ".");
  }

  /** Tells how to undo the delivery; empty if it left nothing in a repository. */
  private String undo() {
    String place = state.delivered().filter(Delivered::done).map(Delivered::place).orElse("");
    Way way = state.deliveredBy;
    if (place.isEmpty() || way == null) {
      return "";
    }
    String sentence =
        switch (way) {
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
              state.commits().isEmpty()
                  ? "The work is on branch %s, by commits of others."
                      .formatted(MarkdownEscapes.code(place))
                  : "The work is on branch %s. %s reverts it."
                      .formatted(
                          MarkdownEscapes.code(place),
                          MarkdownEscapes.code("git revert " + merged()));
          case PATCH, DISCARD -> "";
        };
    return ours(sentence);
  }

  /** The merged commits, as an argument of {@code git revert}. */
  private String merged() {
    return state.requireBase().head().map(head -> head + "..").orElse("")
        + state.top().map(Committed::commit).orElseThrow();
  }
}

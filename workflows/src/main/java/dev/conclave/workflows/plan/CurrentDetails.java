package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.RefusedAnswer;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.temporal.Words;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Where a session stands, in Markdown, as the Temporal UI shows it: what a human has to know first,
 * then the command that answers. Texts of agents and people are escaped. Pure.
 */
final class CurrentDetails {
  private static final int PARAGRAPH = 1_000;
  private static final int CELL = 160;

  private final PlanState session;
  private final StringBuilder text = new StringBuilder();

  private CurrentDetails(PlanState session) {
    this.session = session;
  }

  /** The whole text. */
  static String of(PlanState session) {
    return new CurrentDetails(session).text();
  }

  private String text() {
    Optional<Gate> open = session.gates().open();
    String round = session.round() == 0 ? "" : ", round " + session.round();
    String standing =
        open.map(gate -> "awaits " + Words.of(gate.type()))
            .orElseGet(() -> Words.of(session.phase()));
    paragraph("### " + standing + round);
    session.ending().ifPresent(ending -> paragraph(plain(ending)));
    if (session.closed()) {
      result();
    } else {
      deadline();
      host(open);
    }
    open.ifPresentOrElse(this::gate, this::work);
    List<String> shown = open.map(gate -> gate.shown().notes()).orElse(List.of());
    list(session.notes().stream().filter(note -> !shown.contains(note)).toList());
    // What each round came to, but what the gate has said already.
    list(
        session.rounds.stream()
            .filter(one -> !shown.contains(one.convergence().rationale()))
            .map(one -> "round " + one.number() + ": " + one.convergence().rationale())
            .toList());
    return text.append(UiPages.END).toString();
  }

  /** What a session came to that is over: the human's decision, and the plan. */
  private void result() {
    Decision.approval(session.decisions())
        .ifPresent(
            approval ->
                paragraph(
                    "Decision: **%s**, approved by %s"
                        .formatted(
                            plain(approval.solution().orElse("unknown")), plain(approval.by()))));
    session.plan.ifPresent(
        draft ->
            paragraph(
                "Plan: **%s**, %s, written by %s"
                    .formatted(
                        plain(draft.plan().summary()),
                        Words.counted(draft.plan().tasks().size(), "task"),
                        plain(draft.author()))));
  }

  private void deadline() {
    session
        .deadlineAt()
        .ifPresent(
            at ->
                paragraph(
                    ("Deadline: " + time(at))
                        + session
                            .request()
                            .deadline()
                            .map(deadline -> "; then " + deadline.policy().then())
                            .orElse("")));
  }

  /** Who holds the session up: only the list of activities shows whether anybody does. */
  private void host(Optional<Gate> open) {
    if (session.hindrance().isPresent()) {
      paragraph("**" + plain(session.hindrance().get()) + "**");
    } else if (open.filter(gate -> !gate.checking()).isEmpty()) {
      session
          .workspace()
          .map(Workspace::hostName)
          .or(() -> session.request().workspace().host())
          .ifPresent(
              name ->
                  paragraph(
                      "On host %s: an activity that stays Scheduled waits for its worker."
                          .formatted(plain(name))));
    }
  }

  /** Nothing is awaited from a human: who works, or how to go on. */
  private void work() {
    session.directionText.ifPresent(words -> paragraph("New direction: " + plain(words)));
    switch (session.phase()) {
      case ANALYZING ->
          paragraph(
              "Asked: " + inLine(session.analysts) + ". Pending Activities show how far they are.");
      case GENERATING_PLAN -> paragraph("The plan is being written.");
      case SAVED, CANCELLED, FAILED ->
          paragraph("Go on with `conclave resume " + session.session() + "`");
      default -> {}
    }
  }

  /** What is asked, what became of an answer that was not taken, and how to answer. */
  private void gate(Gate gate) {
    paragraph(
        "**%s** (gate `%s`, open since %s)"
            .formatted(plain(gate.shown().title()), gate.id(), time(gate.openedAt())));
    options(gate.shown().options());
    if (gate.type() == GateType.CONFIRMATION) {
      session.plan.ifPresent(draft -> tasks(draft.plan().tasks()));
    }
    int number = 1;
    for (Question question : gate.shown().questions()) {
      text.append(number++).append(". ").append(plain(question.line())).append('\n');
    }
    text.append('\n');
    list(gate.shown().notes());
    if (!gate.shown().drift().isEmpty()) {
      paragraph("Changed: " + inLine(gate.shown().drift()));
    }
    // What became of a signal sent from here, which nobody hears otherwise.
    List<RefusedAnswer> refused = session.gates().refused();
    refused.stream()
        .skip(Math.max(0, refused.size() - 1))
        .filter(last -> !last.at().isBefore(gate.openedAt()))
        .forEach(
            last ->
                paragraph(
                    "**Not taken** at %s: %s".formatted(time(last.at()), plain(last.reason()))));
    paragraph("Answer here: More Actions → Send a Signal, name `submitAnswer`, data one of");
    // In a block of code a long line is cut off; outside one it is wrapped and copied whole.
    AnswerLines.inputs(gate).forEach(input -> text.append("- `").append(input).append("`\n"));
    text.append('\n');
    paragraph("or in a terminal:");
    paragraph("`" + AnswerLines.of(session.session(), gate).get(0) + "`");
    paragraph("`conclave show " + session.session() + "` has a line for each kind of answer.");
  }

  /**
   * The options as a table. Cells have no margins in the Temporal UI: columns of words side by side
   * would run together, so the narrow ones are centered and few.
   */
  private void options(List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    text.append("| # | Option | Score | Effort, risk | Places there | By |\n");
    text.append("|---|---|:-:|:-:|:-:|---|\n");
    for (Option option : options) {
      text.append(
          "| %d | **%s**%s%s | %d | %s, %s | %d of %d | %s |\n"
              .formatted(
                  option.number(),
                  cell(option.name()),
                  option.pros().isEmpty()
                      ? ""
                      : " Pro: " + cell(String.join("; ", option.pros())) + ".",
                  option.cons().isEmpty()
                      ? ""
                      : " Con: " + cell(String.join("; ", option.cons())) + ".",
                  Math.round(option.score()),
                  Words.of(option.effort()),
                  Words.of(option.risk()),
                  option.there(),
                  option.cited(),
                  cell(String.join(", ", option.sources()))));
    }
    text.append('\n');
  }

  private void tasks(List<PlanTask> tasks) {
    text.append("| Task | What | Action, files | After |\n");
    text.append("|---|---|:-:|---|\n");
    for (PlanTask task : tasks) {
      text.append(
          "| %s | **%s**: %s | %s, %d | %s |\n"
              .formatted(
                  cell(task.id()),
                  cell(task.title()),
                  cell(task.description()),
                  cell(task.action()),
                  task.files().size(),
                  cell(String.join(", ", task.dependsOn()))));
    }
    text.append('\n');
  }

  private static String cell(String raw) {
    return UiPages.cell(raw, CELL);
  }

  private void paragraph(String paragraph) {
    text.append(paragraph).append("\n\n");
  }

  private void list(List<String> lines) {
    lines.forEach(line -> text.append("- ").append(plain(line)).append('\n'));
    text.append(lines.isEmpty() ? "" : "\n");
  }

  private static String plain(String raw) {
    return UiPages.plain(raw, PARAGRAPH);
  }

  private static String inLine(Collection<String> texts) {
    return texts.stream().map(CurrentDetails::plain).collect(Collectors.joining(", "));
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.MINUTES).toString().replace("T", " ").replace(":00Z", " UTC");
  }
}

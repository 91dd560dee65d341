package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerForm;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.temporal.UiPages;
import dev.conclave.workflows.text.Words;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The current state of a session as Markdown for the Temporal UI; untrusted text is escaped. Pure.
 */
final class CurrentDetails {
  private static final int PARAGRAPH = 1_000;
  private static final int CELL = 160;

  private final PlanState state;
  private final StringBuilder text = new StringBuilder();

  private CurrentDetails(PlanState state) {
    this.state = state;
  }

  static String of(PlanState state) {
    return new CurrentDetails(state).text();
  }

  private String text() {
    Optional<Gate> open = state.gates().open();
    String round = state.round() == 0 ? "" : ", round " + state.round();
    String standing =
        open.map(gate -> "waiting for " + Words.of(gate.type()))
            .orElseGet(() -> Words.of(state.phase()));
    paragraph("### " + standing + round);
    state.ending().ifPresent(ending -> paragraph(plain(ending)));
    if (state.closed()) {
      result();
    } else {
      deadline();
      host(open);
    }
    open.ifPresentOrElse(this::gate, this::work);
    List<String> shown = open.map(gate -> gate.shown().lines()).orElse(List.of());
    list(state.notes().stream().filter(note -> !shown.contains(note)).toList());
    return text.append(UiPages.END).toString();
  }

  private void result() {
    Decision.approval(state.decisions())
        .ifPresent(
            approval ->
                paragraph(
                    "Decision: **%s**, approved by %s"
                        .formatted(
                            plain(approval.solution().orElse("unknown")), plain(approval.by()))));
    state
        .currentPlan()
        .ifPresent(
            draft ->
                paragraph(
                    "Plan: **%s**, %s, written by %s"
                        .formatted(
                            plain(draft.plan().summary()),
                            Words.counted(draft.plan().tasks().size(), "task"),
                            plain(draft.author()))));
  }

  private void deadline() {
    String then = state.request().deadline().map(d -> "; then " + d.policy().then()).orElse("");
    state.deadlineAt().ifPresent(at -> paragraph("Deadline: " + time(at) + then));
  }

  private void host(Optional<Gate> open) {
    if (state.hindrance().isPresent()) {
      paragraph("**" + plain(state.hindrance().get()) + "**");
    } else if (open.filter(gate -> !gate.checking()).isEmpty()) {
      state
          .workspace()
          .map(Workspace::hostName)
          .or(() -> state.request().workspace().host())
          .ifPresent(
              name ->
                  paragraph(
                      "Host: %s. An activity that stays Scheduled waits for its worker."
                          .formatted(plain(name))));
    }
  }

  private void work() {
    state.directionText().ifPresent(words -> paragraph("New direction: " + plain(words)));
    switch (state.phase()) {
      case CONTEXT_GATHERING ->
          state
              .waitsFor()
              .ifPresent(
                  child ->
                      paragraph(
                          ("Waiting for session `%s`, which gathers the full context and may need"
                                  + " your input.")
                              .formatted(child)));
      case ANALYZING ->
          paragraph(
              "Asking " + inLine(state.analysts()) + ". Pending Activities show their progress.");
      case GENERATING_PLAN -> paragraph("An agent is writing the plan.");
      case SAVED, CANCELLED, FAILED ->
          paragraph("To resume: `conclave resume " + state.handle() + "`");
      default -> {}
    }
  }

  private void gate(Gate gate) {
    paragraph(
        "**%s** (gate `%s`, open since %s)"
            .formatted(plain(gate.shown().title()), gate.id(), time(gate.openedAt())));
    options(gate.shown().options());
    if (gate.type() == GateType.CONFIRMATION) {
      state
          .plan()
          .ifPresent(
              draft ->
                  list(
                      draft.plan().tasks().stream()
                          .map(task -> "%s: %s".formatted(task.id(), task.title()))
                          .toList()));
    }
    int number = 1;
    for (Question question : gate.shown().questions()) {
      text.append("- ")
          .append(AnswerForm.letter(number++))
          .append(": ")
          .append(plain(question.line()));
      text.append('\n');
    }
    text.append('\n');
    list(gate.shown().lines());
    gate.drifted().ifPresent(what -> paragraph("**" + plain(what) + "**"));
    // A signal sent from the UI gets no reply, so its refusal is shown here.
    state.gates().refused().stream()
        .reduce((older, newer) -> newer)
        .filter(last -> !last.at().isBefore(gate.openedAt()))
        .ifPresent(
            last ->
                paragraph(
                    "**Refused** at %s: %s".formatted(time(last.at()), plain(last.reason()))));
    paragraph("To answer here: More Actions → Send a Signal, name `submitAnswer`, data one of");
    // The UI truncates long lines in code blocks; inline code wraps and is copied whole.
    AnswerLines.inputs(gate).forEach(input -> text.append("- `").append(input).append("`\n"));
    text.append('\n');
    paragraph("or in a terminal:");
    paragraph("`" + AnswerLines.of(state.handle(), gate).get(0) + "`");
    paragraph("`conclave show " + state.handle() + "` prints a command for each answer.");
  }

  /**
   * Writes the options as a table. Narrow columns are centered: the Temporal UI adds no cell
   * margins.
   */
  private void options(List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    text.append("| # | Option | Score | Effort, risk | Citations verified | By |\n");
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

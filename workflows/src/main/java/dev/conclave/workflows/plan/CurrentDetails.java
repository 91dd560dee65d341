package dev.conclave.workflows.plan;

import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.wire.Cut;
import dev.conclave.workflows.wire.Words;
import dev.conclave.workflows.workspace.Workspace;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/**
 * Where a session stands, in Markdown, as the Temporal UI shows it: what a human has to know first,
 * then the command that answers. Texts of agents and people are escaped. Pure: from the session's
 * state alone.
 */
final class CurrentDetails {
  private static final int CELL = 160;
  private static final int PARAGRAPH = 1_000;
  private static final Collector<CharSequence, ?, String> LIST = Collectors.joining(", ");

  private final Session session;
  private final StringBuilder text = new StringBuilder();

  private CurrentDetails(Session session) {
    this.session = session;
  }

  static String of(Session session) {
    CurrentDetails details = new CurrentDetails(session);
    details.heading();
    session.ending.ifPresent(ending -> details.paragraph(plain(ending)));
    details.host();
    session.gates.open().ifPresentOrElse(details::gate, details::work);
    List<String> shown = session.gates.open().map(gate -> gate.shown().notes()).orElse(List.of());
    details.notes(session.notes.stream().filter(note -> !shown.contains(note)).toList());
    details.rounds();
    return details.text.toString();
  }

  private void heading() {
    String round = session.round() == 0 ? "" : ", round " + session.round();
    paragraph("### " + Words.of(session.phase) + round);
    session
        .deadlineAt
        .filter(at -> !session.phase.closed())
        .ifPresent(at -> paragraph("Deadline: " + time(at)));
  }

  /** Who holds the session up: only the list of activities shows whether anybody does. */
  private void host() {
    boolean idle = session.gates.open().filter(gate -> !gate.checking()).isPresent();
    if (session.phase.closed()) {
      return;
    }
    session.hindrance.ifPresentOrElse(
        why -> paragraph("**" + plain(why) + "**"),
        () ->
            session
                .workspace
                .map(Workspace::hostName)
                .or(() -> session.request.workspace().host())
                .filter(name -> !idle)
                .ifPresent(
                    name ->
                        paragraph(
                            "On host "
                                + plain(name)
                                + ": an activity that stays Scheduled waits for its worker.")));
  }

  /** Nothing is awaited from a human: who works, or how to go on. */
  private void work() {
    switch (session.phase) {
      case ANALYZING ->
          paragraph(
              "Asked: "
                  + session.analysts.stream().map(CurrentDetails::plain).collect(LIST)
                  + ". Pending Activities show how far they are.");
      case GENERATING_PLAN -> paragraph("The plan is being written.");
      case SAVED, CANCELLED, FAILED -> paragraph("Go on with `conclave resume " + session.id + "`");
      default -> {}
    }
  }

  private void gate(Gate gate) {
    paragraph(
        "**%s** Gate `%s`, open since %s."
            .formatted(plain(gate.shown().title()), gate.id(), time(gate.openedAt())));
    options(gate.shown().options());
    int number = 1;
    for (String question : gate.shown().questions()) {
      text.append(number++).append(". ").append(plain(question)).append('\n');
    }
    end();
    notes(gate.shown().notes());
    if (!gate.shown().drift().isEmpty()) {
      paragraph(
          "Changed: " + gate.shown().drift().stream().map(CurrentDetails::plain).collect(LIST));
    }
    paragraph("Answer in a terminal:");
    // In a block of code a long line is cut off; within a paragraph it is wrapped and copied whole.
    paragraph("`" + AnswerLines.of(session.id, gate).get(0) + "`");
    paragraph("or here: More Actions → Send a Signal → `submitAnswer`, with these data:");
    paragraph("`" + AnswerLines.inputs(gate).get(0) + "`");
    paragraph(
        "It takes: "
            + gate.kinds().stream().map(Words::of).collect(LIST)
            + ". `conclave show "
            + session.id
            + "` has a line for each.");
  }

  private void options(List<Option> options) {
    if (options.isEmpty()) {
      return;
    }
    text.append("| # | Option | Score | Effort | Risk | Files | By |\n");
    text.append("|--:|---|--:|---|---|--:|---|\n");
    for (Option option : options) {
      text.append(
          "| %d | **%s**%s | %d | %s | %s | %d | %s |\n"
              .formatted(
                  option.number(),
                  cell(option.name()),
                  tradeOffs(option),
                  Math.round(option.score()),
                  Words.of(option.effort()),
                  Words.of(option.risk()),
                  option.files(),
                  cell(String.join(", ", option.sources()))));
    }
    end();
  }

  private static String tradeOffs(Option option) {
    String pros = String.join("; ", option.pros());
    String cons = String.join("; ", option.cons());
    return (pros.isEmpty() ? "" : " Pro: " + cell(pros) + ".")
        + (cons.isEmpty() ? "" : " Con: " + cell(cons) + ".");
  }

  private void notes(List<String> notes) {
    notes.forEach(note -> paragraph("> " + plain(note)));
  }

  private void rounds() {
    for (RoundRecord round : session.rounds) {
      text.append("- round ").append(round.number()).append(": ");
      text.append(plain(round.convergence().rationale())).append('\n');
    }
  }

  private void paragraph(String paragraph) {
    text.append(paragraph).append("\n\n");
  }

  private void end() {
    text.append('\n');
  }

  private static String time(Instant at) {
    return at.truncatedTo(ChronoUnit.MINUTES).toString().replace("T", " ").replace(":00Z", " UTC");
  }

  private static String cell(String raw) {
    return plain(raw, CELL);
  }

  private static String plain(String raw) {
    return plain(raw, PARAGRAPH);
  }

  /** One line of at most so many characters in which nothing is markup. */
  static String plain(String raw, int longest) {
    String line = raw.strip().replaceAll("\\s+", " ");
    return Cut.shown(line, longest).replaceAll("[\\\\`*_{}\\[\\]<>#|~&!]", "\\\\$0");
  }
}

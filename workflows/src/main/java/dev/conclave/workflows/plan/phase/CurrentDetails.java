package dev.conclave.workflows.plan.phase;

import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.RefusedAnswer;
import dev.conclave.workflows.wire.Markdown;
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
  private static final int PARAGRAPH = 1_000;
  private static final Collector<CharSequence, ?, String> LIST = Collectors.joining(", ");

  private final PlanSession session;
  private final StringBuilder text = new StringBuilder();

  private CurrentDetails(PlanSession session) {
    this.session = session;
  }

  static String of(PlanSession session) {
    CurrentDetails details = new CurrentDetails(session);
    details.heading();
    session.ending().ifPresent(ending -> details.paragraph(plain(ending)));
    details.host();
    List<String> shown = session.gates().open().map(gate -> gate.shown().notes()).orElse(List.of());
    session.gates().open().ifPresentOrElse(details::gate, details::work);
    details.list(session.notes().stream().filter(note -> !shown.contains(note)).toList());
    details.rounds(shown);
    return details.text.append(Markdown.END).toString();
  }

  private void heading() {
    String round = session.round() == 0 ? "" : ", round " + session.round();
    String what =
        session.gates().open().map(gate -> "awaits " + Words.of(gate.type())).orElse(phase());
    paragraph("### " + what + round);
    session
        .deadlineAt()
        .filter(at -> !session.phase.closed())
        .ifPresent(at -> paragraph("Deadline: " + time(at) + then()));
  }

  private String then() {
    return session
        .request()
        .deadline()
        .map(deadline -> "; then " + deadline.policy().then())
        .orElse("");
  }

  private String phase() {
    return Words.of(session.phase);
  }

  /** Who holds the session up: only the list of activities shows whether anybody does. */
  private void host() {
    boolean idle = session.gates().open().filter(gate -> !gate.checking()).isPresent();
    if (session.phase.closed()) {
      return;
    }
    session
        .hindrance()
        .ifPresentOrElse(
            why -> paragraph("**" + plain(why) + "**"),
            () ->
                session
                    .workspace()
                    .map(Workspace::hostName)
                    .or(() -> session.request().workspace().host())
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
      case SAVED, CANCELLED, FAILED ->
          paragraph("Go on with `conclave resume " + session.id() + "`");
      default -> {}
    }
  }

  private void gate(Gate gate) {
    paragraph(
        "**%s** (gate `%s`, open since %s)"
            .formatted(plain(gate.shown().title()), gate.id(), time(gate.openedAt())));
    text.append(DetailTables.options(gate.shown().options()));
    if (gate.type() == GateType.CONFIRMATION) {
      session.plan.ifPresent(draft -> text.append(DetailTables.tasks(draft.plan().tasks())));
    }
    int number = 1;
    for (String question : gate.shown().questions()) {
      text.append(number++).append(". ").append(plain(question)).append('\n');
    }
    end();
    list(gate.shown().notes());
    if (!gate.shown().drift().isEmpty()) {
      paragraph(
          "Changed: " + gate.shown().drift().stream().map(CurrentDetails::plain).collect(LIST));
    }
    refusal(gate);
    answers(gate);
  }

  /** What became of a signal sent from here, which nobody hears otherwise. */
  private void refusal(Gate gate) {
    List<RefusedAnswer> refused = session.gates().book().refused();
    if (!refused.isEmpty()) {
      RefusedAnswer last = refused.get(refused.size() - 1);
      if (!last.at().isBefore(gate.openedAt())) {
        paragraph("**Not taken** at %s: %s".formatted(time(last.at()), plain(last.reason())));
      }
    }
  }

  private void answers(Gate gate) {
    paragraph("Answer here: More Actions → Send a Signal, name `submitAnswer`, data one of");
    // In a block of code a long line is cut off; outside one it is wrapped and copied whole.
    AnswerLines.inputs(gate).forEach(input -> text.append("- `").append(input).append("`\n"));
    end();
    paragraph("or in a terminal:");
    paragraph("`" + AnswerLines.of(session.id(), gate).get(0) + "`");
    paragraph("`conclave show " + session.id() + "` has a line for each kind of answer.");
  }

  private void list(List<String> lines) {
    lines.forEach(line -> text.append("- ").append(plain(line)).append('\n'));
    if (!lines.isEmpty()) {
      end();
    }
  }

  /** What each round came to, but what the gate has said already. */
  private void rounds(List<String> shown) {
    list(
        session.rounds.stream()
            .filter(round -> !shown.contains(round.convergence().rationale()))
            .map(round -> "round " + round.number() + ": " + round.convergence().rationale())
            .toList());
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

  private static String plain(String raw) {
    return Markdown.plain(raw, PARAGRAPH);
  }
}

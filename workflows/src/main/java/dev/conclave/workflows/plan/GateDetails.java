package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.RefusedAnswer;
import java.util.List;

/**
 * An open gate in Markdown, as the Temporal UI shows it: what is asked, what became of an answer
 * that was not taken, and how to answer. Pure.
 */
final class GateDetails {
  private final PlanState state;
  private final DetailText text;

  private GateDetails(PlanState state, DetailText text) {
    this.state = state;
    this.text = text;
  }

  /** Adds the gate. */
  static void add(PlanState state, Gate gate, DetailText text) {
    new GateDetails(state, text).gate(gate);
  }

  private void gate(Gate gate) {
    text.paragraph(
        "**%s** (gate `%s`, open since %s)"
            .formatted(
                DetailText.plain(gate.shown().title()),
                gate.id(),
                DetailText.time(gate.openedAt())));
    text.add(DetailTables.options(gate.shown().options()));
    if (gate.type() == GateType.CONFIRMATION) {
      state.plan().ifPresent(draft -> text.add(DetailTables.tasks(draft.plan().tasks())));
    }
    int number = 1;
    for (Question question : gate.shown().questions()) {
      text.add(number++ + ". " + DetailText.plain(question.line()) + "\n");
    }
    text.end();
    text.list(gate.shown().notes());
    if (!gate.shown().drift().isEmpty()) {
      text.paragraph("Changed: " + DetailText.inLine(gate.shown().drift()));
    }
    refusal(gate);
    answers(gate);
  }

  /** What became of a signal sent from here, which nobody hears otherwise. */
  private void refusal(Gate gate) {
    List<RefusedAnswer> refused = state.gates().refused();
    if (!refused.isEmpty()) {
      RefusedAnswer last = refused.get(refused.size() - 1);
      if (!last.at().isBefore(gate.openedAt())) {
        text.paragraph(
            "**Not taken** at %s: %s"
                .formatted(DetailText.time(last.at()), DetailText.plain(last.reason())));
      }
    }
  }

  private void answers(Gate gate) {
    text.paragraph("Answer here: More Actions → Send a Signal, name `submitAnswer`, data one of");
    // In a block of code a long line is cut off; outside one it is wrapped and copied whole.
    AnswerLines.inputs(gate).forEach(input -> text.add("- `" + input + "`\n"));
    text.end();
    text.paragraph("or in a terminal:");
    text.paragraph("`" + AnswerLines.of(state.session(), gate).get(0) + "`");
    text.paragraph("`conclave show " + state.session() + "` has a line for each kind of answer.");
  }
}

package dev.conclave.client.gate;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What can be typed at the prompt of a gate: in one line, and explained. */
record GateHelp(Gate gate) {
  List<Question> questions() {
    return gate.shown().questions();
  }

  /** How many options can be chosen by their number. */
  int options() {
    return choosing().isPresent() ? gate.shown().options().size() : 0;
  }

  /** The kind that chooses among the gate's options. */
  Optional<AnswerKind> choosing() {
    return gate.kinds().stream().filter(this::chooses).findFirst();
  }

  private boolean chooses(AnswerKind kind) {
    return kind.form().choosesAt(gate.type());
  }

  /** The kind that answers what the gate asks, where it is there to be asked. */
  Optional<AnswerKind> clarifying() {
    return gate.kinds().stream()
        .filter(kind -> !questions().isEmpty() && kind.form().answersQuestions())
        .findFirst();
  }

  String menu() {
    int options = options();
    List<String> parts = new ArrayList<>();
    if (options > 0) {
      String numbers = options == 1 ? "1" : options == 2 ? "1 or 2" : "1 to " + options;
      parts.add(numbers + ": " + Words.of(gate.kinds().get(0)));
    } else if (clarifying().isPresent()) {
      parts.add(
          (questions().stream().allMatch(asked -> asked.options().isEmpty()) ? "" : "a number or ")
              + "your own words: answer"
              + (questions().size() == 1 ? "" : " question 1, then the others"));
    }
    gate.kinds().stream()
        .filter(kind -> !chooses(kind) && !clarifying().equals(Optional.of(kind)))
        .map(kind -> kind.letter() + ": " + Words.of(kind))
        .forEach(parts::add);
    return String.join(", ", parts)
        + ", 0: later, v: view, ?: help."
        + (options > 0 && gate.kinds().contains(AnswerKind.APPROVE)
            ? " Words and options can follow: 1 no new library, 1 --execution codex."
            : options > 0 ? " Words can follow: 1 keep the old name too." : "")
        + (questions().isEmpty() || clarifying().isPresent()
            ? ""
            : " 1=2 answers question 1 with its option 2.");
  }

  /** A line for each answer, as the command line takes it too, and what can be viewed. */
  Page page(Screen screen) {
    Table typed = new Table("Type", "to");
    for (String line : AnswerLines.arguments(gate)) {
      Optional<AnswerKind> kind = Words.parse(AnswerKind.class, line.split(" ", 2)[0]);
      boolean plain = kind.equals(Optional.of(AnswerKind.APPROVE)) && options() == 0;
      typed.row(
          options() > 0 && kind.filter(this::chooses).isPresent() ? "1" : line,
          plain
              ? line.contains("--mode") ? "go on in another mode" : "go on this way"
              : kind.map(AnswerKind::label).orElse(""));
    }
    if (!questions().isEmpty()) {
      typed.row(
          "1=2; 2=your words", "answer question 1 with its option 2, and question 2 in your words");
    }
    boolean planned =
        Set.of(GateType.CLARIFICATION, GateType.DECISION, GateType.CONFIRMATION)
            .contains(gate.type());
    typed.row(
        "view",
        "read what this gate is based on" + (planned ? "; also view plan, view round" : ""));
    if (planned || gate.type() == GateType.DISCUSSION) {
      typed.row("view C1", "read the conflict C1 alone; a point P1 or a question Q1 likewise");
    }
    if (options() > 0) {
      typed.row("view 1", "read option 1 in full");
    }
    return new Page(screen)
        .table(typed)
        .text(
            "One letter is enough for an answer, and "
                + GateDialog.EDIT
                + " in place of words opens your editor. Ctrl-C leaves while the session goes on;"
                + " nothing is sent before the last Enter.");
  }
}

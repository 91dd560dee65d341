package dev.conclave.client.gate;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.temporal.Words;

/** What can be typed at the prompt of an open gate, in its own numbers and names. */
final class GateHelp {
  private GateHelp() {}

  /** Writes it. */
  static Page page(Page page, GateMenu menu, SessionView view) {
    Table typed = new Table("Type", "to");
    for (GateChoice choice : menu.choices()) {
      String letter = GateChoice.letter(choice.kind());
      typed.row(choice.option().map(String::valueOf).orElse(letter), choice.what());
      if (GateChoice.TAKE_TEXT.contains(choice.kind())) {
        typed.row(letter + " your words", "the same with words; " + letter + " :e in your editor");
      } else if (choice.kind() == AnswerKind.APPROVE && choice.option().isPresent()) {
        String number = choice.option().get() + " ";
        typed.row(number + "no new library", "the same with a constraint");
        typed.row(number + ApprovalForm.MORE, "and be asked who executes and reviews, and more");
      } else if (choice.kind() == AnswerKind.DROP_AGENT) {
        typed.row(letter + " NAME", Words.of(choice.kind()) + " of that name");
      }
    }
    if (menu.asks()) {
      typed.row("1=2; 2=your words", "answer question 1 with its option 2, and question 2");
    }
    int options = view.gate().orElseThrow().shown().options().size();
    if (options > 0) {
      typed.row("view " + options, "read solution " + options + " in full");
    }
    if (view.plan().isPresent()) {
      typed.row("view plan", "read the plan in full");
    }
    if (!view.rounds().isEmpty()) {
      typed.row("view round", "read the last round");
    }
    typed.row(Questions.BACK, "at a further question: go back to the answers");
    return page.table(typed)
        .text("Ctrl-C leaves, and the session goes on; nothing is sent before the last Enter.");
  }
}

package dev.conclave.client.gate;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.plan.SessionView;
import dev.conclave.workflows.wire.Words;
import java.util.function.Predicate;

/** What can be typed at the prompt of an open gate, in its own numbers and names. */
final class GateHelp {
  private GateHelp() {}

  /** Writes it below the list of answers. */
  static Page below(Page list, GateMenu menu, SessionView view) {
    Table examples = new Table("Type", "to");
    AnswerExample.of(view).forEach(example -> examples.row(example.typed(), example.what()));
    if (menu.asks() && menu.clarifying().isEmpty()) {
      examples.row("1=your words", "answer question 1 first, and then choose what goes with it");
    }
    worded(menu, AnswerKind.APPROVE::equals, examples);
    worded(menu, kind -> kind != AnswerKind.APPROVE, examples);
    views(view, examples);
    examples.row(Questions.BACK, "at a further question: go back to this list");
    return list.gap()
        .text("Type a number, or a letter or word with what belongs to it on the same line:")
        .table(examples)
        .text("Ctrl-C leaves, and the session goes on; nothing is sent before the last Enter.");
  }

  /** How words go along with the first such answer. */
  private static void worded(GateMenu menu, Predicate<AnswerKind> which, Table examples) {
    menu.worded().stream()
        .filter(choice -> which.test(choice.kind()))
        .findFirst()
        .ifPresent(
            choice -> {
              String letter = GateChoice.letter(choice.kind());
              if (choice.option().isPresent()) {
                examples.row(
                    letter + " " + choice.option().get() + " no new library",
                    "approve it with a constraint");
              } else {
                examples.row(
                    letter + " " + Questions.EDIT,
                    Words.of(choice.kind()) + ", its words written in your editor");
              }
            });
  }

  /** What there is to look at. */
  private static void views(SessionView view, Table table) {
    int options = view.gate().orElseThrow().shown().options().size();
    if (options > 0) {
      table.row("view " + options, "read solution " + options + " in full");
    }
    if (view.plan().isPresent()) {
      table.row("view plan", "read the plan in full");
    }
    if (!view.rounds().isEmpty()) {
      table.row("view round", "read the last round");
    }
  }
}

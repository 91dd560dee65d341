package dev.conclave.client.cli;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Prompt;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.wire.Words;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Asks a person at a terminal to answer a gate, by number. */
final class GateDialog {
  private static final List<String> PRESETS =
      List.of("performance", "maintainability", "minimal-changes", "full-refactor-ok");

  private final Prompt prompt;
  private final Screen screen;

  GateDialog(Prompt prompt, Screen screen) {
    this.prompt = prompt;
    this.screen = screen;
  }

  /**
   * Asks until the answer is complete; empty when the person wants to leave the gate open.
   *
   * @throws Left when the person leaves
   */
  Optional<AnswerDraft> ask(Gate gate) throws Left {
    List<GateChoice> choices = GateChoice.of(gate);
    Page page = new Page(screen).text("").heading("Your answer");
    for (int i = 0; i < choices.size(); i++) {
      page.item(1, (i + 1) + ".", choices.get(i).label());
    }
    prompt.show(page.item(1, "0.", "leave it for later; the session waits"));
    int number = number("Number:", 0, choices.size());
    return number == 0 ? Optional.empty() : Optional.of(complete(gate, choices.get(number - 1)));
  }

  private AnswerDraft complete(Gate gate, GateChoice choice) throws Left {
    AnswerDraft draft = new AnswerDraft(choice.kind());
    draft.solution = choice.solution();
    switch (choice.kind()) {
      case APPROVE -> approval(gate, draft);
      case CLARIFY -> clarification(gate, draft);
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY ->
          draft.text = Optional.of(needed("What should be done instead?"));
      case MORE_ANALYSIS -> draft.text = optional("What should be looked at? (Enter: no wish)");
      case RAISE -> draft.budget = Optional.of(raise());
      case DROP_AGENT -> draft.agent = Optional.of(needed("Which agent?"));
      case PROCEED, EXECUTE, BACK, SAVE, DECIDE, CANCEL -> {}
    }
    return draft;
  }

  private void approval(Gate gate, AnswerDraft draft) throws Left {
    draft.execution =
        Optional.of(pick("Executed by", ExecutionMethod.class, ExecutionMethod.AGENT));
    draft.review = Optional.of(pick("Reviewed by", CodeReview.class, CodeReview.SKIP));
    Optional<String> constraints =
        optional(
            "Constraints, comma between (" + String.join(", ", PRESETS) + " or own; Enter: none)");
    constraints.ifPresent(
        words ->
            Arrays.stream(words.split(","))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .forEach(draft.constraints::add));
    if (!gate.shown().drift().isEmpty()) {
      draft.acceptDrift =
          prompt
              .ask("Cited files have changed. Approve all the same? (y/N)")
              .toLowerCase(Locale.ROOT)
              .startsWith("y");
    }
  }

  private void clarification(Gate gate, AnswerDraft draft) throws Left {
    List<String> questions = gate.shown().questions();
    for (int i = 0; i < questions.size(); i++) {
      String number = String.valueOf(i + 1);
      optional(number + ". " + questions.get(i) + "\n (Enter: no answer)")
          .ifPresent(answer -> draft.answers.put(number, answer));
    }
    draft.text =
        draft.answers.isEmpty()
            ? Optional.of(needed("Your words:"))
            : optional("Anything else? (Enter: no)");
  }

  private BudgetRaise raise() throws Left {
    while (true) {
      Optional<Double> usd = optional("New limit in USD (Enter: as it is)").flatMap(Numbers::usd);
      Optional<Integer> calls =
          optional("New limit of calls (Enter: as it is)").flatMap(Numbers::count);
      if (usd.isPresent() || calls.isPresent()) {
        return new BudgetRaise(usd, calls, Optional.empty());
      }
      prompt.show(new Page(screen).text("Give a number above 0 for at least one of them."));
    }
  }

  private <E extends Enum<E>> E pick(String question, Class<E> type, E usual) throws Left {
    List<String> words = Arrays.stream(type.getEnumConstants()).map(Words::of).toList();
    while (true) {
      String said =
          prompt.ask(
              question + " (" + String.join(", ", words) + "; Enter: " + Words.of(usual) + ")");
      Optional<E> found = said.isEmpty() ? Optional.of(usual) : Words.parse(type, said);
      if (found.isPresent()) {
        return found.get();
      }
    }
  }

  private int number(String question, int least, int most) throws Left {
    while (true) {
      Optional<Integer> number = Numbers.whole(prompt.ask(question));
      if (number.filter(n -> n >= least && n <= most).isPresent()) {
        return number.get();
      }
      prompt.show(new Page(screen).text("Type a number from " + least + " to " + most + "."));
    }
  }

  private String needed(String question) throws Left {
    while (true) {
      String said = prompt.ask(question);
      if (!said.isBlank()) {
        return said;
      }
    }
  }

  private Optional<String> optional(String question) throws Left {
    return Optional.of(prompt.ask(question)).filter(said -> !said.isBlank());
  }
}

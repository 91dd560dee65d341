package dev.conclave.client.gate;

import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.Gate;
import java.util.List;
import java.util.Optional;

/** Asks for what a budget gate needs: a higher limit, or the agent to drop. */
final class BudgetForm {
  private final Questions questions;
  private final Gate gate;

  BudgetForm(Questions questions, Gate gate) {
    this.questions = questions;
    this.gate = gate;
  }

  BudgetRaise raise() throws Left, Questions.Back {
    while (true) {
      Optional<Double> usd = questions.number("New limit in USD (Enter: as it is)", Numbers::usd);
      Optional<Integer> calls =
          questions.number("New limit of calls (Enter: as it is)", Numbers::count);
      Optional<Integer> tokens =
          questions.number("New limit of tokens (Enter: as it is)", Numbers::count);
      if (usd.isPresent() || calls.isPresent() || tokens.isPresent()) {
        return new BudgetRaise(usd, calls, tokens.map(Integer::longValue));
      }
      questions.say("Give a number above 0 for at least one of them, or < to go back.");
    }
  }

  String agent(Optional<String> word) throws Left, Questions.Back {
    List<String> agents = gate.shown().agents();
    Optional<String> named = word;
    while (true) {
      String said =
          named.isPresent()
              ? named.get()
              : questions.needed("Which agent? (" + Choices.numbered(agents) + ")");
      Optional<String> agent =
          Numbers.whole(said)
              .filter(n -> n >= 1 && n <= agents.size())
              .map(n -> agents.get(n - 1))
              .or(() -> agents.stream().filter(said::equalsIgnoreCase).findFirst());
      if (agent.isPresent()) {
        return agent.get();
      }
      questions.say(
          "\"%s\" is none of them: name %s, or its number."
              .formatted(said, String.join(" or ", agents)));
      named = Optional.empty();
    }
  }
}

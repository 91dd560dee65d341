package dev.conclave.client.cli;

import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.BudgetRaise;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.wire.Words;
import java.util.List;
import java.util.Optional;

/**
 * Asks for what an answer needs beside its kind. Confirmation is asked only for what cannot be
 * taken back, or goes against a warning.
 */
final class AnswerForm {
  private static final List<String> PRESETS =
      List.of("performance", "maintainability", "minimal-changes", "full-refactor-ok");

  private final Questions questions;
  private final Choices choices;
  private final Snapshot now;
  private final Gate gate;

  AnswerForm(Questions questions, Snapshot now) {
    this.questions = questions;
    this.choices = new Choices(questions);
    this.now = now;
    this.gate = now.view().gate().orElseThrow();
  }

  /**
   * Completes an answer; empty when the person goes back.
   *
   * @param words that came with the choice
   */
  Optional<AnswerDraft> complete(GateChoice choice, Optional<String> words) throws Left {
    AnswerDraft draft = new AnswerDraft(choice.kind());
    draft.solution = choice.solution();
    try {
      fill(draft, words);
      return Optional.of(draft);
    } catch (Questions.Back e) {
      return Optional.empty();
    }
  }

  private void fill(AnswerDraft draft, Optional<String> said) throws Left, Questions.Back {
    Optional<String> words = said;
    if (said.filter(Questions.EDIT::equals).isPresent()) {
      words = Optional.of(questions.text("Your words for " + Words.of(draft.kind), said.get()));
    }
    switch (draft.kind) {
      case APPROVE -> approval(draft, words);
      case CLARIFY -> clarification(draft, words);
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY ->
          draft.text = words.isPresent() ? words : Optional.of(questions.needed(what(draft.kind)));
      case MORE_ANALYSIS ->
          draft.text =
              words.isPresent()
                  ? words
                  : questions.optional("What should be looked at?", "no wish");
      case RAISE -> draft.budget = Optional.of(raise());
      case DROP_AGENT -> draft.agent = Optional.of(agent(words));
      case EXECUTE -> sound();
      case CANCEL ->
          questions.sure(
              "End the session? `conclave resume %s` would go on with it."
                  .formatted(now.view().session()));
      case PROCEED, BACK, SAVE, DECIDE -> {}
    }
  }

  private static String what(AnswerKind kind) {
    return kind == AnswerKind.MODIFY
        ? "What should be different in the plan?"
        : "What should be done instead?";
  }

  private void approval(AnswerDraft draft, Optional<String> constraint)
      throws Left, Questions.Back {
    if (!gate.shown().drift().isEmpty()) {
      questions.sure("Cited files have changed since. Approve all the same?");
      draft.acceptDrift = true;
    }
    draft.execution =
        Optional.of(choices.pick("Executed by", ExecutionMethod.class, ExecutionMethod.AGENT));
    draft.review = Optional.of(choices.pick("Reviewed by", CodeReview.class, CodeReview.SKIP));
    constraint.ifPresent(draft.constraints::add);
    draft.constraints.addAll(
        choices.some(constraint.isPresent() ? "Constraints beside yours" : "Constraints", PRESETS));
    for (String part :
        questions.list(
            "Scope: +what to take in, -what to leave out, comma between (Enter: as analyzed)")) {
      boolean out = part.startsWith("-");
      String bare = out || part.startsWith("+") ? part.substring(1).strip() : part;
      if (!bare.isEmpty()) {
        (out ? draft.excluded : draft.included).add(bare);
      }
    }
  }

  private void clarification(AnswerDraft draft, Optional<String> words)
      throws Left, Questions.Back {
    if (words.isPresent()) {
      draft.text = words;
      return;
    }
    List<String> asked = gate.shown().questions();
    for (int i = 0; i < asked.size(); i++) {
      String number = String.valueOf(i + 1);
      questions
          .optional(number + ". " + asked.get(i), "no answer")
          .ifPresent(answer -> draft.answers.put(number, answer));
    }
    draft.text =
        draft.answers.isEmpty()
            ? Optional.of(questions.needed("Your words:"))
            : questions.optional("Anything else?", "no");
  }

  private void sound() throws Left, Questions.Back {
    boolean doubtful =
        now.view().plan().filter(plan -> plan.degraded() || !plan.errors().isEmpty()).isPresent();
    if (doubtful) {
      questions.sure("The plan is degraded or fails checks. Execute it all the same?");
    }
  }

  private BudgetRaise raise() throws Left, Questions.Back {
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

  private String agent(Optional<String> word) throws Left, Questions.Back {
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

package dev.conclave.client.gate;

import dev.conclave.client.session.Snapshot;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerRules;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.Need;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks for what an answer needs beside its kind. Confirmation is asked only for what cannot be
 * taken back, or goes against a warning.
 */
final class AnswerForm {
  private final Questions questions;
  private final ApprovalForm approval;
  private final BudgetForm budget;
  private final Snapshot now;
  private final Gate gate;

  AnswerForm(Questions questions, Snapshot now) {
    this.questions = questions;
    this.now = now;
    this.gate = now.view().gate().orElseThrow();
    this.approval = new ApprovalForm(questions);
    this.budget = new BudgetForm(questions, gate);
  }

  /**
   * Completes an answer; empty when the person goes back.
   *
   * @param words that came with the choice
   * @param answers to the gate's questions that came with it, by number
   */
  Optional<AnswerDraft> complete(
      GateChoice choice, Optional<String> words, Map<String, String> answers) throws Left {
    AnswerDraft draft = new AnswerDraft(choice.kind());
    if (choice.carriesAnswers()) {
      draft.answers.putAll(answers);
    }
    if (gate.type().need(choice.kind()) == Need.STRATEGY) {
      draft.strategy = choice.option();
    } else {
      draft.solution = choice.option();
    }
    try {
      fill(draft, words);
      return Optional.of(draft);
    } catch (Questions.Back e) {
      return Optional.empty();
    }
  }

  /** Gives an answer once more that changes hindered; empty when the person goes back. */
  Optional<AnswerDraft> again(Said.Again said, Map<String, String> answers) throws Left {
    AnswerDraft earlier = said.draft();
    try {
      if (said.sure()) {
        earlier.acceptDrift = true;
      } else {
        drift(earlier);
      }
      if (earlier.kind == AnswerKind.EXECUTE) {
        sound();
      }
      earlier.answers.putAll(answers);
      return Optional.of(earlier);
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
      case APPROVE -> {
        drift(draft);
        approval.fill(draft, words);
      }
      case CLARIFY -> clarification(draft, words);
      case REPLY -> replies(draft);
      case CHANGE_DIRECTION, DIFFERENT_DIRECTION, MODIFY, ADJUST ->
          draft.text = words.isPresent() ? words : Optional.of(questions.needed(what(draft.kind)));
      case MORE_ANALYSIS ->
          draft.text =
              words.isPresent()
                  ? words
                  : questions.optional(
                      draft.answers.isEmpty() ? "What should be looked at?" : "Anything else?",
                      "no wish");
      case RAISE -> draft.budget = Optional.of(budget.raise());
      case DROP_AGENT -> draft.agent = Optional.of(budget.agent(words));
      case EXECUTE -> {
        drift(draft);
        sound();
      }
      case CANCEL ->
          questions.sure(
              "End the session? `conclave resume %s` would go on with it."
                  .formatted(now.view().session()));
      case ASK ->
          draft.questions.add(
              words.isPresent() ? words.get() : questions.needed("What should be looked into?"));
      case EXPORT ->
          draft.target =
              words.isPresent() ? words : Optional.of(questions.needed("To which directory?"));
      case PROCEED,
          BACK,
          SAVE,
          DECIDE,
          CHOOSE,
          CUSTOM,
          SKIP,
          RETRY,
          ABORT,
          DEEPEN,
          DONE,
          ARCHIVE,
          KEEP -> {}
    }
  }

  private static String what(AnswerKind kind) {
    return kind == AnswerKind.MODIFY
        ? "What should be different in the plan?"
        : "What should be done instead?";
  }

  private void clarification(AnswerDraft draft, Optional<String> words)
      throws Left, Questions.Back {
    if (words.isPresent()) {
      draft.text = words;
      return;
    }
    replies(draft);
    if (draft.answers.isEmpty()) {
      draft.text = Optional.of(questions.needed("Your words:"));
    }
  }

  /** Those answers to the gate's questions that did not come with the choice. */
  private void replies(AnswerDraft draft) throws Left, Questions.Back {
    List<Question> asked = gate.shown().questions();
    for (int i = 0; i < asked.size(); i++) {
      String number = String.valueOf(i + 1);
      while (!draft.answers.containsKey(number)) {
        Optional<String> answer =
            questions.optional(number + ". " + asked.get(i).line(), "no answer");
        if (answer.isEmpty()) {
          break;
        }
        Optional<String> wrong = AnswerRules.wrong(number, answer.get(), asked);
        wrong.map(NumberedAnswers::sentence).ifPresent(questions::say);
        if (wrong.isEmpty()) {
          draft.answers.put(number, answer.get());
        }
      }
    }
  }

  /** What has changed since is accepted, or the person goes back. */
  private void drift(AnswerDraft draft) throws Left, Questions.Back {
    if (!gate.shown().drift().isEmpty()) {
      questions.sure(
          draft.kind == AnswerKind.EXECUTE
              ? "The plan no longer fits the workspace. Execute it all the same?"
              : "Cited files have changed since. Approve all the same?");
      draft.acceptDrift = true;
    }
  }

  private void sound() throws Left, Questions.Back {
    boolean doubtful =
        now.view().plan().filter(plan -> plan.degraded() || !plan.errors().isEmpty()).isPresent();
    if (doubtful) {
      questions.sure("The plan is degraded or fails checks. Execute it all the same?");
    }
  }
}

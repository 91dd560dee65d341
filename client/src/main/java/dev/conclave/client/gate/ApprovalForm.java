package dev.conclave.client.gate;

import dev.conclave.client.argument.Candidates;
import dev.conclave.client.page.Carrier;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import java.util.Optional;

/** Asks for what an approval may carry: who executes and reviews, constraints, a changed scope. */
final class ApprovalForm {
  private final Questions questions;
  private final Choices choices;

  ApprovalForm(Questions questions) {
    this.questions = questions;
    this.choices = new Choices(questions);
  }

  /** Completes an approval; a constraint may have come with it. */
  void fill(AnswerDraft draft, Optional<String> constraint) throws Left, Questions.Back {
    draft.execution =
        Optional.of(
            choices.pick(
                "Executed by", ExecutionMethod.class, ExecutionMethod.AGENT, Carrier::behind));
    draft.review = Optional.of(choices.pick("Reviewed by", CodeReview.class, CodeReview.SKIP));
    constraint.ifPresent(draft.constraints::add);
    draft.constraints.addAll(
        choices.some(
            constraint.isPresent() ? "Constraints beside yours" : "Constraints",
            Candidates.CONSTRAINTS));
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
}

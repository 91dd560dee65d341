package dev.conclave.client.gate;

import dev.conclave.client.command.Candidates;
import dev.conclave.client.page.Carrier;
import dev.conclave.client.terminal.Prompt.Left;
import dev.conclave.workflows.gate.CodeReview;
import dev.conclave.workflows.gate.ExecutionMethod;
import dev.conclave.workflows.temporal.Words;
import java.util.Optional;

/**
 * What an approval may carry: words behind it are a constraint; who executes and reviews, more
 * constraints and a changed scope are asked for by {@link #MORE}.
 */
final class ApprovalForm {
  static final String MORE = ":o";

  private final Questions questions;
  private final Choices choices;

  ApprovalForm(Questions questions) {
    this.questions = questions;
    this.choices = new Choices(questions);
  }

  /** Completes an approval with the words that came with it. */
  void fill(AnswerDraft draft, Optional<String> words) throws Left, Questions.Back {
    boolean more = words.filter(said -> said.startsWith(MORE)).isPresent();
    Optional<String> constraint =
        words
            .map(said -> more ? said.substring(MORE.length()).strip() : said)
            .filter(said -> !said.isEmpty());
    constraint.ifPresent(draft.constraints::add);
    if (!more) {
      return;
    }
    draft.execution =
        Optional.of(
            choices.pick(
                "Executed by",
                ExecutionMethod.class,
                ExecutionMethod.AGENT,
                method -> Words.of(method) + " (" + Carrier.behind(method) + ")"));
    draft.review =
        Optional.of(choices.pick("Reviewed by", CodeReview.class, CodeReview.SKIP, Words::of));
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

package dev.conclave.client.page;

import dev.conclave.client.session.SessionSnapshot;
import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Table;
import dev.conclave.client.view.Tone;
import dev.conclave.workflows.discussion.ReviewOutcome;
import dev.conclave.workflows.discussion.ReviewOutcome.Judged;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.review.ReviewState;
import dev.conclave.workflows.session.DiscussionState;
import dev.conclave.workflows.session.SessionView.ReviewLine;
import dev.conclave.workflows.text.Words;
import java.util.Optional;
import java.util.function.Function;

/** Pages of a review: its findings by severity. */
final class ReviewKindPage extends KindPage<ReviewState> {
  @Override
  void details(Page page, ReviewState state, Gate gate, String what) {
    if (what.isEmpty()) {
      GatePage.write(page, gate);
    } else {
      state
          .last()
          .ifPresent(
              last ->
                  LedgerPage.write(page, last.ledger(), state.request().languages(), false, what));
    }
  }

  @Override
  Table tasks(SessionSnapshot now) {
    Table table = new Table("", "Severity", "Location", "Finding", "Status", "By").ours(1, 4);
    ReviewLine review = now.view().review();
    ReviewOutcome outcome = review == null ? null : review.outcome();
    if (outcome != null) {
      for (Judged one : outcome.findings()) {
        table.row(
            one.counts() ? Tone.STRONG : Tone.FAINT,
            one.id(),
            Words.of(one.severity()),
            one.finding().place(),
            one.finding().title(),
            Words.of(one.standing()),
            String.join(", ", one.by()));
      }
    }
    return table;
  }

  @Override
  public Part round(
      ReviewState state, int number, Function<DocumentRef, Optional<Synthesis>> whole) {
    return lastRound(state, number);
  }

  /** Returns the last round, the only one that the state holds in full. */
  static Part lastRound(DiscussionState<?> state, int number) {
    Synthesis last =
        state
            .last()
            .filter(one -> number == 0 || number == one.round())
            .orElseThrow(() -> missing(state.session(), "round " + number + " in full"));
    return new Part(
        last.ledger(),
        page -> LedgerPage.write(page, last.ledger(), state.request().languages(), false, ""));
  }
}

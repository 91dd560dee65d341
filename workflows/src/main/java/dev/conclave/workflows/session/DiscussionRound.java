package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.text.Bounds;
import io.temporal.workflow.Functions.Func;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One discussion round: ask, enter, moderate, count, record (docs/discussion.md). */
public final class DiscussionRound {
  private final DiscussionState<?> state;
  private final AgentCalls calls;
  private final DiscussionQuestions questions;
  private final FallbackChain chain;
  private final RoundLedger ledger;
  private final @Nullable String feedback;
  private final Instant started = SessionState.now();
  private final String number;

  public DiscussionRound(
      DiscussionState<?> state,
      HostCalls host,
      ReplyDocuments documents,
      AgentCalls calls,
      DiscussionQuestions questions) {
    this.state = state;
    this.calls = calls;
    this.questions = questions;
    chain = new FallbackChain(state, calls);
    ledger =
        new RoundLedger(
            state,
            host,
            documents,
            () -> state.ledgerDocument(documents).orElse(null),
            state.ledger().next(),
            Clarifications.answers(state.decisions()));
    feedback =
        Stream.of(state.directionText(), state.feedback())
            .flatMap(Optional::stream)
            .reduce((direction, words) -> direction + "\n" + words)
            .map(Bounds::shortened)
            .orElse(null);
    number = state.round() + "." + state.decisions().size();
  }

  /**
   * Runs the round.
   *
   * @param serial whether each analyst sees the replies of the previous ones
   * @return whether another round may follow; false when the budget ended this one, or nobody
   *     answered
   */
  public boolean run(boolean serial) {
    if (state.subject().isPresent()) {
      ledger.document(); // store its documents once here, not once per reviewer
    }
    List<Answer> seats = new ArrayList<>(serial ? inSequence() : inParallel());
    if (calls.userStopped() && state.hasRoundOfDirection()) {
      // A partial round would hide the results of the previous one.
      state.note(
          "the budget ended round %d; the results are from round %d, the last complete one"
              .formatted(state.round(), state.last().orElseThrow().round()));
      state.setFeedback(null);
      return false;
    }
    if (replies(seats).isEmpty()) {
      askDirect(seats);
      ledger.merge(replies(seats), RoundRecord.fitted(runs(seats)));
    }
    boolean moderate = ledger.merged().moderate();
    Answer moderation =
        chain.ask(
            chain.firstOf(
                moderate
                    ? state.request().moderators(state.analysts(), ledger.merged().statements())
                    : List.of(),
                reply -> reply.moderation().isPresent()),
            questions.moderation(number, () -> ledger.merged().ledger()));
    if (moderate && moderation.reply().isEmpty()) {
      noteUnmoderated(moderation.reasons());
    }
    Synthesis synthesis =
        ledger.count(
            moderation.good(),
            RoundRecord.fitted(runs(seats)),
            !state.hasRoundOfDirection(),
            state.maxRounds(),
            Math.max(0, state.roundsLeft() - 1),
            state.context().map(GatheredContext::context).orElse(null),
            feedback,
            started,
            state.reviewTerms());
    record(synthesis, runs(seats));
    return !calls.userStopped() && !state.onlyDirect() && !replies(seats).isEmpty();
  }

  /** Returns every attempt, in the order of the analysts. */
  private static List<AgentRun> runs(List<Answer> seats) {
    return seats.stream().flatMap(seat -> seat.runs().stream()).toList();
  }

  private static List<AskReply> replies(List<Answer> seats) {
    return seats.stream().flatMap(seat -> seat.reply().stream()).toList();
  }

  private List<Answer> inSequence() {
    Set<String> used = new LinkedHashSet<>(state.analysts());
    List<Answer> seats = new ArrayList<>();
    for (String analyst : state.analysts()) {
      Answer seat = chain.ask(chain.withFallbacks(analyst, used), analysis());
      seats.add(seat);
      seat.reply()
          .ifPresent(reply -> ledger.merge(List.of(reply), RoundRecord.fitted(runs(seats))));
    }
    return seats;
  }

  private AgentQuestion analysis() {
    return questions.analysis(number, ledger::document);
  }

  private List<Answer> inParallel() {
    Set<String> used = new LinkedHashSet<>(state.analysts());
    List<Answer> seats =
        new ArrayList<>(
            AgentCalls.inParallel(
                state.analysts().stream()
                    .<Func<Answer>>map(
                        analyst -> () -> chain.ask(chain.withFallbacks(analyst, used), analysis()))
                    .toList()));
    if (!replies(seats).isEmpty()) {
      ledger.merge(replies(seats), RoundRecord.fitted(runs(seats)));
    }
    return seats;
  }

  /** Asks the built-in analyst when no other agent answered. */
  private void askDirect(List<Answer> seats) {
    boolean asked = runs(seats).stream().anyMatch(run -> run.agent().equals(AgentStatus.DIRECT));
    if (!asked && state.request().mayAskDirect()) {
      seats.add(chain.ask(chain.withoutFallbacks(AgentStatus.DIRECT), analysis()));
    }
  }

  private void noteUnmoderated(List<String> reasons) {
    state.note(
        "round %d had no moderator and is not cross-verified%s"
            .formatted(state.round(), reasons.isEmpty() ? "" : ": " + String.join("; ", reasons)));
  }

  private void record(Synthesis synthesis, List<AgentRun> runs) {
    state.record(
        RoundRecord.of(
            synthesis,
            state.direction(),
            state.requireTree().id(),
            started,
            SessionState.now(),
            runs,
            feedback,
            state.request().languages()),
        synthesis);
    state.callLog().dropRecorded(state.rounds().size(), started);
  }
}

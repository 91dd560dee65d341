package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.Clarifications;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Answer;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.RoundLedger;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Bounds;
import io.temporal.workflow.Functions.Func;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** One discussion round: ask, enter, moderate, count, record (docs/discussion.md). */
final class DiscussionRound {
  private final PlanState session;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final AgentCalls calls;
  private final FallbackChain chain;
  private final RoundLedger ledger;
  private final Instant started = SessionState.now();
  private final String number;

  DiscussionRound(PlanState session, HostCalls host, ReplyDocuments documents, AgentCalls calls) {
    this.session = session;
    this.host = host;
    this.documents = documents;
    this.calls = calls;
    chain = new FallbackChain(session, calls);
    ledger =
        new RoundLedger(
            session,
            host,
            documents,
            () -> session.ledgerDocument(documents),
            session.last.map(Synthesis::ledger).orElse(Ledger.EMPTY).next(),
            Clarifications.answers(session.decisions()));
    number = session.round() + "." + session.decisions().size();
  }

  Phase analyze() {
    host.nameTree(" · round " + session.round());
    boolean serial = session.request().mode() == DiscussionMode.SERIAL;
    List<Answer> seats = new ArrayList<>(serial ? inTurn() : sideBySide());
    if (calls.decided() && session.hasRoundOfDirection()) {
      // Half a round would hide what the one before brought.
      session.note(
          "the budget ended round %d; what follows is from round %d, the last complete one"
              .formatted(session.round(), session.last.orElseThrow().round()));
      session.feedback = Optional.empty();
      return Phase.AWAITING_DECISION;
    }
    if (replies(seats).isEmpty()) {
      askDirect(seats);
      ledger.enter(replies(seats), RoundRecord.fitted(runs(seats)));
    }
    boolean moderate = ledger.entered().moderate();
    Answer moderation =
        chain.ask(
            chain.firstOf(
                moderate
                    ? session.request().moderators(session.analysts, ledger.entered().statements())
                    : List.of(),
                reply -> reply.moderation().isPresent()),
            AgentQuestions.moderation(session, number, () -> ledger.entered().ledger()));
    if (moderate && moderation.reply().isEmpty()) {
      noteUnmoderated(moderation.reasons());
    }
    Synthesis synthesis =
        ledger.count(
            moderation.reply(),
            RoundRecord.fitted(runs(seats)),
            !session.hasRoundOfDirection(),
            session.request().maxRounds(),
            Math.max(0, session.roundsLeft - 1),
            session.context.map(GatheredContext::context),
            session.feedback.map(Bounds::shortened),
            started);
    record(synthesis, runs(seats));
    return calls.decided() || session.onlyDirect() || replies(seats).isEmpty()
        ? Phase.AWAITING_DECISION
        : after(session, synthesis);
  }

  /** Where a counted round leads: see docs/discussion.md, section 5. */
  static Phase after(PlanState session, Synthesis synthesis) {
    boolean changes = synthesis.convergence().newInsights() || synthesis.ledger().needsBallot();
    boolean another = changes && session.roundsLeft > 0;
    return switch (synthesis.convergence().recommendation()) {
      case CONVERGED -> Phase.AWAITING_DECISION;
      // Nobody is there to be asked: the agents have the rounds that they were given.
      case USER_INPUT_NEEDED ->
          session.request().yes() && another ? Phase.ANALYZING : Phase.AWAITING_CLARIFICATION;
      case CONTINUE -> another ? Phase.ANALYZING : Phase.AWAITING_DECISION;
    };
  }

  /** Every attempt, in the order of the analysts whose seats they were made for. */
  private static List<AgentRun> runs(List<Answer> seats) {
    return seats.stream().flatMap(seat -> seat.runs().stream()).toList();
  }

  private static List<AskReply> replies(List<Answer> seats) {
    return seats.stream().flatMap(seat -> seat.reply().stream()).toList();
  }

  private List<Answer> inTurn() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Answer> seats = new ArrayList<>();
    for (String analyst : session.analysts) {
      Answer seat = chain.ask(chain.seat(analyst, used), analysis());
      seats.add(seat);
      seat.reply()
          .ifPresent(reply -> ledger.enter(List.of(reply), RoundRecord.fitted(runs(seats))));
    }
    return seats;
  }

  private AgentQuestion analysis() {
    return AgentQuestions.analysis(session, number, ledger::document);
  }

  private List<Answer> sideBySide() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Answer> seats =
        new ArrayList<>(
            AgentCalls.sideBySide(
                session.analysts.stream()
                    .<Func<Answer>>map(
                        analyst -> () -> chain.ask(chain.seat(analyst, used), analysis()))
                    .toList()));
    if (!replies(seats).isEmpty()) {
      ledger.enter(replies(seats), RoundRecord.fitted(runs(seats)));
    }
    return seats;
  }

  /** Asks the built-in analyst when nobody else answered. */
  private void askDirect(List<Answer> seats) {
    boolean asked = runs(seats).stream().anyMatch(run -> run.agent().equals(AgentStatus.DIRECT));
    if (!asked && session.request().mayAskDirect()) {
      seats.add(chain.ask(chain.alone(AgentStatus.DIRECT), analysis()));
    }
  }

  private void noteUnmoderated(List<String> reasons) {
    session.note(
        "no agent moderated round %d, so it is not cross-verified%s"
            .formatted(
                session.round(), reasons.isEmpty() ? "" : ": " + String.join("; ", reasons)));
  }

  private void record(Synthesis synthesis, List<AgentRun> runs) {
    session.rounds.add(
        RoundRecord.of(
            synthesis,
            session.direction,
            session.named().id(),
            started,
            SessionState.now(),
            runs,
            session.feedback.map(Bounds::shortened),
            session.request().languages()));
    session.callLog().recorded(session.rounds.size(), started);
    session.last = Optional.of(synthesis);
    session.feedback = Optional.empty();
    session.roundsLeft = Math.max(0, session.roundsLeft - 1);
  }
}

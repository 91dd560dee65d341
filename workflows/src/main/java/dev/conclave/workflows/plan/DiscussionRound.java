package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.GatheredContext;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.session.AgentCalls;
import dev.conclave.workflows.session.AgentOrder;
import dev.conclave.workflows.session.FallbackChain;
import dev.conclave.workflows.session.FallbackChain.Result;
import dev.conclave.workflows.session.HostCalls;
import dev.conclave.workflows.session.ReplyDocuments;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.temporal.ActivityProfile;
import dev.conclave.workflows.temporal.Bounds;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One discussion round: analysts asked, replies entered into the ledger, moderated and counted, and
 * all of it recorded (docs/discussion.md).
 */
final class DiscussionRound {
  private final PlanState session;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final AgentCalls calls;
  private final FallbackChain chain;
  private final RoundLedger ledger;
  private final Instant started = SessionState.now();

  /** Part of its calls' ids: a round that was not recorded is asked anew. */
  private final String number;

  DiscussionRound(
      PlanState session,
      HostCalls host,
      ReplyDocuments documents,
      RoundDocuments rounds,
      AgentCalls calls) {
    this.session = session;
    this.host = host;
    this.documents = documents;
    this.calls = calls;
    chain = new FallbackChain(session, calls);
    ledger = new RoundLedger(session, host, documents, rounds);
    number = session.round() + "." + session.decisions().size();
  }

  /** Holds the round. */
  Phase analyze() {
    host.nameTree(" · round " + session.round());
    boolean serial = session.request().mode() == DiscussionMode.SERIAL;
    List<Result> seats = new ArrayList<>(serial ? inTurn() : sideBySide());
    if (calls.decided() && session.hasRoundOfDirection()) {
      // Half a round would hide what the one before brought.
      session.note(
          "the budget ended round %d; this is what round %d, the last complete one, brought"
              .formatted(session.round(), session.last.orElseThrow().round()));
      session.feedback = Optional.empty();
      return Phase.AWAITING_DECISION;
    }
    if (replies(seats).isEmpty()) {
      askDirect(seats);
      ledger.enter(replies(seats), runs(seats));
    }
    boolean moderate = ledger.entered().moderate();
    Synthesis synthesis = count(seats, moderate, moderate ? moderate() : List.of());
    record(synthesis, runs(seats));
    return calls.decided() || session.onlyDirect()
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
  private static List<AgentRun> runs(List<Result> seats) {
    return seats.stream().flatMap(seat -> seat.runs().stream()).toList();
  }

  private static List<AskReply> replies(List<Result> seats) {
    return seats.stream().flatMap(seat -> seat.reply().stream()).toList();
  }

  private List<Result> inTurn() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Result> seats = new ArrayList<>();
    for (String analyst : session.analysts) {
      Result seat = chain.ask(analyst, used, this::analysis);
      seats.add(seat);
      seat.reply().ifPresent(reply -> ledger.enter(List.of(reply), runs(seats)));
    }
    return seats;
  }

  private AskRequest analysis(String agent, int attempt) {
    return AgentQuestions.analysis(
        session, session.named(), number, agent, attempt, ledger.document());
  }

  private List<Result> sideBySide() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Promise<Result>> asked = new ArrayList<>();
    Workflow.newCancellationScope(
            all ->
                session.analysts.forEach(
                    analyst -> asked.add(Async.function(() -> askOrEnd(analyst, used, all)))))
        .run();
    List<Result> seats = allOf(asked);
    if (!replies(seats).isEmpty()) {
      ledger.enter(replies(seats), runs(seats));
    }
    return seats;
  }

  /** When one seat fails for good the round does: what the others would say is not bought. */
  private Result askOrEnd(String analyst, Set<String> used, CancellationScope all) {
    try {
      return chain.ask(analyst, used, this::analysis);
    } catch (TemporalFailure e) {
      if (!(e instanceof CanceledFailure)) {
        all.cancel("another seat of the round has failed");
      }
      throw e;
    }
  }

  /** Every seat comes back, cancelled ones too: none is left running behind the round's end. */
  private static List<Result> allOf(List<Promise<Result>> asked) {
    List<Result> seats = new ArrayList<>();
    List<TemporalFailure> failures = new ArrayList<>();
    for (Promise<Result> seat : asked) {
      try {
        seats.add(seat.get());
      } catch (TemporalFailure e) {
        failures.add(e instanceof CanceledFailure ? failures.size() : 0, e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return seats;
  }

  /** The analyst that costs nothing, when nobody else answered and it was not asked yet. */
  private void askDirect(List<Result> seats) {
    boolean asked = runs(seats).stream().anyMatch(run -> run.agent().equals(AgentStatus.DIRECT));
    if (!asked && AgentOrder.mayAskDirect(session.request())) {
      seats.add(chain.ask(AgentStatus.DIRECT, chain.nobodyElse(), this::analysis));
    }
  }

  /**
   * The reply of whom the session names to moderate, else of the first usable agent, then of the
   * rest of the chain; none when nobody gave one, which is noted.
   */
  private List<AskReply> moderate() {
    List<String> reasons = new ArrayList<>();
    Optional<String> failed = Optional.empty();
    for (String agent : AgentOrder.moderators(session.request(), session.analysts)) {
      if (calls.decided()) {
        break;
      }
      if (!session.roster().mayBeAsked(agent)) {
        continue;
      }
      failed.ifPresent(before -> session.callLog().passOn(before, agent));
      Result seat =
          chain.ask(
              agent,
              chain.nobodyElse(),
              (asked, attempt) ->
                  AgentQuestions.moderation(
                      session, number, asked, attempt, ledger.entered().ledger()));
      if (seat.reply().flatMap(AskReply::moderation).isPresent()) {
        return seat.reply().stream().toList();
      }
      RoundReport.failures(seat.runs()).forEach(reasons::add);
      seat.reply()
          .map(reply -> reply.flaw().orElse("no moderation in its reply"))
          .ifPresent(flaw -> reasons.add(RoundReport.failed(agent, flaw)));
      failed = Optional.of(agent);
    }
    session.note(
        "nobody moderated round "
            + session.round()
            + ", so it is not cross-verified"
            + (reasons.isEmpty()
                ? ""
                : ": " + reasons.stream().distinct().collect(Collectors.joining("; "))));
    return List.of();
  }

  private Synthesis count(List<Result> seats, boolean moderate, List<AskReply> moderation) {
    return host.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "count the votes · round " + session.round(),
        rules ->
            rules.count(
                new CountRequest(
                    session.session(),
                    session.request().task(),
                    session.round(),
                    session.opened(),
                    session.named().id(),
                    ledger.entered().ledger(),
                    documents.analyses(moderation).stream().findFirst(),
                    moderate,
                    documents.analyses(replies(seats)),
                    RoundRecord.fitted(runs(seats)),
                    !session.hasRoundOfDirection(),
                    session.request().maxRounds(),
                    Math.max(0, session.roundsLeft - 1),
                    Clarifications.answers(session.decisions()),
                    session.context.map(GatheredContext::context),
                    session.feedback.map(Bounds::shortened),
                    session.request().languages(),
                    started)));
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

package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.session.Agents;
import dev.conclave.workflows.session.Asking;
import dev.conclave.workflows.session.Seat;
import io.temporal.failure.CanceledFailure;
import io.temporal.failure.TemporalFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.CancellationScope;
import io.temporal.workflow.Promise;
import io.temporal.workflow.Workflow;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The analysts who are asked in one round. */
final class Table {
  private final PlanSession session;
  private final RoundLedger ledger;
  private final Asking asking;
  private final String number;
  private final List<AgentRun> runs = new ArrayList<>();

  /** A round that nobody answered is not recorded; what is asked after it is asked anew. */
  Table(PlanSession session, RoundLedger ledger, Asking asking) {
    this.session = session;
    this.ledger = ledger;
    this.asking = asking;
    this.number = session.round() + "." + session.decisions().size();
  }

  /** The number of this asking, which is part of its calls' ids. */
  String number() {
    return number;
  }

  /** Every attempt so far. */
  List<AgentRun> runs() {
    return List.copyOf(runs);
  }

  /**
   * Asks every analyst and enters what they reply into the ledger; the replies of those that
   * answered, in the order of the analysts.
   */
  List<AskReply> ask() {
    if (session.request().mode() == DiscussionMode.SERIAL) {
      return inTurn();
    }
    List<AskReply> replies = sideBySide();
    if (!replies.isEmpty() && !CancellationScope.current().isCancelRequested()) {
      ledger.enter(replies, runs);
    }
    return replies;
  }

  private List<AskReply> sideBySide() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<Promise<Optional<AskReply>>> asked = new ArrayList<>();
    Workflow.newCancellationScope(
            seats -> {
              for (String analyst : session.analysts) {
                Seat seat = new Seat(session, asking, analyst, used, runs);
                asked.add(Async.function(() -> takeOrEnd(seat, seats)));
              }
            })
        .run();
    return allOf(asked);
  }

  /** When one seat fails for good the round does: what the others would say is not bought. */
  private Optional<AskReply> takeOrEnd(Seat seat, CancellationScope seats) {
    try {
      return take(seat);
    } catch (TemporalFailure e) {
      seats.cancel("another seat of the round has failed");
      throw e;
    }
  }

  /** Every seat comes back, cancelled ones too: none is left running behind the round's end. */
  private static List<AskReply> allOf(List<Promise<Optional<AskReply>>> asked) {
    List<AskReply> replies = new ArrayList<>();
    List<TemporalFailure> failures = new ArrayList<>();
    for (Promise<Optional<AskReply>> seat : asked) {
      try {
        seat.get().ifPresent(replies::add);
      } catch (TemporalFailure e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      throw failures.get(0);
    }
    return replies;
  }

  private List<AskReply> inTurn() {
    Set<String> used = new LinkedHashSet<>(session.analysts);
    List<AskReply> replies = new ArrayList<>();
    for (String analyst : session.analysts) {
      if (CancellationScope.current().isCancelRequested()) {
        break; // nobody else is asked in vain
      }
      Optional<AskReply> reply = take(new Seat(session, asking, analyst, used, runs));
      reply.ifPresent(
          said -> {
            replies.add(said);
            ledger.enter(List.of(said), runs);
          });
    }
    return replies;
  }

  /** The analyst that costs nothing, when nobody else answered and it was not asked yet. */
  List<AskReply> direct() {
    boolean asked = runs.stream().anyMatch(run -> run.agent().equals(AgentStatus.DIRECT));
    if (asked || !Agents.mayAskDirect(session.request())) {
      return List.of();
    }
    Set<String> nobodyElse = new LinkedHashSet<>(Agents.all(session.request()));
    Seat seat = new Seat(session, asking, AgentStatus.DIRECT, nobodyElse, runs);
    return take(seat).stream().toList();
  }

  private Optional<AskReply> take(Seat seat) {
    try {
      return seat.ask(
              (agent, attempt) ->
                  Requested.analysis(
                      session,
                      session.whereabouts().named(),
                      number,
                      agent,
                      attempt,
                      ledger.document()))
          .map(Seat.Answer::reply);
    } catch (CanceledFailure e) {
      return Optional.empty();
    }
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.session.AgentCalls.Outcome;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Has one question answered: by the agent whose seat it is, with its retries and the repair of a
 * flawed reply, else by those who stand in for it.
 */
public final class FallbackChain {
  private static final Duration RATE_LIMIT = Duration.ofMinutes(1);
  private static final int RATE_LIMITS_WAITED_OUT = 10;

  /** A program may name any date, and some limits last for a month: then the next is asked. */
  private static final Duration LONGEST_RATE_LIMIT = Duration.ofDays(1);

  private final SessionState<?> session;
  private final AgentCalls calls;

  public FallbackChain(SessionState<?> session, AgentCalls calls) {
    this.session = session;
    this.calls = calls;
  }

  /**
   * What came of a seat.
   *
   * @param reply empty when nobody gave one
   * @param question as it was answered, with less code if it had been too large
   * @param runs every attempt, in order
   */
  public record Result(
      Optional<AskReply> reply, Supplier<AskRequest> question, List<AgentRun> runs) {}

  /** The agents of a seat for which nobody stands in. */
  public Set<String> nobodyElse() {
    return new HashSet<>(AgentOrder.all(session.request()));
  }

  /** Asks one agent, for whom nobody stands in. */
  public Result askAlone(String agent, BiFunction<String, Integer, AskRequest> requests) {
    return ask(agent, nobodyElse(), requests);
  }

  /**
   * Asks the seat's agent, then its stand-ins, until one answers.
   *
   * @param used the agents that have seats in this round, or had; the stand-ins of this seat are
   *     added
   * @param requests makes the request for an agent and the number of its attempt, from 1
   */
  public Result ask(
      String seat, Set<String> used, BiFunction<String, Integer, AskRequest> requests) {
    List<AgentRun> runs = new ArrayList<>();
    Supplier<AskRequest> question = () -> requests.apply(seat, 1);
    Optional<String> next = Optional.of(seat);
    while (next.isPresent()) {
      String agent = next.get();
      boolean asking = isUsable(agent, seat, runs);
      boolean smaller = false;
      int failures = 0;
      int pauses = 0;
      for (int attempt = 1; asking; attempt++) {
        question = question(requests, agent, attempt, smaller);
        Outcome outcome = calls.ask(question, attempt);
        if (outcome.reply().isPresent()) {
          AskReply reply = outcome.reply().get();
          runs.add(run(agent, seat, reply, reply.flaw()));
          // A flawed reply is sent back once, where its role wants it; the better one counts.
          boolean sentBack = outcome.request().role().mendedOnce() && isFlawed(reply);
          if (sentBack) {
            Outcome again = calls.ask(calls.repair(question, errors(reply), reply), attempt);
            again.reply().ifPresent(later -> runs.add(run(agent, seat, later, repaired(later))));
            reply = again.reply().map(better(reply)).orElse(reply);
          }
          if (!sentBack || !saysNothing(reply)) {
            return new Result(Optional.of(reply), question, List.copyOf(runs));
          }
          asking = false;
        } else if (outcome.failure().isPresent()) {
          AgentFailure failure = outcome.failure().get();
          runs.add(failed(agent, seat, failure));
          smaller |= failure.kind() == FailureKind.REJECTED_INPUT;
          Duration reset = untilReset(failure);
          if (isWaitedOut(agent, failure, reset) && pauses++ < RATE_LIMITS_WAITED_OUT) {
            waitOut(outcome.request(), attempt + 1, reset);
          } else {
            asking = !isExcluded(agent, failure) && failures++ < failure.kind().retries();
          }
        } else if (outcome.decided()) {
          return new Result(Optional.empty(), question, List.copyOf(runs));
        } else {
          asking = false;
        }
      }
      next = standIn(agent, used);
    }
    return new Result(Optional.empty(), question, List.copyOf(runs));
  }

  /** Notes in the runs why an agent cannot even be asked. */
  private boolean isUsable(String agent, String seat, List<AgentRun> runs) {
    Optional<String> reason =
        session.roster().dropped(agent)
            ? Optional.of("asked no more in this session")
            : session.roster().unusable(agent);
    if (reason.isPresent()) {
      String status = Words.of(FailureKind.NOT_INSTALLED);
      runs.add(new AgentRun(agent, seat, status, reason, Optional.empty()));
      session
          .callLog()
          .notMade(AgentCall.notMade(session.round(), agent, reason.get(), SessionState.now()));
    }
    return reason.isEmpty();
  }

  /** The question is put together each time that it is asked: the session may move in between. */
  private static Supplier<AskRequest> question(
      BiFunction<String, Integer, AskRequest> requests,
      String agent,
      int attempt,
      boolean withLess) {
    return () -> {
      AskRequest request = requests.apply(agent, attempt);
      return withLess ? request.smaller() : request;
    };
  }

  private Optional<String> standIn(String agent, Set<String> used) {
    Optional<String> next = AgentOrder.standIn(session.request(), used);
    next.ifPresent(
        other -> {
          used.add(other);
          session.callLog().passOn(agent, other);
        });
    return next;
  }

  /** A failed attempt, for the record of its round. */
  public static AgentRun failed(String agent, String seat, AgentFailure failure) {
    return new AgentRun(
        agent, seat, Words.of(failure.kind()), Optional.of(failure.message()), failure.receipt());
  }

  private static AgentRun run(String agent, String seat, AskReply reply, Optional<String> reason) {
    String status = saysNothing(reply) ? Words.of(FailureKind.EMPTY_REPLY) : AgentRun.ANSWERED;
    return new AgentRun(agent, seat, status, reason, Optional.of(reply.receipt()));
  }

  private static Optional<String> repaired(AskReply reply) {
    return Optional.of("repair" + reply.flaw().map(": "::concat).orElse(""));
  }

  private static boolean isFlawed(AskReply reply) {
    return !reply.errors().isEmpty() || reply.extracted();
  }

  private static List<String> errors(AskReply reply) {
    return reply.errors().isEmpty() ? List.of("the reply holds no JSON object") : reply.errors();
  }

  private boolean isWaitedOut(String agent, AgentFailure failure, Duration reset) {
    return failure.kind() == FailureKind.RATE_LIMITED
        && session.roster().find(agent).filter(AgentStatus::waitOnRateLimit).isPresent()
        && reset.compareTo(LONGEST_RATE_LIMIT) <= 0;
  }

  private void waitOut(AskRequest request, int attempt, Duration wait) {
    Instant now = SessionState.now();
    AgentCall pause =
        session.callLog().begin(AgentCall.of(request, attempt, now, Optional.of(now.plus(wait))));
    try {
      Workflow.newTimer(
              wait, TimerOptions.newBuilder().setSummary(request.agent() + " · rate limit").build())
          .get();
    } finally {
      session.callLog().leave(pause);
    }
  }

  /** An agent that wrote although it was told not to is asked once more, then never again. */
  private boolean isExcluded(String agent, AgentFailure failure) {
    if (failure.kind() != FailureKind.WROTE_TO_WORKSPACE || !session.roster().wrote(agent)) {
      return false;
    }
    session.roster().drop(agent, "it wrote to the workspace in analysis mode");
    return true;
  }

  private static Duration untilReset(AgentFailure failure) {
    return failure
        .resetAt()
        .map(reset -> Duration.between(SessionState.now(), reset))
        .filter(duration -> !duration.isNegative() && !duration.isZero())
        .orElse(RATE_LIMIT);
  }

  /**
   * An analyst without a finding and without an approach has not answered, whatever its exit code.
   */
  private static boolean saysNothing(AskReply reply) {
    return reply.content().filter(ReplyContent::saysNothing).isPresent();
  }

  /**
   * A reply that says something beats one that does not, one that was read beats one that was
   * extracted; then fewer errors; then the later one.
   */
  private static UnaryOperator<AskReply> better(AskReply earlier) {
    Comparator<AskReply> badness =
        Comparator.comparing(FallbackChain::saysNothing)
            .thenComparing(AskReply::extracted)
            .thenComparing(reply -> reply.errors().size());
    return later -> badness.compare(later, earlier) <= 0 ? later : earlier;
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.ReplyContent;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.session.AgentCalls.Outcome;
import dev.conclave.workflows.temporal.Words;
import io.temporal.workflow.TimerOptions;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

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

  /** Makes the request for an agent and the number of its attempt, from 1. */
  public interface Requests extends BiFunction<String, Integer, AskRequest> {}

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
  public Result askAlone(String agent, Requests requests) {
    return ask(agent, nobodyElse(), requests);
  }

  /**
   * Asks the seat's agent, then its stand-ins, until one answers.
   *
   * @param used the agents that have seats in this round, or had; the stand-ins of this seat are
   *     added
   */
  public Result ask(String first, Set<String> used, Requests requests) {
    Seat seat = new Seat(first, requests);
    Optional<String> agent = Optional.of(first);
    while (agent.isPresent()) {
      seat.offer(agent.get());
      while (seat.asking) {
        seat.take(calls.ask(seat.question, seat.attempt));
      }
      agent = seat.done ? Optional.empty() : standIn(agent.get(), used);
    }
    return new Result(seat.reply, seat.asked, List.copyOf(seat.runs));
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

  /** A seat that agents are asked to fill, one after another. */
  private final class Seat {
    private final String first;
    private final Requests requests;
    private final List<AgentRun> runs = new ArrayList<>();
    private Optional<AskReply> reply = Optional.empty();

    /** Whether it has its reply, or nobody else is to be asked. */
    private boolean done;

    /** The agent that is asked, with what its attempts have come to. */
    private String agent;

    private boolean asking;
    private int attempt;
    private int failures;
    private int pauses;
    private boolean smaller;
    private Optional<AskReply> flawed = Optional.empty();

    /** What is asked next: the question, or the repair of its reply. */
    private Supplier<AskRequest> question;

    private Supplier<AskRequest> asked;

    Seat(String first, Requests requests) {
      this.first = first;
      this.requests = requests;
      agent = first;
      asked = () -> requests.apply(first, 1);
      question = asked;
    }

    void offer(String next) {
      agent = next;
      attempt = 0;
      failures = 0;
      pauses = 0;
      smaller = false;
      flawed = Optional.empty();
      Optional<String> unusable =
          session.roster().dropped(agent)
              ? Optional.of("asked no more in this session")
              : session.roster().unusable(agent);
      asking = unusable.isEmpty();
      if (asking) {
        again();
      } else {
        record(Words.of(FailureKind.NOT_INSTALLED), unusable, Optional.empty());
        session
            .callLog()
            .notMade(AgentCall.notMade(session.round(), agent, unusable.get(), SessionState.now()));
      }
    }

    /** The question is put together each time that it is asked: the session may move in between. */
    private void again() {
      attempt++;
      String whom = agent;
      int number = attempt;
      boolean withLess = smaller;
      asked =
          () -> {
            AskRequest request = requests.apply(whom, number);
            return withLess ? request.smaller() : request;
          };
      question = asked;
    }

    void take(Outcome outcome) {
      if (flawed.isPresent()) {
        takeRepair(flawed.get(), outcome.reply());
      } else if (outcome.reply().isPresent()) {
        takeReply(outcome.reply().get(), outcome.request().role().mendedOnce());
      } else if (outcome.failure().isPresent()) {
        takeFailure(outcome.failure().get(), outcome.request());
      } else {
        asking = false;
        done = outcome.decided();
      }
    }

    /** A flawed reply is sent back once, where its role wants it. */
    private void takeReply(AskReply given, boolean mended) {
      record(given, given.flaw());
      if (!mended || (given.errors().isEmpty() && !given.extracted())) {
        settleFor(given);
        return;
      }
      flawed = Optional.of(given);
      List<String> errors =
          given.errors().isEmpty() ? List.of("the reply holds no JSON object") : given.errors();
      question = calls.repair(asked, errors, given);
    }

    /**
     * The better of the two replies counts. An analyst without a finding and without an approach
     * has not answered, whatever its exit code.
     */
    private void takeRepair(AskReply earlier, Optional<AskReply> later) {
      asking = false;
      AskReply best = earlier;
      if (later.isPresent()) {
        String flaw = later.get().flaw().map(": "::concat).orElse("");
        record(later.get(), Optional.of("repair" + flaw));
        best = better(earlier, later.get());
      }
      if (!saysNothing(best)) {
        settleFor(best);
      }
    }

    private void takeFailure(AgentFailure failure, AskRequest request) {
      runs.add(failed(agent, first, failure));
      smaller |= failure.kind() == FailureKind.REJECTED_INPUT;
      Duration reset = untilReset(failure);
      if (isWaitedOut(agent, failure, reset) && pauses++ < RATE_LIMITS_WAITED_OUT) {
        waitOut(request, attempt + 1, reset);
        again();
      } else if (!isExcluded(agent, failure) && failures++ < failure.kind().retries()) {
        again();
      } else {
        asking = false;
      }
    }

    private void settleFor(AskReply given) {
      reply = Optional.of(given);
      asking = false;
      done = true;
    }

    private void record(AskReply given, Optional<String> reason) {
      String status = saysNothing(given) ? Words.of(FailureKind.EMPTY_REPLY) : AgentRun.ANSWERED;
      record(status, reason, Optional.of(given.receipt()));
    }

    private void record(String status, Optional<String> reason, Optional<Receipt> receipt) {
      runs.add(new AgentRun(agent, first, status, reason, receipt));
    }
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

  private static boolean saysNothing(AskReply reply) {
    return reply.content().filter(ReplyContent::saysNothing).isPresent();
  }

  /**
   * A reply that says something beats one that does not, one that was read beats one that was
   * extracted; then fewer errors; then the later one.
   */
  private static AskReply better(AskReply earlier, AskReply later) {
    if (saysNothing(earlier) != saysNothing(later)) {
      return saysNothing(later) ? earlier : later;
    }
    if (earlier.extracted() != later.extracted()) {
      return earlier.extracted() ? later : earlier;
    }
    return later.errors().size() <= earlier.errors().size() ? later : earlier;
  }
}

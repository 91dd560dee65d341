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

  /**
   * Longest wait for a rate limit. A program's words may name any date, and some limits last for a
   * month: then the next agent is asked.
   */
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
   * An answered question.
   *
   * @param question as it was answered, with less code if it had been too large
   */
  public record Answer(AskReply reply, Supplier<AskRequest> question) {}

  /**
   * What came of a seat.
   *
   * @param answer empty when nobody gave one
   * @param runs every attempt, in order
   */
  public record Result(Optional<Answer> answer, List<AgentRun> runs) {
    public Optional<AskReply> reply() {
      return answer.map(Answer::reply);
    }
  }

  /** Asks one agent, for whom nobody stands in. */
  public Result askAlone(String agent, Requests requests) {
    return ask(agent, new HashSet<>(AgentOrder.all(session.request())), requests);
  }

  /**
   * Asks the seat's agent, then its stand-ins, until one answers.
   *
   * @param used the agents that have seats in this round, or had; the stand-ins of this seat are
   *     added
   */
  public Result ask(String first, Set<String> used, Requests requests) {
    List<AgentRun> runs = new ArrayList<>();
    Optional<String> agent = Optional.of(first);
    Optional<Answer> answer = Optional.empty();
    while (agent.isPresent()) {
      Turn turn = new Turn(agent.get(), first, requests, runs);
      while (!turn.over) {
        turn.take(calls.ask(turn.question, turn.attempt));
      }
      answer = turn.answer;
      agent = answer.isPresent() || turn.decided ? Optional.empty() : standIn(turn.agent, used);
    }
    return new Result(answer, List.copyOf(runs));
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

  /** The attempts of one agent. */
  private final class Turn {
    private final String agent;
    private final String seat;
    private final Requests requests;
    private final List<AgentRun> runs;
    private Supplier<AskRequest> question;
    private int attempt = 1;
    private int failures;
    private int waits;
    private boolean smaller;
    private Optional<Answer> flawed = Optional.empty();
    private Optional<Answer> answer = Optional.empty();
    private boolean decided;
    private boolean over;

    Turn(String agent, String seat, Requests requests, List<AgentRun> runs) {
      this.agent = agent;
      this.seat = seat;
      this.requests = requests;
      this.runs = runs;
      question = question(1, false);
      Optional<String> unusable =
          session.roster().dropped(agent)
              ? Optional.of("asked no more in this session")
              : session.roster().unusable(agent);
      if (unusable.isPresent()) {
        over = true;
        record(Words.of(FailureKind.NOT_INSTALLED), unusable, Optional.empty());
        session
            .callLog()
            .notMade(AgentCall.notMade(session.round(), agent, unusable.get(), SessionState.now()));
      }
    }

    /** The question is put together each time that it is asked: the session may move in between. */
    private Supplier<AskRequest> question(int number, boolean withLess) {
      return () -> {
        AskRequest request = requests.apply(agent, number);
        return withLess ? request.smaller() : request;
      };
    }

    void take(Outcome outcome) {
      if (flawed.isPresent()) {
        takeRepair(flawed.get(), outcome);
      } else if (outcome instanceof Outcome.Answered answered) {
        takeReply(answered);
      } else if (outcome instanceof Outcome.Failed failed) {
        runs.add(failed(agent, seat, failed.failure()));
        attempt++;
        smaller |= failed.failure().kind() == FailureKind.REJECTED_INPUT;
        over = !isAskedAgain(failed);
        question = question(attempt, smaller);
      } else {
        decided = outcome instanceof Outcome.Decided;
        over = true;
      }
    }

    /** A flawed reply is sent back once, where its role wants it. */
    private void takeReply(Outcome.Answered answered) {
      AskReply reply = answered.reply();
      record(reply, reply.flaw());
      if ((reply.errors().isEmpty() && !reply.extracted())
          || !answered.request().role().mendedOnce()) {
        settleFor(reply, question);
        return;
      }
      flawed = Optional.of(new Answer(reply, question));
      question =
          calls.repair(
              question,
              reply.errors().isEmpty() ? List.of("the reply holds no JSON object") : reply.errors(),
              reply);
    }

    /**
     * The better of the two replies counts. An analyst without a finding and without an approach
     * has not answered, whatever its exit code.
     */
    private void takeRepair(Answer earlier, Outcome outcome) {
      AskReply best = earlier.reply();
      if (outcome instanceof Outcome.Answered again) {
        String flaw = again.reply().flaw().map(": "::concat).orElse("");
        record(again.reply(), Optional.of("repair" + flaw));
        best = better(best, again.reply());
      }
      if (saysNothing(best)) {
        over = true;
      } else {
        settleFor(best, earlier.question());
      }
    }

    private void settleFor(AskReply reply, Supplier<AskRequest> asked) {
      answer = Optional.of(new Answer(reply, asked));
      over = true;
    }

    private void record(AskReply reply, Optional<String> reason) {
      record(
          saysNothing(reply) ? Words.of(FailureKind.EMPTY_REPLY) : AgentRun.ANSWERED,
          reason,
          Optional.of(reply.receipt()));
    }

    private void record(String status, Optional<String> reason, Optional<Receipt> receipt) {
      runs.add(new AgentRun(agent, seat, status, reason, receipt));
    }

    private boolean isAskedAgain(Outcome.Failed failed) {
      AgentFailure failure = failed.failure();
      Duration wait = untilReset(failure);
      if (failure.kind() == FailureKind.RATE_LIMITED
          && session.roster().find(agent).filter(AgentStatus::waitOnRateLimit).isPresent()
          && waits < RATE_LIMITS_WAITED_OUT
          && wait.compareTo(LONGEST_RATE_LIMIT) <= 0) {
        waits++;
        waitOut(failed.request(), wait);
        return true;
      }
      return !excluded(failure) && failures++ < failure.kind().retries();
    }

    private void waitOut(AskRequest request, Duration wait) {
      Instant now = SessionState.now();
      AgentCall pause =
          session.callLog().begin(AgentCall.of(request, attempt, now, Optional.of(now.plus(wait))));
      try {
        Workflow.newTimer(
                wait, TimerOptions.newBuilder().setSummary(agent + " · rate limit").build())
            .get();
      } finally {
        session.callLog().leave(pause);
      }
    }

    /** An agent that wrote although it was told not to is asked once more, then never again. */
    private boolean excluded(AgentFailure failure) {
      if (failure.kind() != FailureKind.WROTE_TO_WORKSPACE || !session.roster().wrote(agent)) {
        return false;
      }
      session.roster().drop(agent, "it wrote to the workspace in analysis mode");
      return true;
    }
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

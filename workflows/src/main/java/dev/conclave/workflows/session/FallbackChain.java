package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.session.AgentCalls.Outcome;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Gets one question answered: by the agent of the seat with retries and a repair, else by
 * stand-ins.
 */
public final class FallbackChain {
  private static final Duration RATE_LIMIT = Duration.ofMinutes(1);
  private static final int RATE_LIMITS_WAITED_OUT = 10;

  /** Some limits last for a month: beyond this the next agent is asked. */
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
   * @param question as it was answered, with less code if it had been too large
   */
  public record SeatResult(
      Optional<AskReply> reply, Supplier<AskRequest> question, List<AgentRun> runs) {
    /**
     * Why nothing good came of it: of agents that could not even be asked only the last is told.
     */
    public Optional<String> why() {
      Comparator<AgentRun> asked =
          Comparator.comparing(run -> !run.status().equals(Words.of(FailureKind.NOT_INSTALLED)));
      return reply
          .flatMap(
              one -> one.flaw().map(flaw -> AgentRun.told(one.receipt().agent(), "failed", flaw)))
          .or(
              () ->
                  runs.stream()
                      .filter(run -> !run.answered())
                      .reduce((a, b) -> asked.compare(a, b) > 0 ? a : b)
                      .map(AgentRun::told));
    }
  }

  /**
   * What came of a question that any of several agents may answer.
   *
   * @param reply the first good one
   * @param reasons why those before it gave none, in sentences
   */
  public record Answer(Optional<AskReply> reply, List<String> reasons) {
    /** Why there is no good reply; empty when there is one. */
    public Optional<String> failure(String whenNobodyWasAsked) {
      String why = reasons.isEmpty() ? whenNobodyWasAsked : String.join("; ", reasons);
      return reply.isPresent() ? Optional.empty() : Optional.of(why);
    }

    /** What a reply says that is of a form of its own. */
    public <T> Optional<T> as(Class<T> type) {
      return reply
          .flatMap(AskReply::structured)
          .map(said -> WireMapper.get().convertValue(said, type));
    }
  }

  public Set<String> allAgents() {
    return new HashSet<>(session.request().agents());
  }

  /**
   * Asks one agent after the other, until a reply is good; empty when none is, or when the human
   * said at the budget to decide.
   */
  public Answer firstOf(
      List<String> agents,
      BiFunction<String, Integer, AskRequest> requests,
      Predicate<AskReply> good) {
    List<String> reasons = new ArrayList<>();
    Optional<String> failed = Optional.empty();
    for (String agent : agents) {
      if (!calls.decided() && session.roster().mayBeAsked(agent)) {
        failed.ifPresent(before -> session.callLog().passOn(before, agent));
        SeatResult seat = ask(agent, allAgents(), requests);
        Optional<AskReply> reply = seat.reply().filter(good);
        if (reply.isPresent()) {
          return new Answer(reply, reasons);
        }
        seat.runs().stream()
            .filter(run -> !run.answered())
            .map(AgentRun::told)
            .filter(why -> !reasons.contains(why))
            .forEach(reasons::add);
        seat.reply()
            .map(flawed -> flawed.flaw().orElse("its reply does not hold what was asked for"))
            .ifPresent(flaw -> reasons.add(AgentRun.told(agent, "failed", flaw)));
        failed = Optional.of(agent);
      }
    }
    return new Answer(Optional.empty(), reasons);
  }

  /**
   * Asks the seat's agent, then its stand-ins, until one answers.
   *
   * @param used the agents that have seats in this round, or had; the stand-ins of this seat are
   *     added
   * @param requests makes the request for an agent and the number of its attempt, from 1
   */
  public SeatResult ask(
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
          if (!sentBack || !reply.saysNothing()) {
            return new SeatResult(Optional.of(reply), question, List.copyOf(runs));
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
          return new SeatResult(Optional.empty(), question, List.copyOf(runs));
        } else {
          asking = false;
        }
      }
      next = standIn(agent, used);
    }
    return new SeatResult(Optional.empty(), question, List.copyOf(runs));
  }

  private boolean isUsable(String agent, String seat, List<AgentRun> runs) {
    Optional<String> reason =
        session.roster().dropped(agent)
            ? Optional.of("dropped from the session")
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
    Optional<String> next = session.request().standIn(used);
    next.ifPresent(
        other -> {
          used.add(other);
          session.callLog().passOn(agent, other);
        });
    return next;
  }

  public static AgentRun failed(String agent, String seat, AgentFailure failure) {
    return new AgentRun(
        agent, seat, Words.of(failure.kind()), Optional.of(failure.message()), failure.receipt());
  }

  private static AgentRun run(String agent, String seat, AskReply reply, Optional<String> reason) {
    String status = reply.saysNothing() ? Words.of(FailureKind.EMPTY_REPLY) : AgentRun.ANSWERED;
    return new AgentRun(agent, seat, status, reason, Optional.of(reply.receipt()));
  }

  private static Optional<String> repaired(AskReply reply) {
    return Optional.of("repair" + reply.flaw().map(": "::concat).orElse(""));
  }

  private static boolean isFlawed(AskReply reply) {
    return !reply.errors().isEmpty() || reply.extracted();
  }

  private static List<String> errors(AskReply reply) {
    return reply.errors().isEmpty() ? List.of("the reply has no JSON object") : reply.errors();
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

  /** An agent that wrote in analysis mode is asked once more, then never again. */
  private boolean isExcluded(String agent, AgentFailure failure) {
    if (failure.kind() != FailureKind.WROTE_TO_WORKSPACE || !session.roster().wrote(agent)) {
      return false;
    }
    session.roster().drop(agent, "it changed files in analysis mode");
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
   * Prefers a reply that says something, then one that was read, then fewer errors, then the later.
   */
  private static UnaryOperator<AskReply> better(AskReply earlier) {
    Comparator<AskReply> badness =
        Comparator.comparing(AskReply::saysNothing)
            .thenComparing(AskReply::extracted)
            .thenComparing(reply -> reply.errors().size());
    return later -> badness.compare(later, earlier) <= 0 ? later : earlier;
  }
}

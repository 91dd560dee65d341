package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.FailureKind;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentCalls.Outcome;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Gets one question answered: by the seat's agent with retries and a repair, else by fallback
 * agents.
 */
public final class FallbackChain {
  private static final Duration RATE_LIMIT = Duration.ofMinutes(1);
  private static final int RATE_LIMITS_WAITED_OUT = 10;

  /** Some limits last a month; beyond this, ask the next agent. */
  private static final Duration LONGEST_RATE_LIMIT = Duration.ofDays(1);

  private final SessionState<?> state;
  private final AgentCalls calls;

  public FallbackChain(SessionState<?> state, AgentCalls calls) {
    this.state = state;
    this.calls = calls;
  }

  /**
   * Outcome of a question that several agents may answer.
   *
   * @param good the first good reply
   * @param question as last asked, with less code if it was too large
   * @param reasons why earlier agents gave no good reply, in sentences
   */
  public record Answer(
      @Nullable AskReply good,
      Supplier<AskRequest> question,
      List<AgentRun> runs,
      List<String> reasons) {
    public Optional<AskReply> reply() {
      return Optional.ofNullable(good);
    }

    /** Returns why there is no good reply; empty when there is one. */
    public Optional<String> failure(String whenNobodyWasAsked) {
      String why = reasons.isEmpty() ? whenNobodyWasAsked : String.join("; ", reasons);
      return good == null ? Optional.of(why) : Optional.empty();
    }

    /** Returns the content of a reply with a schema of its own. */
    public <T> Optional<T> as(Class<T> type) {
      return reply()
          .flatMap(AskReply::structured)
          .map(said -> WireMapper.get().convertValue(said, type));
    }
  }

  /** The agents to ask in turn, until a reply is good. */
  public final class Order {
    private final @Nullable String seat;
    private final Supplier<@Nullable String> next;
    private final Predicate<AskReply> good;

    private Order(
        @Nullable String seat, Supplier<@Nullable String> next, Predicate<AskReply> good) {
      this.seat = seat;
      this.next = next;
      this.good = good;
    }
  }

  /**
   * Returns the agent of a seat, then its fallbacks, until one replies.
   *
   * @param used agents that have or had a seat in this round; this seat's fallbacks are added
   */
  public Order withFallbacks(String seat, Set<String> used) {
    Iterator<String> first = List.of(seat).iterator();
    return new Order(seat, () -> first.hasNext() ? first.next() : standIn(used), any -> true);
  }

  /** Returns the agent of a seat without fallbacks. */
  public Order withoutFallbacks(String seat) {
    return withFallbacks(seat, new HashSet<>(state.request().agents()));
  }

  /**
   * Returns these agents, as far as they may be asked, until the human decides at the budget gate
   * to stop.
   */
  public Order firstOf(List<String> agents, Predicate<AskReply> good) {
    Iterator<String> all = agents.iterator();
    return new Order(
        null,
        () -> {
          while (!calls.userStopped() && all.hasNext()) {
            String agent = all.next();
            if (state.roster().mayBeAsked(agent)) {
              return agent;
            }
          }
          return null;
        },
        good);
  }

  private @Nullable String standIn(Set<String> used) {
    Optional<String> next = state.request().standIn(used);
    next.ifPresent(used::add);
    return next.orElse(null);
  }

  /**
   * Asks the agents in turn, each with retries and a repair. There is no good reply when all
   * failed, or when the human decided at the budget gate to stop.
   */
  public Answer ask(Order order, AgentQuestion asked) {
    List<AgentRun> runs = new ArrayList<>();
    List<String> reasons = new ArrayList<>();
    Supplier<AskRequest> question = () -> asked.to(state, Objects.requireNonNull(order.seat), 1);
    String before = "";
    for (String agent = order.next.get(); agent != null; agent = order.next.get()) {
      String seat = order.seat == null ? agent : order.seat;
      state.callLog().markReplaced(before, agent);
      before = agent;
      boolean asking = isUsable(agent, seat, runs);
      boolean smaller = false;
      int failures = 0;
      int pauses = 0;
      int tried = runs.size();
      for (int attempt = 1; asking; attempt++) {
        question = question(asked, agent, attempt, smaller);
        Outcome outcome = calls.ask(question, attempt);
        AskReply reply = outcome.reply();
        AgentFailure failure = outcome.failure();
        if (reply != null) {
          runs.add(run(agent, seat, reply, reply.problem()));
          // A flawed reply is sent back once, if its role allows it; the better one counts.
          boolean sentBack = outcome.request().role().repairsOnce() && isFlawed(reply);
          if (sentBack) {
            Outcome again = calls.ask(calls.repair(question, errors(reply), reply), attempt);
            AskReply later = again.reply();
            if (later != null) {
              runs.add(run(agent, seat, later, repaired(later)));
              reply = better(reply, later);
            }
          }
          if (!sentBack || !reply.hasNoContent()) {
            if (order.good.test(reply)) {
              noteFlaw(outcome.request().role(), reply);
              return new Answer(reply, question, List.copyOf(runs), reasons);
            }
            addFailures(reasons, runs.subList(tried, runs.size()));
            String flaw = reply.problem().orElse("its reply is not what was requested");
            reasons.add(AgentRun.describe(agent, "failed", flaw));
          }
          asking = false;
        } else if (failure != null) {
          runs.add(failed(agent, seat, failure));
          smaller |= failure.kind() == FailureKind.REJECTED_INPUT;
          Duration reset = untilReset(failure);
          if (isWaitedOut(agent, failure, reset) && pauses++ < RATE_LIMITS_WAITED_OUT) {
            waitOut(outcome.request(), attempt + 1, reset);
          } else {
            asking = !isExcluded(agent, failure) && failures++ < failure.kind().retries();
          }
        } else if (!state.roster().dropped(agent)) {
          addFailures(reasons, runs.subList(tried, runs.size()));
          return new Answer(null, question, List.copyOf(runs), reasons);
        } else {
          asking = false;
        }
      }
      addFailures(reasons, runs.subList(tried, runs.size()));
    }
    return new Answer(null, question, List.copyOf(runs), reasons);
  }

  /** Notes errors in a reply that counts; those of analysts and planners are reported elsewhere. */
  private void noteFlaw(Role role, AskReply reply) {
    if (role != Role.ANALYST && role != Role.REVIEWER && role != Role.PLANNER) {
      reply
          .problem()
          .map(
              flaw ->
                  "the reply of %s as %s has errors: %s"
                      .formatted(reply.receipt().agent(), Words.of(role), flaw))
          .ifPresent(state::note);
    }
  }

  private static void addFailures(List<String> reasons, List<AgentRun> runs) {
    runs.stream()
        .filter(run -> !run.answered())
        .map(AgentRun::describe)
        .filter(why -> !reasons.contains(why))
        .forEach(reasons::add);
  }

  private boolean isUsable(String agent, String seat, List<AgentRun> runs) {
    Optional<String> reason =
        state.roster().dropped(agent)
            ? Optional.of("dropped from the session")
            : state.roster().unusable(agent);
    if (reason.isPresent()) {
      String status = Words.of(FailureKind.NOT_INSTALLED);
      runs.add(new AgentRun(agent, seat, status, reason, Optional.empty()));
      state
          .callLog()
          .recordNotMade(AgentCall.notMade(state.round(), agent, reason.get(), SessionState.now()));
    }
    return reason.isEmpty();
  }

  private Supplier<AskRequest> question(
      AgentQuestion asked, String agent, int attempt, boolean withLess) {
    return () -> {
      AskRequest request = asked.to(state, agent, attempt);
      return withLess ? request.withLessContext() : request;
    };
  }

  public static AgentRun failed(String agent, String seat, AgentFailure failure) {
    return new AgentRun(
        agent, seat, Words.of(failure.kind()), Optional.of(failure.message()), failure.receipt());
  }

  private static AgentRun run(String agent, String seat, AskReply reply, Optional<String> reason) {
    String status = reply.hasNoContent() ? Words.of(FailureKind.EMPTY_REPLY) : AgentRun.ANSWERED;
    return new AgentRun(agent, seat, status, reason, Optional.of(reply.receipt()));
  }

  private static Optional<String> repaired(AskReply reply) {
    return Optional.of("repair" + reply.problem().map(": "::concat).orElse(""));
  }

  private static boolean isFlawed(AskReply reply) {
    return !reply.errors().isEmpty() || reply.extracted();
  }

  private static List<String> errors(AskReply reply) {
    return reply.errors().isEmpty() ? List.of("the reply has no JSON object") : reply.errors();
  }

  private boolean isWaitedOut(String agent, AgentFailure failure, Duration reset) {
    return failure.kind() == FailureKind.RATE_LIMITED
        && state.roster().find(agent).filter(AgentStatus::waitOnRateLimit).isPresent()
        && reset.compareTo(LONGEST_RATE_LIMIT) <= 0;
  }

  private void waitOut(AskRequest request, int attempt, Duration wait) {
    Instant now = SessionState.now();
    AgentCall pause =
        state.callLog().begin(AgentCall.of(request, attempt, now).withPausedUntil(now.plus(wait)));
    try {
      Workflow.newTimer(wait, state.timer(request.agent() + " · rate limit")).get();
    } finally {
      state.callLog().removeLive(pause);
    }
  }

  /** An agent that wrote in analysis mode is retried once, then excluded. */
  private boolean isExcluded(String agent, AgentFailure failure) {
    if (failure.kind() != FailureKind.WROTE_TO_WORKSPACE || !state.roster().recordWrite(agent)) {
      return false;
    }
    state.roster().drop(agent, "it changed files in analysis mode");
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
   * Prefers a reply with content, then one that was parsed, then fewer errors, then the later one.
   */
  private static AskReply better(AskReply earlier, AskReply later) {
    Comparator<AskReply> badness =
        Comparator.comparing(AskReply::hasNoContent)
            .thenComparing(AskReply::extracted)
            .thenComparing(reply -> reply.errors().size());
    return badness.compare(later, earlier) <= 0 ? later : earlier;
  }
}

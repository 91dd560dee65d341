package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.temporal.Words;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * A place at the table of one round, or of one plan: who has it first, and who takes it over when
 * that agent fails.
 */
public final class Seat {
  private final Session session;
  private final Asking asking;
  private final String first;
  private final Set<String> used;
  private final List<AgentRun> runs;
  private boolean decided;

  /**
   * A seat.
   *
   * @param used the agents that sit elsewhere in this round; shared with the other seats
   * @param runs where every attempt is recorded; shared with the other seats
   */
  public Seat(Session session, Asking asking, String first, Set<String> used, List<AgentRun> runs) {
    this.session = session;
    this.asking = asking;
    this.first = first;
    this.used = used;
    this.runs = runs;
  }

  /** Makes the request for an agent and the number of its attempt, from 1. */
  public interface Requests extends BiFunction<String, Integer, AskRequest> {}

  /**
   * What came of a seat.
   *
   * @param question as it was answered, with less code if it had been too large
   */
  public record Answer(AskReply reply, Supplier<AskRequest> question) {}

  /** Asks the seat's agent, then its stand-ins, until one answers; empty when nobody does. */
  public Optional<Answer> ask(Requests requests) {
    Optional<String> agent = Optional.of(first);
    while (agent.isPresent() && !decided) {
      String asked = agent.get();
      Optional<Answer> answer = askAgent(asked, requests);
      if (answer.isPresent()) {
        return answer;
      }
      Optional<String> next = standIn();
      next.ifPresent(other -> session.calls().passOn(asked, other));
      agent = next;
    }
    return Optional.empty();
  }

  /** The next of the chain that has no seat of this round. */
  private Optional<String> standIn() {
    Optional<String> next = Agents.standIn(session.request(), used);
    next.ifPresent(used::add);
    return next;
  }

  private Optional<Answer> askAgent(String agent, Requests requests) {
    Optional<String> unusable = unusable(agent);
    if (unusable.isPresent()) {
      runs.add(
          new AgentRun(
              agent, first, Words.of(FailureKind.NOT_INSTALLED), unusable, Optional.empty()));
      session
          .calls()
          .notAsked(
              session.round(), agent, FailureKind.NOT_INSTALLED, unusable.get(), Session.now());
      return Optional.empty();
    }
    int attempt = 1;
    int failures = 0;
    RateLimit limit = new RateLimit(session, agent);
    boolean shrink = false;
    while (true) {
      Supplier<AskRequest> question = question(requests, agent, attempt, shrink);
      Asking.Outcome outcome = asking.ask(question, attempt);
      if (outcome instanceof Asking.Outcome.Answered answered) {
        return new Mending(asking, agent, first, runs)
            .mended(answered, question, attempt)
            .map(reply -> new Answer(reply, question));
      }
      if (!(outcome instanceof Asking.Outcome.Failed failed)) {
        decided = outcome instanceof Asking.Outcome.Decided;
        return Optional.empty();
      }
      AgentFailure failure = failed.failure();
      runs.add(failed(agent, first, failure));
      attempt++;
      shrink |= failure.kind() == FailureKind.REJECTED_INPUT;
      if (limit.isWaitedOut(failure)) {
        limit.waitOut(failed.request(), attempt, failure);
      } else if (excluded(agent, failure) || failures >= failure.kind().retries()) {
        return Optional.empty();
      } else {
        failures++;
      }
    }
  }

  /** The question is put together each time that it is asked: the session may move in between. */
  private static Supplier<AskRequest> question(
      Requests requests, String agent, int attempt, boolean smaller) {
    return () -> {
      AskRequest request = requests.apply(agent, attempt);
      return smaller ? request.smaller() : request;
    };
  }

  private Optional<String> unusable(String agent) {
    if (session.roster().dropped(agent)) {
      return Optional.of("asked no more in this session");
    }
    return session.roster().unusable(agent);
  }

  /** An agent that wrote although it was told not to is asked once more, then never again. */
  private boolean excluded(String agent, AgentFailure failure) {
    if (failure.kind() != FailureKind.WROTE_TO_WORKSPACE) {
      return false;
    }
    boolean again = session.roster().wrote(agent);
    if (again) {
      session.roster().drop(agent, "it wrote to the workspace in analysis mode");
    }
    return again;
  }

  /** How a failure is recorded. */
  public static AgentRun failed(String agent, String standsFor, AgentFailure failure) {
    return new AgentRun(
        agent,
        standsFor,
        Words.of(failure.kind()),
        Optional.of(failure.message()),
        failure.receipt());
  }
}

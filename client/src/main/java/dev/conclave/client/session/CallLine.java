package dev.conclave.client.session;

import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.RoundRecord;
import dev.conclave.workflows.temporal.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A call of a session: one that is over with its proof, one under way without.
 *
 * @param round from 1; 0 for a plan
 * @param role word of the role
 * @param status {@code answered}, the kind of failure, {@code killed}, {@code cancelled} or {@code
 *     running}
 * @param reason one sentence when it failed, or when a flaw remained
 * @param since when its process began; without one, when the agent was asked
 * @param seconds until it was over, or now; absent when no process was started
 * @param receipt absent while it runs, and when no process was started or none told how it ended
 */
public record CallLine(
    int round,
    String role,
    String agent,
    String status,
    Optional<String> reason,
    Instant since,
    Optional<Long> seconds,
    Optional<Receipt> receipt) {

  private static final String RUNNING = "running";

  /**
   * Every call that a session knows of, in the order in which they began.
   *
   * @param live calls under way
   * @param now until when those have run
   */
  public static List<CallLine> of(PlanState state, List<LiveAgent> live, Instant now) {
    List<CallLine> lines = new ArrayList<>();
    state.rounds().forEach(round -> lines.addAll(of(round)));
    state.calls().stream()
        .map(
            call ->
                of(
                    call.round(),
                    call.role(),
                    call.agent(),
                    call.status(),
                    call.reason(),
                    call.receipt(),
                    call.asked(),
                    Optional.of(seconds(call.asked(), call.over()))))
        .forEach(lines::add);
    int running = state.round();
    live.forEach(call -> lines.add(of(call, running, now)));
    lines.sort(Comparator.comparing(CallLine::since));
    return List.copyOf(lines);
  }

  /** Whether a reply came of it. */
  public boolean answered() {
    return status.equals("answered");
  }

  private static List<CallLine> of(RoundRecord round) {
    return round.runs().stream()
        .map(
            run ->
                of(
                    round.number(),
                    Words.of(Role.ANALYST),
                    run.agent(),
                    run.status(),
                    run.reason(),
                    run.receipt(),
                    round.started(),
                    Optional.empty()))
        .toList();
  }

  private static CallLine of(
      int round,
      String role,
      String agent,
      String status,
      Optional<String> reason,
      Optional<Receipt> receipt,
      Instant asked,
      Optional<Long> seconds) {
    return new CallLine(
        round,
        role,
        agent,
        status,
        reason,
        receipt.map(Receipt::start).orElse(asked),
        receipt.map(proof -> seconds(proof.start(), proof.end())).or(() -> seconds),
        receipt);
  }

  private static CallLine of(LiveAgent call, int round, Instant now) {
    boolean plans = call.role().equals(Words.of(Role.PLANNER));
    return new CallLine(
        plans ? 0 : round,
        call.role(),
        call.agent(),
        RUNNING,
        Optional.empty(),
        call.since(),
        Optional.of(seconds(call.since(), now)),
        Optional.empty());
  }

  private static long seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toSeconds());
  }
}

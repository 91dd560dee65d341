package dev.conclave.client.session;

import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.session.AgentCall;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionState;
import dev.conclave.workflows.text.Words;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One agent call of a session. A finished call has a receipt, a running one does not.
 *
 * @param round from 1; 0 for a plan
 * @param status {@code answered}, the kind of failure, {@code killed}, {@code cancelled} or {@code
 *     running}
 * @param reason one sentence if the call failed or its reply kept a flaw
 * @param since start of its process, or of the call if no process started
 * @param seconds until it ended, or until now; absent if no process started
 * @param receipt absent while it runs, if no process started, or if its exit is unknown
 */
public record CallLine(
    int round,
    String role,
    String agent,
    String status,
    @Nullable String reason,
    Instant since,
    @Nullable Long seconds,
    @Nullable Receipt receipt) {

  private static CallLine of(int round, AgentRun run, Instant started) {
    return new CallLine(
        round,
        Words.of(Role.ANALYST),
        run.agent(),
        run.status(),
        run.reason().orElse(null),
        run.receipt().map(Receipt::start).orElse(started),
        run.receipt().map(CallLine::seconds).orElse(null),
        run.receipt().orElse(null));
  }

  /** Lists all calls of a session in start order. */
  public static List<CallLine> of(SessionState<?> state, List<LiveAgent> live, Instant now) {
    List<CallLine> lines = new ArrayList<>();
    if (state instanceof PlanState plan) { // analyst calls are in its rounds
      for (RoundRecord round : plan.rounds()) {
        round.runs().forEach(run -> lines.add(of(round.number(), run, round.started())));
      }
    }
    for (AgentCall call : state.calls()) {
      lines.add(
          new CallLine(
              call.round(),
              call.role(),
              call.agent(),
              call.status(),
              call.reason(),
              call.receipt() == null ? call.since() : call.receipt().start(),
              call.receipt() == null ? seconds(call.since(), call.at()) : seconds(call.receipt()),
              call.receipt()));
    }
    for (LiveAgent call : live) {
      lines.add(
          new CallLine(
              call.role().equals(Words.of(Role.PLANNER)) ? 0 : state.round(),
              call.role(),
              call.agent(),
              "running",
              null,
              call.since(),
              seconds(call.since(), now),
              null));
    }
    lines.sort(Comparator.comparing(CallLine::since));
    return List.copyOf(lines);
  }

  public boolean answered() {
    return status.equals("answered");
  }

  private static long seconds(Receipt proof) {
    return seconds(proof.start(), proof.end());
  }

  private static long seconds(Instant from, Instant to) {
    return Math.max(0, Duration.between(from, to).toSeconds());
  }
}

package dev.conclave.client.session;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.gate.AnswerLines;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.plan.SessionView;
import java.util.List;
import java.util.Optional;

/**
 * A session as {@code --json} prints it: the answer of query {@code state}, and what is around it.
 *
 * @param calls of agents under way, as the server sees them
 * @param ui its page in the Temporal UI
 * @param waitingFor what it waits for beside agents and humans
 * @param workflow how its workflow ended; absent while it runs
 * @param answerWith commands for copying that answer the open gate
 * @param decisions every accepted answer; only in {@code show}
 */
public record SessionDocument(
    @JsonUnwrapped SessionView session,
    List<LiveAgent> calls,
    Optional<String> ui,
    Optional<String> waitingFor,
    Optional<String> workflow,
    List<String> answerWith,
    Optional<List<Decision>> decisions) {

  public static SessionDocument of(Snapshot now, Optional<String> ui) {
    return new SessionDocument(
        now.view(),
        now.live(),
        ui,
        now.hindrance(),
        now.closed(),
        now.view()
            .gate()
            .filter(gate -> now.awaitsHuman())
            .map(gate -> AnswerLines.of(now.view().session(), gate))
            .orElse(List.of()),
        Optional.empty());
  }

  public SessionDocument with(List<Decision> all) {
    return new SessionDocument(
        session, calls, ui, waitingFor, workflow, answerWith, Optional.of(all));
  }
}

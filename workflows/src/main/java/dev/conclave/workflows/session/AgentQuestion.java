package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A question about a tree, for whichever agent is asked. An executor may write in a copy of it.
 *
 * @param call what its call ids begin with; it stays, whatever is decided while a call waits
 * @param round 0 outside of rounds
 * @param given put together anew for each attempt: the session may move in between
 */
public record AgentQuestion(String call, int round, Role role, Supplier<Given> given) {
  private static final Duration ANALYSIS_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration EXECUTION_TIMEOUT = Duration.ofMinutes(30);
  private static final Duration PLANNING_TIMEOUT = Duration.ofMinutes(15);

  /**
   * What an agent is given with the task.
   *
   * @param documents of the current host, by what a prompt calls them
   * @param tree id of the tree; null for that which the session looks at
   */
  public record Given(
      String template,
      Map<String, DocumentRef> documents,
      Map<String, String> notes,
      @Nullable String tree) {
    public Given(String template, Map<String, DocumentRef> documents, Map<String, String> notes) {
      this(template, documents, notes, null);
    }
  }

  /** The request for one attempt of an agent, from 1. */
  public AskRequest to(SessionState<?> state, String agent, int attempt) {
    Optional<AgentStatus> status = state.roster().find(agent);
    Given now = given.get();
    return new AskRequest(
        "%s-%s-%d".formatted(call, agent, attempt),
        state.session(),
        round,
        agent,
        role,
        role == Role.EXECUTOR ? Mode.WRITE : Mode.ANALYSIS,
        now.template(),
        state.requireWorkspace(),
        now.tree() == null ? state.requireTree().id() : now.tree(),
        state.request().task(),
        now.documents(),
        now.notes(),
        List.of(),
        Optional.empty(),
        state.request().languages(),
        switch (role) {
          case PLANNER -> status.map(AgentStatus::planningTimeout).orElse(PLANNING_TIMEOUT);
          case EXECUTOR -> status.map(AgentStatus::executionTimeout).orElse(EXECUTION_TIMEOUT);
          default -> status.map(AgentStatus::analysisTimeout).orElse(ANALYSIS_TIMEOUT);
        },
        state.request().contextBytes());
  }
}

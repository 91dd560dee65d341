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
 * A question about a tree, for any agent. An executor may write to a copy of the tree.
 *
 * @param call prefix of its call ids; does not change while a call waits
 * @param round 0 outside of rounds
 * @param given rebuilt for each attempt, because the session may move in between
 */
public record AgentQuestion(String call, int round, Role role, Supplier<Given> given) {
  private static final Duration ANALYSIS_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration EXECUTION_TIMEOUT = Duration.ofMinutes(30);
  private static final Duration PLANNING_TIMEOUT = Duration.ofMinutes(15);

  /**
   * Input of an agent in addition to the task.
   *
   * @param documents of the current host, by their names in the prompt
   * @param tree id of the tree; null for the session's current tree
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
        state.request().terms().contextBytes());
  }
}

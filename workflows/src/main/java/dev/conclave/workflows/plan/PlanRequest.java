package dev.conclave.workflows.plan;

import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.BudgetLimits;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.SessionRequest;
import java.util.List;
import java.util.Optional;

/**
 * What a planning session is started with.
 *
 * @param task the user's words, at most {@link #MAX_TASK_BYTES}
 * @param tools analysts, in order
 * @param toolsNamed whether the user named them: then they and {@code direct} may stand in beside
 *     {@code fallback}
 * @param fallback who stands in for an agent that fails, in order
 * @param moderator who moderates; the first usable agent when nobody is named
 * @param maxRounds 1 to 10
 * @param autoExecute answer the confirmation with execute when the plan passes and is not degraded
 * @param yes answer every gate
 * @param saveContext keep the context package in the session folder
 * @param contextBytes bound on what one prompt says of the code
 * @param searchAttributes whether the namespace has ours registered
 * @param by who started it
 */
public record PlanRequest(
    String task,
    WorkspaceSpec workspace,
    List<String> tools,
    boolean toolsNamed,
    List<String> fallback,
    Optional<String> moderator,
    int maxRounds,
    DiscussionMode mode,
    boolean autoExecute,
    boolean yes,
    boolean saveContext,
    BudgetLimits budget,
    Optional<Deadline> deadline,
    List<String> languages,
    int contextBytes,
    boolean searchAttributes,
    String by)
    implements SessionRequest {

  /** Longest task, in bytes of UTF-8; what is longer belongs into a file of the repository. */
  public static final int MAX_TASK_BYTES = 64 << 10;

  /** Rounds of one session, whatever is asked for. */
  public static final int MAX_ROUNDS_IN_ALL = 20;

  /** The same request with another deadline, counted from when the session goes on, or none. */
  public PlanRequest withDeadline(Optional<Deadline> another) {
    return with(autoExecute, yes, another, searchAttributes);
  }

  /** The same request, whose gates wait for a human. */
  public PlanRequest attended() {
    return with(false, false, deadline, searchAttributes);
  }

  /** The same request, for a namespace that has our search attributes registered or not. */
  public PlanRequest withSearchAttributes(boolean registered) {
    return with(autoExecute, yes, deadline, registered);
  }

  private PlanRequest with(
      boolean execute, boolean all, Optional<Deadline> another, boolean registered) {
    return new PlanRequest(
        task,
        workspace,
        tools,
        toolsNamed,
        fallback,
        moderator,
        maxRounds,
        mode,
        execute,
        all,
        saveContext,
        budget,
        another,
        languages,
        contextBytes,
        registered,
        by);
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import java.util.List;
import java.util.Optional;

/**
 * What a session of every kind is started with.
 *
 * @param task the user's words, at most {@link #MAX_TASK_BYTES}
 * @param toolsNamed whether the user named them: then they and {@code direct} may stand in beside
 *     {@code fallback}
 * @param yes whether it answers every gate by itself
 * @param contextBytes most code in a prompt, in bytes of UTF-8
 * @param by who started it
 * @param trust whose messages count; absent for anybody's
 */
public record SessionTerms(
    String task,
    WorkspaceSpec workspace,
    List<String> tools,
    boolean toolsNamed,
    List<String> fallback,
    boolean yes,
    BudgetLimits budget,
    Optional<Deadline> deadline,
    List<String> languages,
    int contextBytes,
    boolean searchAttributes,
    String by,
    Optional<SessionTrust> trust) {

  /** Longest task, in bytes of UTF-8; what is longer belongs into a file of the repository. */
  public static final int MAX_TASK_BYTES = 64 << 10;

  /** Gives it another deadline, counted from when the session goes on, or none. */
  SessionTerms withDeadline(Optional<Deadline> another) {
    return with(workspace, yes, another, searchAttributes);
  }

  /** Lets its gates wait for a human. */
  public SessionTerms attended() {
    return with(workspace, false, deadline, searchAttributes);
  }

  SessionTerms withSearchAttributes(boolean registered) {
    return with(workspace, yes, deadline, registered);
  }

  /** The terms of a session begun for this one, which ends it. */
  public SessionTerms begun(WorkspaceSpec here) {
    return with(here, yes, Optional.empty(), searchAttributes);
  }

  SessionTerms withTrust(SessionTrust another) {
    return with(workspace, yes, deadline, searchAttributes, Optional.of(another));
  }

  private SessionTerms with(
      WorkspaceSpec where, boolean alone, Optional<Deadline> until, boolean registered) {
    return with(where, alone, until, registered, trust);
  }

  private SessionTerms with(
      WorkspaceSpec where,
      boolean alone,
      Optional<Deadline> until,
      boolean registered,
      Optional<SessionTrust> trusted) {
    return new SessionTerms(
        task,
        where,
        tools,
        toolsNamed,
        fallback,
        alone,
        budget,
        until,
        languages,
        contextBytes,
        registered,
        by,
        trusted);
  }
}

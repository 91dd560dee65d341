package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Optional;

/**
 * Start parameters common to all kinds of session.
 *
 * @param task the user's words, at most {@link #MAX_TASK_BYTES}
 * @param toolsNamed whether the user named the tools: then they and {@code direct} may be fallbacks
 *     in addition to {@code fallback}
 * @param yes whether it answers every gate by itself
 * @param contextBytes most code in a prompt, in bytes of UTF-8
 * @param by the user
 * @param trust absent to accept anyone's messages
 * @param handle short name; empty when it has only its id
 */
@RecordBuilder
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
    Optional<SessionTrust> trust,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String handle)
    implements SessionTermsBuilder.With {

  /** Longest task, in bytes of UTF-8; put longer texts into a file of the repository. */
  public static final int MAX_TASK_BYTES = 64 << 10;

  /** Returns terms under which only these signers are trusted; they stay as they are if open. */
  public SessionTerms trusting(SessionTrust signers) {
    return signers.equals(SessionTrust.OPEN) ? this : withTrust(Optional.of(signers));
  }

  /** Returns the terms of a child session. It has no deadline: its parent ends it. */
  public SessionTerms forChild(WorkspaceSpec here) {
    return withWorkspace(here).withDeadline(Optional.empty());
  }
}

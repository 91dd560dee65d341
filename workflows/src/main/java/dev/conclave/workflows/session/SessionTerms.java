package dev.conclave.workflows.session;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import io.soabase.recordbuilder.core.RecordBuilder;
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
 * @param handle what people call it; empty when its id is all it has
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

  /** Longest task, in bytes of UTF-8; what is longer belongs into a file of the repository. */
  public static final int MAX_TASK_BYTES = 64 << 10;

  /** The terms of a session begun for this one, which ends it. */
  public SessionTerms begun(WorkspaceSpec here) {
    return withWorkspace(here).withDeadline(Optional.empty());
  }
}

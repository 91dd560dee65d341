package dev.conclave.workflows.context;

import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.session.Deadline;
import dev.conclave.workflows.session.SessionKind;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTrust;
import java.util.List;
import java.util.Optional;

/**
 * What the gathering of a full context is started with.
 *
 * @param editable Markdown files outside of {@code .workflow/} that resolutions may change, as
 *     paths from the top of the workspace
 * @param sources documents that are read first, as paths from the top of the workspace
 * @param gathered what the session that waits for it has found already, on the same host
 */
public record ContextRequest(
    String task,
    WorkspaceSpec workspace,
    List<String> tools,
    boolean toolsNamed,
    List<String> fallback,
    List<String> editable,
    List<String> sources,
    Optional<GatheredContext> gathered,
    boolean yes,
    BudgetLimits budget,
    Optional<Deadline> deadline,
    List<String> languages,
    int contextBytes,
    boolean searchAttributes,
    String by,
    Optional<SessionTrust> trust)
    implements SessionRequest {
  @Override
  public SessionKind kind() {
    return SessionKind.CONTEXT;
  }

  @Override
  public String manner() {
    return "one angle each";
  }
}

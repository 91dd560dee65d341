package dev.conclave.workflows.context;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
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
    @JsonUnwrapped SessionTerms terms,
    List<String> editable,
    List<String> sources,
    Optional<GatheredContext> gathered)
    implements SessionRequest {
  @Override
  public KindSpec kind() {
    return ContextState.KIND;
  }

  @Override
  public String manner() {
    return "one angle each";
  }

  @Override
  public ContextRequest with(SessionTerms others) {
    return new ContextRequest(others, editable, sources, gathered);
  }
}

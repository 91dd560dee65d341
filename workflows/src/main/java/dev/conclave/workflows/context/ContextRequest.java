package dev.conclave.workflows.context;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.session.KindSpec;
import dev.conclave.workflows.session.SessionRequest;
import dev.conclave.workflows.session.SessionTerms;
import java.util.List;
import java.util.Optional;

/**
 * The input of a context session.
 *
 * @param editable Markdown files outside {@code .workflow/} that resolutions may change, relative
 *     to the workspace
 * @param sources documents to read first, relative to the workspace
 * @param gathered search results of the parent session on the same host
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

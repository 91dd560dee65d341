package dev.conclave.activities.direct;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.SearchScopes;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.wire.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Answers an analyst's question with the direct analyst, over the trees of this host. */
public record TreeAnalyst(DirectAnalyst analyst, SearchScopes scopes, DocumentStore documents) {
  private static final String CONTEXT = "context";

  /**
   * Analyzes what the request is about.
   *
   * @param step run between the steps; what it throws ends the analysis
   * @throws ApplicationFailure non-retryable when the session has no context package: without one
   *     there is nothing to say
   */
  public Analysis analyze(AskRequest request, Runnable step) {
    DocumentRef document = request.documents().get(CONTEXT);
    if (document == null) {
      throw ApplicationFailure.newNonRetryableFailure(
          "the direct analyst needs a context package, and none was gathered", "no-context");
    }
    try (SearchScopes.Opened opened = scopes.open(request.workspace(), request.tree())) {
      step.run();
      return analyst.analyze(request.task(), opened.scope(), context(document), step);
    } catch (IOException e) {
      throw new UncheckedIOException("the direct analyst cannot read the tree: " + e, e);
    }
  }

  private ContextPackage context(DocumentRef document) {
    try {
      return WireMapper.get().readValue(documents.text(document), ContextPackage.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("document " + document.digest() + " is no context", e);
    }
  }
}

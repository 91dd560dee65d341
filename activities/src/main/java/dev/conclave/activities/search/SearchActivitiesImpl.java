package dev.conclave.activities.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.context.ContextGatherer;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextRequest;
import dev.conclave.workflows.search.GatheredContext;
import dev.conclave.workflows.search.SearchActivities;
import dev.conclave.workflows.wire.WireMapper;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.util.List;

/** Gathers context on the host that has the tree, and keeps it by digest. Thread-safe. */
public final class SearchActivitiesImpl implements SearchActivities {
  /** Type of the failure when a tree could not be read; worth a retry. */
  public static final String TREE_UNREADABLE = "tree-unreadable";

  private static final int PATTERNS_NAMED = 20;

  private final ContextGatherer gatherer;
  private final SearchScopes scopes;
  private final DocumentStore documents;

  /** Activities over the trees of this host. */
  public SearchActivitiesImpl(
      ContextGatherer gatherer, SearchScopes scopes, DocumentStore documents) {
    this.gatherer = gatherer;
    this.scopes = scopes;
    this.documents = documents;
  }

  @Override
  public GatheredContext gather(ContextRequest request) {
    try (SearchScopes.Opened opened = scopes.open(request.workspace(), request.tree())) {
      ContextGatherer.Gathered gathered = gatherer.gather(request, opened.scope());
      ContextPackage context = gathered.context();
      return new GatheredContext(
          documents.put(WireMapper.get().writeValueAsBytes(context)),
          context.relevantFiles().size(),
          patterns(context),
          context.aceResults().size(),
          gathered.backend(),
          gathered.notes());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a context package is always JSON", e);
    } catch (IOException e) {
      throw ApplicationFailure.newFailureWithCause(
          "cannot search the workspace: " + e.getMessage(), TREE_UNREADABLE, e);
    }
  }

  private static List<String> patterns(ContextPackage context) {
    return context.detectedPatterns().stream()
        .map(ContextPackage.Pattern::name)
        .limit(PATTERNS_NAMED)
        .toList();
  }
}

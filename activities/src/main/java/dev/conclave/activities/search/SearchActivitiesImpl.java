package dev.conclave.activities.search;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.index.IndexProgress;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.ContextRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.temporal.WireMapper;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Supplier;

/** Gathers context on the host that has the tree, and keeps it by digest. Thread-safe. */
public final class SearchActivitiesImpl implements SearchActivities {
  private static final int PATTERNS_NAMED = 20;

  private final ContextGatherer gatherer;
  private final SearchScopes scopes;
  private final DocumentStore documents;
  private final Supplier<IndexProgress> progress;

  /**
   * Activities over the trees of this host.
   *
   * @param progress of each search, made where it begins
   */
  public SearchActivitiesImpl(
      ContextGatherer gatherer,
      SearchScopes scopes,
      DocumentStore documents,
      Supplier<IndexProgress> progress) {
    this.gatherer = gatherer;
    this.scopes = scopes;
    this.documents = documents;
    this.progress = progress;
  }

  /** Tells the server how far the index is, for people who watch the session. */
  public static IndexProgress heartbeats() {
    ActivityExecutionContext context = Activity.getExecutionContext();
    return IndexProgress.inWords(
        words -> {
          try {
            context.heartbeat(words);
          } catch (ActivityCompletionException e) {
            // Nobody waits for this attempt any more; what it has read serves the next.
          }
        },
        Duration.ofSeconds(1));
  }

  @Override
  public GatheredContext gather(ContextRequest request) {
    try (SearchScope scope = scopes.open(request.workspace(), request.tree())) {
      ContextGatherer.Gathered gathered = gatherer.gather(request, scope.telling(progress.get()));
      ContextPackage context = gathered.context();
      return new GatheredContext(
          documents.put(WireMapper.get().writeValueAsBytes(context)),
          context.relevantFiles().size(),
          context.detectedPatterns().stream()
              .map(ContextPackage.Pattern::name)
              .limit(PATTERNS_NAMED)
              .toList(),
          context.aceResults().size(),
          gathered.backend(),
          gathered.notes());
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a context package is always JSON", e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot search the workspace: " + e.getMessage(), e);
    }
  }
}

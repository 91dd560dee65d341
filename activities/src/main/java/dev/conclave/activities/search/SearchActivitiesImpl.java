package dev.conclave.activities.search;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.SearchActivities;
import dev.conclave.workflows.api.SearchActivities.GatherRequest;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import io.temporal.activity.Activity;
import io.temporal.activity.ActivityExecutionContext;
import io.temporal.client.ActivityCompletionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Gathers context on the host that has the tree, and stores it by digest. Thread-safe. */
public record SearchActivitiesImpl(
    ContextGatherer gatherer,
    GitTrees trees,
    DocumentStore documents,
    Supplier<Consumer<String>> progress)
    implements SearchActivities {
  private static final int PATTERNS_NAMED = 20;

  /** Returns a consumer that reports index progress as heartbeats. */
  public static Consumer<String> heartbeats() {
    ActivityExecutionContext context = Activity.getExecutionContext();
    return words -> {
      try {
        context.heartbeat(words);
      } catch (ActivityCompletionException e) {
        // The activity was cancelled; finish anyway, since the next attempt reuses the index.
      }
    };
  }

  @Override
  public GatheredContext gather(GatherRequest request) {
    try (CodeSearch search =
        CodeSearch.ofTree(
            trees, request.workspace(), request.tree(), progress.get(), gatherer.secretFilter())) {
      ContextGatherer.Gathered gathered = gatherer.gather(request, search);
      ContextPackage context = gathered.context();
      return new GatheredContext(
          documents.putRecord(context),
          context.relevantFiles().size(),
          context.detectedPatterns().stream()
              .map(ContextPackage.Pattern::name)
              .limit(PATTERNS_NAMED)
              .toList(),
          context.aceResults().size(),
          gathered.backend(),
          gathered.notes());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot search the workspace: " + e.getMessage(), e);
    }
  }
}

package dev.conclave.activities.direct;

import dev.conclave.activities.search.CodeSearch;
import dev.conclave.activities.search.Repository;
import dev.conclave.activities.search.SearchScope;
import dev.conclave.activities.search.context.ContextGatherer;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.search.ContextRequest;
import dev.conclave.workflows.workspace.Workspace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Asks the direct analyst about a repository, with the context that a search brings. */
final class Analyzing {
  private Analyzing() {}

  static Analysis of(Repository repository, Path data, String task, Runnable step)
      throws IOException {
    SearchScope scope = SearchScope.ofFolder(repository.root(), new DataFolder(data));
    Workspace workspace =
        new Workspace(
            "h",
            "host",
            "k",
            repository.root().toString(),
            Optional.empty(),
            "",
            true,
            Optional.empty());
    ContextPackage context =
        new ContextGatherer(CodeSearch.standard(), Optional.empty(), t -> t, Clock.systemUTC())
            .gather(new ContextRequest("S", task, List.of(), workspace, ""), scope)
            .context();
    return new DirectAnalyst(CodeSearch.standard()).analyze(task, scope, context, step);
  }
}

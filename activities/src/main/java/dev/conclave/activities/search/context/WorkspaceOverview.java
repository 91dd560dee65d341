package dev.conclave.activities.search.context;

import dev.conclave.activities.search.SearchScope;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.GitOutput;
import dev.conclave.workflows.search.ContextPackage.Overview;
import dev.conclave.workflows.search.ContextRequest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The workspace at a glance. */
final class WorkspaceOverview {
  private WorkspaceOverview() {}

  static Overview of(ContextRequest request, SearchScope scope, List<IndexedFile> files) {
    Optional<String> head = request.workspace().head();
    boolean dirty =
        head.isPresent()
            && scope
                .git()
                .flatMap(git -> tree(git, head.get()))
                .map(tree -> !tree.equals(request.tree()))
                .orElse(false);
    return new Overview(head, dirty, Insights.languages(files), files.size());
  }

  private static Optional<String> tree(java.nio.file.Path folder, String head) {
    return new GitOutput(folder, Duration.ofSeconds(10), 1 << 10)
        .text("rev-parse", "--verify", "--quiet", head + "^{tree}")
        .map(String::strip);
  }
}

package dev.conclave.activities.search;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.workflows.api.ContextPackage.Overview;
import dev.conclave.workflows.api.ContextRequest;
import java.nio.file.Path;
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

  private static Optional<String> tree(Path folder, String head) {
    Git git = new Git();
    try {
      return Repository.around(git, folder)
          .map(repository -> GitPlace.ofUser(repository, folder))
          .map(place -> git.line(place, "rev-parse", "--verify", "--quiet", head + "^{tree}"));
    } catch (GitFailed gone) {
      return Optional.empty();
    }
  }
}

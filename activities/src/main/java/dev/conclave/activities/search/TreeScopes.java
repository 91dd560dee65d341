package dev.conclave.activities.search;

import dev.conclave.activities.search.source.NamedTree;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.config.DataFolder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Scopes of tree ids: the files come from our own repository of trees, the history from the
 * workspace's.
 */
public record TreeScopes(GitTrees trees, DataFolder data) implements SearchScopes {

  @Override
  public Opened open(Workspace workspace, String tree) {
    TreeFiles files = trees.files(workspace, tree);
    Optional<Path> git =
        workspace.git() ? Optional.of(Path.of(workspace.path())) : Optional.empty();
    SearchScope scope = SearchScope.ofWorkspace(new NamedTree(files), git, workspace.key(), data);
    return new Opened(scope, files);
  }
}

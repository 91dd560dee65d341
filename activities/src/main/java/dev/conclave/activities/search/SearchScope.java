package dev.conclave.activities.search;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.workflows.api.Workspace;
import dev.conclave.workflows.api.WorkspaceSpec;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.temporal.HostId;
import java.io.Closeable;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What is searched, and where its index is kept. To be closed after the search.
 *
 * @param git folder whose Git history speaks of them; absent when there is none
 * @param indexFolder of this workspace alone, never in its tree; made when missing
 * @param progress hears now and then how far the index is
 */
public record SearchScope(
    TreeFiles tree, Optional<Path> git, Path indexFolder, Consumer<String> progress)
    implements Closeable {

  /**
   * A folder as it is now.
   *
   * @throws io.temporal.failure.ApplicationFailure when it can be no workspace, with the fix
   */
  public static SearchScope ofFolder(Path folder, DataFolder data) {
    GitTrees trees = new GitTrees(data, DocumentStore.in(data));
    HostId host = HostId.of(data, System.getenv());
    String path = folder.toAbsolutePath().normalize().toString();
    Workspace workspace =
        new WorkspaceActivitiesImpl(host, data, trees).open(WorkspaceSpec.ofPath(host.id(), path));
    SearchScope scope = ofTree(trees, workspace, trees.name(workspace).id());
    // Not that of sessions: what is indexed here is held against fewer secrets.
    Path index = data.indexes().resolve("folder-" + workspace.key());
    return new SearchScope(scope.tree, scope.git, index, scope.progress);
  }

  /** A tree of a workspace, with the history of the workspace's repository. */
  public static SearchScope ofTree(GitTrees trees, Workspace workspace, String tree) {
    return new SearchScope(
        trees.files(workspace, tree),
        workspace.git() ? Optional.of(Path.of(workspace.path())) : Optional.empty(),
        trees.data().indexes().resolve(workspace.key()),
        progress -> {});
  }

  /** The same, telling how far its index is. */
  public SearchScope telling(Consumer<String> hears) {
    return new SearchScope(tree, git, indexFolder, hears);
  }

  @Override
  public void close() {
    tree.close();
  }
}

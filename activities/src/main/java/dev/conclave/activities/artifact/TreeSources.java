package dev.conclave.activities.artifact;

import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.api.Workspace;
import io.temporal.failure.ApplicationFailure;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/** The source of trees by their ids, as artifacts show it; open until it is closed. One thread. */
final class TreeSources implements BiFunction<Workspace, String, SourceView>, AutoCloseable {
  private final GitTrees trees;
  private final Map<String, TreeFiles> open = new HashMap<>();

  TreeSources(GitTrees trees) {
    this.trees = trees;
  }

  @Override
  public SourceView apply(Workspace workspace, String tree) {
    try {
      return new TreeSource(open.computeIfAbsent(tree, id -> trees.files(workspace, id)));
    } catch (ApplicationFailure removed) {
      return SourceView.NONE;
    }
  }

  @Override
  public void close() {
    open.values().forEach(TreeFiles::close);
    open.clear();
  }
}

package dev.conclave.activities.session;

import dev.conclave.activities.artifact.SourceView;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.workspace.Workspace;
import io.temporal.failure.ApplicationFailure;
import java.util.HashMap;
import java.util.List;
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
      return new TreeView(open.computeIfAbsent(tree, id -> trees.files(workspace, id)));
    } catch (ApplicationFailure removed) {
      return SourceView.NONE;
    }
  }

  @Override
  public void close() {
    open.values().forEach(TreeFiles::close);
    open.clear();
  }

  private record TreeView(TreeFiles files) implements SourceView {

    @Override
    public List<String> lines(String path, int from, int to) {
      return files
          .lines(path)
          .map(
              lines ->
                  List.copyOf(
                      lines.subList(
                          Math.min(Math.max(from - 1, 0), lines.size()),
                          Math.min(Math.max(to, from - 1), lines.size()))))
          .orElse(List.of());
    }

    @Override
    public List<Use> uses(String path) {
      return List.of();
    }
  }
}

package dev.conclave.activities.search;

import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.History;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Ranking;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.workspace.GitTrees;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.WorkspaceActivitiesImpl;
import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.temporal.HostId;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Searches a tree with an embedded index, without a server or network. Not thread-safe. */
public final class CodeSearch implements Closeable {
  private final TreeFiles tree;
  private final CodeIndex index;
  private final History history;
  private final List<String> notes;

  private CodeSearch(TreeFiles tree, CodeIndex index, History history, List<String> notes) {
    this.tree = tree;
    this.index = index;
    this.history = history;
    this.notes = notes;
  }

  /** Opens a folder's current content, with a separate index. */
  public static CodeSearch ofFolder(
      Path folder, DataFolder data, Consumer<String> progress, UnaryOperator<String> redact)
      throws IOException {
    GitTrees trees = new GitTrees(data, DocumentStore.in(data));
    HostId host = HostId.of(data, System.getenv());
    String path = folder.toAbsolutePath().normalize().toString();
    Workspace workspace =
        new WorkspaceActivitiesImpl(host, data, trees)
            .workspace(WorkspaceSpec.ofPath(host.id(), path));
    // Do not use the session index: this one is redacted with a different set of secrets.
    return open(trees, workspace, trees.name(workspace).id(), "folder-", progress, redact);
  }

  /** Opens a workspace's tree with its repository's history. */
  public static CodeSearch ofTree(
      GitTrees trees,
      Workspace workspace,
      String tree,
      Consumer<String> progress,
      UnaryOperator<String> redact)
      throws IOException {
    return open(trees, workspace, tree, "", progress, redact);
  }

  private static CodeSearch open(
      GitTrees trees,
      Workspace workspace,
      String tree,
      String prefix,
      Consumer<String> progress,
      UnaryOperator<String> redact)
      throws IOException {
    IndexFolder folder = new IndexFolder(trees.data().indexes().resolve(prefix + workspace.key()));
    History history =
        workspace.git() ? History.behindHead(Path.of(workspace.path()), redact) : History.none();
    TreeFiles files = trees.files(workspace, tree);
    List<String> notes = new ArrayList<>();
    Optional<CodeIndex> index = Optional.empty();
    try {
      try {
        index = Optional.of(folder.open(files, progress, redact));
      } catch (IOException failed) {
        notes.add("the index could not be written (" + failed + "); files were scanned instead");
        index = Optional.of(folder.openInMemory(files, progress, redact));
      }
      return new CodeSearch(files, index.get(), history, notes);
    } finally {
      if (index.isEmpty()) {
        files.close();
      }
    }
  }

  /** Returns {@code lucene}, or {@code walk} if no index could be stored. */
  public String backend() {
    return notes.isEmpty() ? "lucene" : "walk";
  }

  public List<String> notes() {
    return notes;
  }

  public List<IndexedFile> files() {
    return index.files();
  }

  public History history() {
    return history;
  }

  /** Returns a file's text; empty if it does not exist. */
  public String text(String path) {
    return tree.bytes(path).flatMap(SourceText::of).orElse("");
  }

  /** Returns the files that match a query, best first; none for a query without words. */
  public List<RankedFile> rank(String query, int limit) throws IOException {
    return Ranking.of(index, history, tree, query, limit);
  }

  @Override
  public void close() throws IOException {
    tree.close();
    index.close();
  }
}

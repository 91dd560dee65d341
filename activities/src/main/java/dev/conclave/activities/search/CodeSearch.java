package dev.conclave.activities.search;

import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Ranking;
import dev.conclave.activities.search.source.SourceText;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A tree made ready for queries by an embedded index; needs no server and no network. Not
 * thread-safe; to be closed.
 */
public final class CodeSearch implements Closeable {
  private final SearchScope scope;
  private final CodeIndex index;
  private final History history;
  private final String backend;
  private final List<String> notes;

  private CodeSearch(
      SearchScope scope, CodeIndex index, History history, String backend, List<String> notes) {
    this.scope = scope;
    this.index = index;
    this.history = history;
    this.backend = backend;
    this.notes = notes;
  }

  /**
   * Brings the scope's index up to date and opens it; where none can be written, makes one in
   * memory.
   *
   * @throws IOException when the tree itself cannot be read
   */
  public static CodeSearch open(SearchScope scope, UnaryOperator<String> redact)
      throws IOException {
    IndexFolder folder = new IndexFolder(scope.indexFolder());
    List<String> notes = new ArrayList<>();
    String backend = "lucene";
    CodeIndex index;
    try {
      index = folder.open(scope.tree(), scope.progress(), redact);
    } catch (IOException failed) {
      backend = "walk";
      notes.add("no index could be written (" + failed + "); the files were walked instead");
      index = folder.openInMemory(scope.tree(), scope.progress(), redact);
    }
    History history =
        scope.git().map(git -> History.behindHead(git, redact)).orElse(History.none());
    return new CodeSearch(scope, index, history, backend, notes);
  }

  /** Who answers: {@code lucene}, or {@code walk} where no index could be kept. */
  public String backend() {
    return backend;
  }

  /** What went otherwise than wished on the way, one sentence each. */
  public List<String> notes() {
    return notes;
  }

  /** Every searchable file. */
  public List<IndexedFile> files() {
    return index.files();
  }

  /** What Git knows of them; empty without Git. */
  public History history() {
    return history;
  }

  /** The text of a file; empty when there is none. */
  public String text(String path) {
    return scope.tree().bytes(path).flatMap(SourceText::of).orElse("");
  }

  /** The files that a query concerns, best first; none for a query without a word. */
  public List<RankedFile> rank(String query, int limit) throws IOException {
    return Ranking.of(index, history, scope.tree(), query, limit);
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}

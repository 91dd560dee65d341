package dev.conclave.activities.search;

import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Ranking;
import dev.conclave.activities.search.source.SourceTree;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A tree made ready for queries. Not thread-safe; to be closed. */
public final class OpenSearch implements Closeable {
  private static final int NAMED = 3;

  private final CodeIndex index;
  private final History history;
  private final SourceTree tree;
  private final String backend;
  private final List<String> notes;

  OpenSearch(
      CodeIndex index, History history, SourceTree tree, String backend, List<String> notes) {
    this.index = index;
    this.history = history;
    this.tree = tree;
    this.backend = backend;
    this.notes = notes;
  }

  /** Who answers: {@code lucene}, or {@code walk} where no index could be kept. */
  public String backend() {
    return backend;
  }

  /** What went otherwise than wished on the way, one sentence each. */
  public List<String> notes() {
    List<String> all = new ArrayList<>(notes);
    if (!index.update().current()) {
      all.add("another process is writing the index; its last state was searched");
    }
    List<String> unread = index.update().unreadable();
    if (!unread.isEmpty()) {
      all.add(
          (unread.size() == 1 ? "1 file" : unread.size() + " files")
              + " not read, since this user may not or the disk refuses: "
              + String.join(", ", unread.subList(0, Math.min(NAMED, unread.size())))
              + (unread.size() > NAMED ? ", …" : ""));
    }
    return all;
  }

  /** Every searchable file. */
  public List<IndexedFile> files() {
    return index.files();
  }

  /** What Git knows of them; empty without Git. */
  public History history() {
    return history;
  }

  /**
   * The files that a query concerns, best first; none for a query without a word.
   *
   * @throws IOException when the index cannot be read any more
   */
  public List<RankedFile> rank(String query, int limit) throws IOException {
    return Ranking.of(index, history, tree, query, limit);
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}

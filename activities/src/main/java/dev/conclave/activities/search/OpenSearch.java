package dev.conclave.activities.search;

import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** A scope made ready for queries. Not thread-safe; to be closed. */
public interface OpenSearch extends Closeable {

  /** Who answers: {@code lucene} or {@code walk}. */
  String backend();

  /** What went otherwise than wished on the way, one sentence each. */
  List<String> notes();

  /** Every searchable file. */
  List<IndexedFile> files();

  /** What Git knows of them; empty without Git. */
  History history();

  /**
   * The files that a query concerns, best first; none for a query without a word.
   *
   * @throws IOException when the index or the tree cannot be read any more
   */
  List<RankedFile> rank(String query, int limit) throws IOException;

  @Override
  void close() throws IOException;
}

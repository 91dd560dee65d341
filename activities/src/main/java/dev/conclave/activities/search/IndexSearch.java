package dev.conclave.activities.search;

import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryReader;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Ranker;
import dev.conclave.activities.search.index.RankingWeights;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.activities.search.source.Unread;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Queries over the embedded index. */
final class IndexSearch implements OpenSearch {
  private final CodeIndex index;
  private final History history;
  private final Ranker ranker;
  private final RankingWeights weights;

  IndexSearch(CodeIndex index, History history, SourceTree tree, RankingWeights weights) {
    this.index = index;
    this.history = history;
    this.ranker = new Ranker(index, history, tree, weights);
    this.weights = weights;
  }

  @Override
  public String backend() {
    return "lucene";
  }

  @Override
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    if (!index.update().current()) {
      notes.add("another process is writing the index; its last state was searched");
    }
    Unread.note(index.update().unreadable()).ifPresent(notes::add);
    return List.copyOf(notes);
  }

  @Override
  public List<IndexedFile> files() {
    return index.files();
  }

  @Override
  public History history() {
    return history;
  }

  @Override
  public List<RankedFile> rank(String query, int limit) throws IOException {
    return ranker.rank(QueryReader.read(query, weights), limit);
  }

  @Override
  public void close() throws IOException {
    index.close();
  }
}

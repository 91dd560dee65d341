package dev.conclave.bench;

import dev.conclave.activities.search.CommitLog;
import dev.conclave.activities.search.History;
import dev.conclave.activities.search.index.Bm25f;
import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.Factor;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryReader;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Ranker;
import dev.conclave.activities.search.index.RankingWeights;
import dev.conclave.activities.search.index.SearchField;
import dev.conclave.activities.search.index.Vocabulary;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The rankings that are compared on one sample; all see the same files. */
final class Rankings {
  private static final int DEPTH = 100;

  private Rankings() {}

  static Map<String, List<String>> of(Path repository, CommitTree tree, Sample sample, Path folder)
      throws IOException {
    Map<String, List<String>> rankings = new LinkedHashMap<>();
    String message = sample.commit().message();
    CommitLog log = new CommitLog(CommitTree.place(repository), text -> text);
    History history = History.of(log.behind(sample.parent()));
    RankingWeights ours = RankingWeights.defaults();
    try (CodeIndex index = new IndexFolder(folder, Duration.ofSeconds(5)).open(tree)) {
      rankings.put("conclave", rank(new Ranker(index, history, tree, ours), message, ours));
      rankings.put(
          "no-history", rank(new Ranker(index, History.none(), tree, ours), message, ours));
      RankingWeights plain = plainBm25();
      rankings.put("bm25", rank(new Ranker(index, History.none(), tree, plain), message, plain));
      rankings.put("keywords", keywordScan(index, tree, message));
    }
    return rankings;
  }

  private static List<String> rank(Ranker ranker, String message, RankingWeights weights)
      throws IOException {
    return ranker.rank(QueryReader.read(message, weights), DEPTH).stream()
        .map(RankedFile::path)
        .toList();
  }

  /**
   * BM25 with its usual parameters over all fields alike, identifiers split, words weighed alike.
   */
  private static RankingWeights plainBm25() {
    Map<SearchField, Double> alike = new HashMap<>();
    Map<SearchField, Double> b = new HashMap<>();
    for (SearchField field : SearchField.values()) {
      alike.put(field, 1.0);
      b.put(field, 0.75);
    }
    return new RankingWeights(
        new Bm25f.Parameters(alike, b, 1.2, 0),
        Map.of(Factor.TEXT, 1.0),
        Map.of(),
        1,
        0,
        1,
        0,
        1,
        1,
        new RankingWeights.QueryWeights(1, 1, 1, 1, 0, 1, Integer.MAX_VALUE / 2, 0));
  }

  /** How many different words of the message stand in a file's path or text. */
  private static List<String> keywordScan(CodeIndex index, CommitTree tree, String message)
      throws IOException {
    Set<String> words = new LinkedHashSet<>();
    for (String word : message.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+", -1)) {
      if (word.length() > 2 && !Vocabulary.isStopWord(word)) {
        words.add(word);
      }
    }
    Map<String, Long> counts = new HashMap<>();
    for (IndexedFile file : index.files()) {
      byte[] content = tree.read(new SourceFile(file.path(), file.id(), 0));
      String text =
          (file.path() + "\n" + SourceText.of(content).orElse("")).toLowerCase(Locale.ROOT);
      counts.put(file.path(), words.stream().filter(text::contains).count());
    }
    return counts.entrySet().stream()
        .filter(e -> e.getValue() > 0)
        .sorted(
            Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(DEPTH)
        .map(Map.Entry::getKey)
        .collect(Collectors.toList());
  }
}

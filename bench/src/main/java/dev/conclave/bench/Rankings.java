package dev.conclave.bench;

import dev.conclave.activities.search.index.CodeIndex;
import dev.conclave.activities.search.index.History;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.Ranking;
import dev.conclave.activities.search.index.Vocabulary;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.bench.Samples.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Rankings to compare on one sample; all use the same files. */
final class Rankings {
  private static final int DEPTH = 100;

  private Rankings() {}

  static Map<String, List<String>> of(Path repository, TreeFiles tree, Sample sample, Path folder)
      throws IOException {
    Map<String, List<String>> rankings = new LinkedHashMap<>();
    String message = sample.commit().message();
    History history =
        History.of(History.read(Samples.place(repository), sample.parent(), text -> text));
    try (CodeIndex index = new IndexFolder(folder).open(tree, words -> {}, text -> text)) {
      rankings.put("conclave", paths(Ranking.of(index, history, tree, message, DEPTH)));
      rankings.put("no-history", paths(Ranking.of(index, History.none(), tree, message, DEPTH)));
      rankings.put("keywords", keywordScan(index, tree, message));
    }
    return rankings;
  }

  private static List<String> paths(List<RankedFile> ranked) {
    return ranked.stream().map(RankedFile::path).toList();
  }

  /** Ranks files by the number of distinct words of the message in their path or text. */
  private static List<String> keywordScan(CodeIndex index, TreeFiles tree, String message)
      throws IOException {
    Set<String> words = new LinkedHashSet<>();
    for (String word : message.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}_]+", -1)) {
      if (word.length() > 2 && !Vocabulary.isStopWord(word)) {
        words.add(word);
      }
    }
    Map<String, Long> counts = new HashMap<>();
    for (IndexedFile file : index.files()) {
      String text =
          (file.path() + "\n" + tree.bytes(file.path()).flatMap(SourceText::of).orElse(""))
              .toLowerCase(Locale.ROOT);
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

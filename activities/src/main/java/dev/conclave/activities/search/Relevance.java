package dev.conclave.activities.search;

import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.api.ContextPackage.RelevantFile;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Brings the rankings of several queries together to one list of files. */
final class Relevance {
  static final int MOST = 50;
  private static final double NEGLIGIBLE = 0.05;

  private final Map<String, Double> scores = new LinkedHashMap<>();
  private final Map<String, Set<String>> reasons = new LinkedHashMap<>();
  private final Map<String, RankedFile> known = new LinkedHashMap<>();

  /** A ranking of our own. */
  void add(Facet facet, List<RankedFile> ranking) {
    for (RankedFile file : ranking) {
      scores.merge(file.path(), facet.weight() * file.score(), Double::sum);
      known.putIfAbsent(file.path(), file);
      Set<String> why = reasons.computeIfAbsent(file.path(), p -> new LinkedHashSet<>());
      if (why.isEmpty()) {
        file.explanation().factors().stream().limit(2).forEach(share -> why.add(share.because()));
      }
    }
  }

  /**
   * Files that an MCP server named, in its order: it has read them, so its first counts as ours.
   */
  void addNamed(Facet facet, List<String> files) {
    double place = 0;
    for (String file : files) {
      scores.merge(file, facet.weight() / (1 + 0.15 * place++), Double::sum);
      reasons
          .computeIfAbsent(file, p -> new LinkedHashSet<>())
          .add("named by ACE for " + facet.title());
    }
  }

  List<RelevantFile> best() {
    double greatest = scores.values().stream().mapToDouble(Double::doubleValue).max().orElse(1);
    return scores.entrySet().stream()
        .filter(entry -> entry.getValue() / greatest >= NEGLIGIBLE)
        .sorted(
            Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST)
        .map(entry -> file(entry.getKey(), entry.getValue() / greatest))
        .toList();
  }

  private RelevantFile file(String path, double relevance) {
    RankedFile ranked = known.get(path);
    List<String> symbols =
        ranked == null
            ? List.of()
            : ranked.symbols().stream().map(Symbol::name).distinct().toList();
    List<Integer> lines = new ArrayList<>();
    if (ranked != null) {
      ranked.lines().forEach(line -> lines.add(line.line()));
    }
    String why =
        reasons.getOrDefault(path, Set.of()).stream().limit(3).collect(Collectors.joining("; "));
    return new RelevantFile(path, Math.round(relevance * 1000) / 1000.0, why, symbols, lines);
  }
}

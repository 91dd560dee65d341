package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.workflows.text.Cut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The passages of a text with the most weighted terms. */
record Passages(double worth, List<RankedFile.BestLine> lines) {
  private static final int WINDOW = 30;
  private static final int MOST_LINES = 5;
  private static final double DEFINING = 1.5;
  private static final double IMPORTING = 0.3;
  private static final double SATURATION = 1.2;
  private static final int LONGEST_LINE = 400;
  private static final int SHOWN = 160;

  /** Finds the best passages. Lines with definitions count more, lines with imports less. */
  static Passages of(Map<String, Double> terms, String text, IndexedFile file) {
    Set<Integer> defining =
        file.symbols().stream().map(symbol -> symbol.line() - 1).collect(Collectors.toSet());
    String[] lines = text.split("\n", -1);
    List<Set<String>> hits = new ArrayList<>(lines.length);
    Map<Integer, Double> worths = new HashMap<>();
    for (int i = 0; i < lines.length; i++) {
      Set<String> hit = new HashSet<>();
      if (lines[i].length() <= LONGEST_LINE) {
        hit.addAll(Terms.of(lines[i]));
        hit.retainAll(terms.keySet());
      }
      hits.add(hit);
      if (!hit.isEmpty()) {
        boolean importing = !file.imports().isEmpty() && SourceParser.target(lines[i]).isPresent();
        double worth = hit.stream().mapToDouble(term -> terms.getOrDefault(term, 0.0)).sum();
        worths.put(i, worth * (defining.contains(i) ? DEFINING : importing ? IMPORTING : 1));
      }
    }
    List<RankedFile.BestLine> best =
        worths.entrySet().stream()
            .sorted(
                Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                    .thenComparing(Map.Entry.comparingByKey()))
            .limit(MOST_LINES)
            .map(Map.Entry::getKey)
            .map(i -> new RankedFile.BestLine(i + 1, Cut.shorten(lines[i].strip(), SHOWN)))
            .toList();
    double worth =
        IntStream.iterate(0, start -> start < hits.size(), start -> start + WINDOW / 2)
            .mapToDouble(
                start -> worth(terms, hits.subList(start, Math.min(hits.size(), start + WINDOW))))
            .max()
            .orElse(0);
    return new Passages(worth, best);
  }

  private static double worth(Map<String, Double> terms, List<Set<String>> window) {
    return window.stream()
        .flatMap(Set::stream)
        .collect(Collectors.groupingBy(term -> term, Collectors.counting()))
        .entrySet()
        .stream()
        .mapToDouble(
            n -> terms.getOrDefault(n.getKey(), 0.0) * n.getValue() / (n.getValue() + SATURATION))
        .sum();
  }
}

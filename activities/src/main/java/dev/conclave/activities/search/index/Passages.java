package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds the passage and the lines of a text that speak most of weighted terms. */
final class Passages {
  private static final int WINDOW = 30;
  private static final int STEP = 15;
  private static final int MOST_LINES = 5;
  private static final double DEFINING = 1.5;
  private static final double IMPORTING = 0.3;
  private static final int LONGEST_LINE = 400;
  private static final int SHOWN = 160;

  private final Map<String, Double> terms;

  /**
   * A finder.
   *
   * @param terms with what each is worth
   */
  Passages(Map<String, Double> terms) {
    this.terms = terms;
  }

  /**
   * The best passage's worth, and the best lines, best first: where a file defines, not imports.
   */
  Found find(String text, IndexedFile file) {
    Set<Integer> defining = new HashSet<>();
    file.symbols().forEach(symbol -> defining.add(symbol.line()));
    boolean imports = !file.imports().isEmpty();
    String[] lines = text.split("\n", -1);
    List<Set<String>> hits = new ArrayList<>(lines.length);
    List<Scored> scored = new ArrayList<>();
    for (int i = 0; i < lines.length; i++) {
      Set<String> hit = hits(lines[i]);
      hits.add(hit);
      if (!hit.isEmpty()) {
        boolean importing = imports && SourceParser.target(lines[i]).isPresent();
        double bonus = defining.contains(i + 1) ? DEFINING : importing ? IMPORTING : 1;
        scored.add(new Scored(i, worth(hit) * bonus));
      }
    }
    scored.sort(Comparator.comparingDouble(Scored::worth).reversed().thenComparing(Scored::line));
    List<RankedFile.BestLine> best =
        scored.stream()
            .limit(MOST_LINES)
            .map(s -> new RankedFile.BestLine(s.line + 1, Cut.shown(lines[s.line].strip(), SHOWN)))
            .toList();
    return new Found(bestWindow(hits), best);
  }

  private double bestWindow(List<Set<String>> hits) {
    double best = 0;
    for (int start = 0; start < hits.size(); start += STEP) {
      Map<String, Integer> counts = new HashMap<>();
      for (int i = start; i < Math.min(hits.size(), start + WINDOW); i++) {
        hits.get(i).forEach(term -> counts.merge(term, 1, Integer::sum));
      }
      double score = 0;
      for (Map.Entry<String, Integer> count : counts.entrySet()) {
        double n = count.getValue();
        score += terms.getOrDefault(count.getKey(), 0.0) * n / (n + 1.2);
      }
      best = Math.max(best, score);
    }
    return best;
  }

  private Set<String> hits(String line) {
    if (line.isBlank() || line.length() > LONGEST_LINE) {
      return Set.of();
    }
    Set<String> hit = new HashSet<>(Terms.of(line));
    hit.retainAll(terms.keySet());
    return hit;
  }

  private double worth(Set<String> hit) {
    return hit.stream().mapToDouble(t -> terms.getOrDefault(t, 0.0)).sum();
  }

  /** What a text has to say. */
  record Found(double worth, List<RankedFile.BestLine> lines) {}

  private record Scored(int line, double worth) {}
}

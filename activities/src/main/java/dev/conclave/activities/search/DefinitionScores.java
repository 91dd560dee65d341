package dev.conclave.activities.search;

import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.Outline;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** Scores the definitions of the map's files for a query; see docs/search.md, "The map". */
final class DefinitionScores {
  private static final double NAME = 3;
  private static final double SIGNATURE = 1;
  private static final double BODY = 1;
  private static final double DOCUMENTATION = 0.5;
  private static final double SATURATION = 3;
  private static final double CENTRAL = 0.1;
  private static final double LENGTH = 0.1;

  private static final int MOST_USERS = 20;

  private static final int MOST_LINES = 100;

  private static final double LEAST_RELEVANCE = 0.02;

  private static final double NO_SOURCE = 0.6;
  private static final double VALUE = 0.6;

  private final Map<String, Double> terms;
  private final Map<String, Integer> holding = new HashMap<>();
  private final List<Counted> counted = new ArrayList<>();

  private record Counted(
      String path, Definition definition, Map<String, Double> counts, double relevance, int users) {

    boolean ofSource() {
      return PathKind.of(path) == PathKind.SOURCE;
    }
  }

  record Scored(Definition definition, double weight) {}

  DefinitionScores(Map<String, Double> terms) {
    this.terms = terms;
  }

  /**
   * Adds a file's definitions.
   *
   * @param users counts the files that name a definition
   */
  void add(
      String path,
      String text,
      Outline outline,
      double relevance,
      ToIntFunction<Definition> users) {
    String[] lines = text.split("\n", -1);
    for (Definition definition : outline.definitions()) {
      Map<String, Double> counts = new HashMap<>();
      count(counts, definition.name(), NAME);
      count(counts, definition.signature(), SIGNATURE);
      // The members of a type count separately.
      if (definition.kind() != Symbol.Kind.TYPE) {
        for (int i = definition.from(); i <= Math.min(definition.to(), lines.length); i++) {
          count(counts, lines[i - 1], outline.isDocumentation(i) ? DOCUMENTATION : BODY);
        }
      }
      counts.keySet().forEach(term -> holding.merge(term, 1, Integer::sum));
      int naming = users.applyAsInt(definition);
      counted.add(new Counted(path, definition, counts, relevance, naming));
    }
  }

  Map<String, List<Scored>> scores() {
    double most = holding.keySet().stream().mapToDouble(this::worth).sum();
    return counted.stream()
        .collect(
            Collectors.groupingBy(
                Counted::path,
                Collectors.mapping(
                    one -> new Scored(one.definition, weight(one, most)), Collectors.toList())));
  }

  private void count(Map<String, Double> counts, String text, double weight) {
    for (String term : Terms.of(text)) {
      if (terms.containsKey(term)) {
        counts.merge(term, weight, Double::sum);
      }
    }
  }

  private double matchScore(Map<String, Double> counts) {
    return counts.entrySet().stream()
        .mapToDouble(one -> worth(one.getKey()) * one.getValue() / (one.getValue() + SATURATION))
        .sum();
  }

  private double worth(String term) {
    int n = holding.getOrDefault(term, 0);
    return terms.getOrDefault(term, 0.0) * Math.log(1 + counted.size() / (1.0 + n));
  }

  private double weight(Counted one, double most) {
    double weight =
        (most == 0 ? 0 : matchScore(one.counts) / most)
            + CENTRAL * share(one.users, MOST_USERS)
            + LENGTH * share(one.definition.lines(), MOST_LINES);
    return weight
        * Math.sqrt(Math.max(one.relevance, LEAST_RELEVANCE))
        * (one.ofSource() ? 1 : NO_SOURCE)
        * (one.definition.kind() == Symbol.Kind.VALUE ? VALUE : 1);
  }

  private static double share(int n, int most) {
    return Math.min(1, Math.log1p(n) / Math.log(most));
  }
}

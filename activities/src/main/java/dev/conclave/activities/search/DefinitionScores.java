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

/**
 * How much each definition of the map's files matters for a query: the query's terms in its name,
 * signature, body and documentation, weighted by their rarity among definitions; how many files
 * name it; its length; and the relevance of its file. See docs/search.md, "The map".
 */
final class DefinitionScores {
  private static final double NAME = 3;
  private static final double SIGNATURE = 1;
  private static final double BODY = 1;
  private static final double DOCUMENTATION = 0.5;
  private static final double SATURATION = 3;
  private static final double CENTRAL = 0.1;
  private static final double LENGTH = 0.1;

  /** So many files name what counts as most central, so many lines has what counts as longest. */
  private static final int MOST_USERS = 20;

  private static final int MOST_LINES = 100;

  /** Files that only history speaks for are not worth nothing. */
  private static final double LEAST_RELEVANCE = 0.02;

  private static final double NO_SOURCE = 0.6;
  private static final double VALUE = 0.6;

  /** A name is telling when it says this much of what the best one says. */
  private static final double TELLING = 0.5;

  private final Map<String, Double> terms;
  private final Map<String, Integer> holding = new HashMap<>();
  private final Map<String, List<Counted>> files = new HashMap<>();
  private int definitions;

  /** A definition with how often it says which term of the query, and what of that is its name. */
  private record Counted(
      Definition definition,
      Map<String, Double> counts,
      Map<String, Double> inName,
      double relevance,
      int users) {}

  /**
   * A definition with its weight.
   *
   * @param telling whether it is of a source, and its name says what the query asks for
   */
  record Scored(Definition definition, double weight, boolean telling) {}

  /** For a query as weighted terms. */
  DefinitionScores(Map<String, Double> terms) {
    this.terms = terms;
  }

  /** Takes a file's definitions in; {@code users} says how many files name one. */
  void add(
      String path,
      String text,
      Outline outline,
      double relevance,
      ToIntFunction<Definition> users) {
    String[] lines = text.split("\n", -1);
    List<Counted> all = new ArrayList<>();
    for (Definition definition : outline.definitions()) {
      Map<String, Double> counts = new HashMap<>();
      count(counts, definition.name(), NAME);
      Map<String, Double> inName = Map.copyOf(counts);
      count(counts, definition.signature(), SIGNATURE);
      // The body of a type is that of its members, which are counted for themselves.
      if (definition.kind() != Symbol.Kind.TYPE) {
        for (int i = definition.from(); i <= Math.min(definition.to(), lines.length); i++) {
          count(counts, lines[i - 1], outline.isDocumentation(i) ? DOCUMENTATION : BODY);
        }
      }
      counts.keySet().forEach(term -> holding.merge(term, 1, Integer::sum));
      all.add(new Counted(definition, counts, inName, relevance, users.applyAsInt(definition)));
    }
    files.put(path, all);
    definitions += all.size();
  }

  /** The definitions of each file with their weights. */
  Map<String, List<Scored>> scores() {
    double best =
        files.keySet().stream()
            .filter(path -> PathKind.of(path) == PathKind.SOURCE)
            .flatMap(path -> files.getOrDefault(path, List.of()).stream())
            .mapToDouble(one -> said(one.inName))
            .max()
            .orElse(0);
    Map<String, List<Scored>> scores = new HashMap<>();
    files.forEach(
        (path, all) ->
            scores.put(
                path,
                all.stream()
                    .map(
                        one ->
                            new Scored(
                                one.definition,
                                weight(path, one),
                                PathKind.of(path) == PathKind.SOURCE
                                    && said(one.inName) >= TELLING * best))
                    .toList()));
    return scores;
  }

  private void count(Map<String, Double> counts, String text, double weight) {
    for (String term : Terms.of(text)) {
      if (terms.containsKey(term)) {
        counts.merge(term, weight, Double::sum);
      }
    }
  }

  private double said(Map<String, Double> counts) {
    return counts.entrySet().stream()
        .mapToDouble(one -> worth(one.getKey()) * one.getValue() / (one.getValue() + SATURATION))
        .sum();
  }

  private double worth(String term) {
    int n = holding.getOrDefault(term, 0);
    return terms.getOrDefault(term, 0.0) * Math.log(1 + definitions / (1.0 + n));
  }

  private double weight(String path, Counted one) {
    double most = holding.keySet().stream().mapToDouble(this::worth).sum();
    double weight =
        (most == 0 ? 0 : said(one.counts) / most)
            + CENTRAL * share(one.users, MOST_USERS)
            + LENGTH * share(one.definition.lines(), MOST_LINES);
    return weight
        * Math.sqrt(Math.max(one.relevance, LEAST_RELEVANCE))
        * (PathKind.of(path) == PathKind.SOURCE ? 1 : NO_SOURCE)
        * (one.definition.kind() == Symbol.Kind.VALUE ? VALUE : 1);
  }

  private static double share(int n, int most) {
    return Math.min(1, Math.log1p(n) / Math.log(most));
  }
}

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
 * name it; its length; and the relevance of its file.
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

  private final Map<String, Double> terms;
  private final Map<String, Integer> holding = new HashMap<>();
  private final List<Counted> all = new ArrayList<>();

  /** A definition with how often it says which term of the query. */
  private record Counted(
      String path,
      Definition definition,
      Map<String, Double> counts,
      double relevance,
      int users) {}

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
    for (Definition definition : outline.definitions()) {
      Map<String, Double> counts = new HashMap<>();
      count(counts, definition.name(), NAME);
      count(counts, definition.signature(), SIGNATURE);
      // The body of a type is that of its members, which are counted for themselves.
      if (definition.kind() != Symbol.Kind.TYPE) {
        for (int i = definition.from(); i <= Math.min(definition.to(), lines.length); i++) {
          count(counts, lines[i - 1], outline.isDocumentation(i) ? DOCUMENTATION : BODY);
        }
      }
      counts.keySet().forEach(term -> holding.merge(term, 1, Integer::sum));
      all.add(new Counted(path, definition, counts, relevance, users.applyAsInt(definition)));
    }
  }

  /** The definitions with their weights, by file. */
  Map<String, Map<Definition, Double>> weights() {
    Map<String, Map<Definition, Double>> weights = new HashMap<>();
    for (Counted one : all) {
      weights.computeIfAbsent(one.path, path -> new HashMap<>()).put(one.definition, weight(one));
    }
    return weights;
  }

  private void count(Map<String, Double> counts, String text, double weight) {
    for (String term : Terms.of(text)) {
      if (terms.containsKey(term)) {
        counts.merge(term, weight, Double::sum);
      }
    }
  }

  private double weight(Counted one) {
    double said = 0;
    double most = 0;
    for (Map.Entry<String, Double> term : terms.entrySet()) {
      int n = holding.getOrDefault(term.getKey(), 0);
      double worth = term.getValue() * Math.log(1 + all.size() / (1.0 + n));
      double count = one.counts.getOrDefault(term.getKey(), 0.0);
      said += worth * count / (count + SATURATION);
      most += n == 0 ? 0 : worth;
    }
    double weight =
        (most == 0 ? 0 : said / most)
            + CENTRAL * share(one.users, MOST_USERS)
            + LENGTH * share(one.definition.lines(), MOST_LINES);
    weight *= Math.sqrt(Math.max(one.relevance, LEAST_RELEVANCE));
    weight *= PathKind.of(one.path) == PathKind.SOURCE ? 1 : NO_SOURCE;
    return one.definition.kind() == Symbol.Kind.VALUE ? weight * VALUE : weight;
  }

  private static double share(int n, int most) {
    return Math.min(1, Math.log1p(n) / Math.log(most));
  }
}

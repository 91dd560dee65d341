package dev.conclave.activities.search.index;

import dev.conclave.activities.search.History;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.temporal.StableText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** What speaks for each file, factor by factor, before anything is weighed. */
final class Evidence {
  private final CodeIndex index;
  private final History history;
  private final RankingWeights weights;
  private final SearchQuery query;
  private final Map<String, Double> termWorth = new HashMap<>();
  private final NameEvidence names = new NameEvidence(termWorth);
  private final Map<String, double[]> termScores = new HashMap<>();
  private final Map<Factor, double[]> scores = new EnumMap<>(Factor.class);
  private final Map<String, History.Neighbour> nearest = new HashMap<>();

  private Evidence(CodeIndex index, History history, RankingWeights weights, SearchQuery query) {
    this.index = index;
    this.history = history;
    this.weights = weights;
    this.query = query;
  }

  static Evidence gather(
      CodeIndex index, History history, RankingWeights weights, SearchQuery query)
      throws IOException {
    Evidence evidence = new Evidence(index, history, weights, query);
    evidence.scores.put(Factor.TEXT, evidence.text());
    evidence.scores.put(Factor.NEIGHBOURS, evidence.votes());
    evidence.scores.put(Factor.STEM, evidence.perFile(evidence.names::stem));
    evidence.scores.put(Factor.SCOPE, evidence.perFile(evidence::scope));
    evidence.scores.put(Factor.SYMBOL, evidence.perFile(evidence.names::symbol));
    evidence.scores.put(Factor.CHURN, evidence.perFile(evidence::churn));
    return evidence;
  }

  Map<Factor, double[]> scores() {
    return scores;
  }

  /** What each term is worth: its weight in the query times its rarity. */
  Map<String, Double> termWorth() {
    return termWorth;
  }

  private double[] text() throws IOException {
    Bm25f scorer = new Bm25f(index, weights.text());
    double[] sum = new double[index.size()];
    for (Map.Entry<String, Double> term : query.terms().entrySet()) {
      Bm25f.Frequencies frequencies = scorer.frequencies(term.getKey());
      addSpoken(term.getKey(), frequencies.weighted());
      termWorth.put(term.getKey(), term.getValue() * scorer.idf(frequencies.holding()));
      double[] score = scorer.saturate(frequencies);
      for (int i = 0; i < sum.length; i++) {
        score[i] *= term.getValue();
        sum[i] += score[i];
      }
      termScores.put(term.getKey(), score);
    }
    return sum;
  }

  private void addSpoken(String term, double[] frequencies) {
    Map<String, Double> spoken = history.spokenOf(term, weights.spokenHalfLifeDays());
    if (spoken.isEmpty() || weights.spoken() == 0) {
      return;
    }
    for (int i = 0; i < frequencies.length; i++) {
      if (index.isFile(i)) {
        frequencies[i] += weights.spoken() * spoken.getOrDefault(index.file(i).path(), 0.0);
      }
    }
  }

  private double[] votes() {
    Map<String, Double> votes = new HashMap<>();
    for (History.Neighbour near : history.neighbours(query.terms(), weights.neighbours())) {
      double vote =
          near.similarity()
              * near.similarity()
              * history.decay(near.commit(), weights.neighbourHalfLifeDays())
              / Math.sqrt(near.files().size());
      for (String file : near.files()) {
        votes.merge(file, vote, Double::sum);
        nearest.putIfAbsent(file, near);
      }
    }
    return perFile(file -> votes.getOrDefault(file.path(), 0.0));
  }

  private double scope(IndexedFile file) {
    if (query.scope().isEmpty()) {
      return 0;
    }
    Set<String> path = new HashSet<>(Terms.of(file.path()));
    return query.scope().stream().filter(path::contains).count();
  }

  private double churn(IndexedFile file) {
    return Math.log1p(history.churn(file.path(), weights.churnHalfLifeDays()));
  }

  /** The symbols of a file that the query names, whole or by two of their parts. */
  List<Symbol> namedSymbols(IndexedFile file) {
    return names.namedSymbols(file);
  }

  String because(Factor factor, IndexedFile file, int number) {
    return switch (factor) {
      case TEXT -> factor.reason() + ": " + bestTerms(number);
      case NEIGHBOURS ->
          nearest.containsKey(file.path())
              ? "a similar commit changed it: " + nearest.get(file.path()).commit().subject()
              : factor.reason();
      case SYMBOL ->
          "defines "
              + namedSymbols(file).stream()
                  .limit(3)
                  .map(Symbol::name)
                  .collect(Collectors.joining(", "));
      case CHURN -> "changed by " + StableText.counted(history.of(file.path()).size(), "commit");
      case STEM, SCOPE, CHUNK -> factor.reason();
    };
  }

  private String bestTerms(int number) {
    List<Map.Entry<String, double[]>> found = new ArrayList<>(termScores.entrySet());
    found.removeIf(e -> e.getValue()[number] <= 0);
    found.sort(
        Comparator.<Map.Entry<String, double[]>>comparingDouble(e -> e.getValue()[number])
            .reversed()
            .thenComparing(Map.Entry::getKey));
    return found.stream()
        .map(e -> query.words().getOrDefault(e.getKey(), e.getKey()))
        .distinct()
        .limit(6)
        .collect(Collectors.joining(", "));
  }

  private double[] perFile(ToDoubleFunction<IndexedFile> score) {
    double[] values = new double[index.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = index.isFile(i) ? score.applyAsDouble(index.file(i)) : 0;
    }
    return values;
  }
}

package dev.conclave.activities.search.index;

import dev.conclave.activities.search.History;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Ranks the files of an index: BM25F finds them, then a weighted sum of factors, each divided by
 * its greatest value, orders them, and kinds of files that are seldom meant are damped. Not
 * thread-safe.
 */
public final class Ranker {
  private static final int READ_FOR_PASSAGES = 60;

  private final CodeIndex index;
  private final History history;
  private final SourceTree tree;
  private final RankingWeights weights;

  /** A ranker over what an index and a history know of a tree. */
  public Ranker(CodeIndex index, History history, SourceTree tree, RankingWeights weights) {
    this.index = index;
    this.history = history;
    this.tree = tree;
    this.weights = weights;
  }

  /** The best files, best first; files that nothing speaks for are not among them. */
  public List<RankedFile> rank(SearchQuery query, int limit) throws IOException {
    if (query.isEmpty()) {
      return List.of();
    }
    Evidence evidence = Evidence.gather(index, history, weights, query);
    Map<Factor, double[]> scores = new EnumMap<>(evidence.scores());
    scores.replaceAll((factor, values) -> divideByGreatest(values));
    List<Integer> order = order(scores, query);
    Map<Integer, Passages.Found> passages =
        readBest(order, Math.max(READ_FOR_PASSAGES, limit), evidence.termWorth());
    scores.put(Factor.CHUNK, chunkScores(passages));
    order = order(scores, query);
    return results(
        order.subList(0, Math.min(limit, order.size())), scores, query, passages, evidence);
  }

  private List<Integer> order(Map<Factor, double[]> scores, SearchQuery query) {
    Map<Integer, Double> totals = new HashMap<>();
    IntStream.range(0, index.size())
        .filter(index::isFile)
        .filter(i -> value(scores, Factor.TEXT, i) > 0 || value(scores, Factor.NEIGHBOURS, i) > 0)
        .forEach(i -> totals.put(i, total(scores, query, i)));
    List<Integer> order = new ArrayList<>(totals.keySet());
    order.sort(
        Comparator.<Integer>comparingDouble(i -> totals.getOrDefault(i, 0.0))
            .reversed()
            .thenComparing(i -> index.file(i).path()));
    return order;
  }

  private double total(Map<Factor, double[]> scores, SearchQuery query, int file) {
    double sum = 0;
    for (Factor factor : Factor.values()) {
      sum += weights.of(factor) * value(scores, factor, file);
    }
    return sum * damping(query, index.file(file));
  }

  private double damping(SearchQuery query, IndexedFile file) {
    return weights.damping(query, file.kind());
  }

  private Map<Integer, Passages.Found> readBest(
      List<Integer> order, int most, Map<String, Double> worth) {
    Passages passages = new Passages(worth);
    Map<Integer, Passages.Found> found = new HashMap<>();
    for (int i : order.subList(0, Math.min(most, order.size()))) {
      IndexedFile file = index.file(i);
      text(file).ifPresent(text -> found.put(i, passages.find(text, file)));
    }
    return found;
  }

  /** Empty when the file is gone since it was indexed: it is ranked without its passages. */
  private Optional<String> text(IndexedFile file) {
    try {
      return SourceText.of(tree.read(new SourceFile(file.path(), file.id(), 0)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private double[] chunkScores(Map<Integer, Passages.Found> passages) {
    double[] chunk = new double[index.size()];
    passages.forEach((i, found) -> chunk[i] = found.worth());
    return divideByGreatest(chunk);
  }

  private List<RankedFile> results(
      List<Integer> order,
      Map<Factor, double[]> scores,
      SearchQuery query,
      Map<Integer, Passages.Found> passages,
      Evidence evidence) {
    List<RankedFile> results = new ArrayList<>();
    double best = order.isEmpty() ? 1 : total(scores, query, order.get(0));
    for (int i : order) {
      IndexedFile file = index.file(i);
      results.add(
          new RankedFile(
              file.path(),
              file.language(),
              best == 0 ? 0 : total(scores, query, i) / best,
              evidence.namedSymbols(file),
              passages.getOrDefault(i, NOTHING).lines(),
              explain(scores, query, i, evidence)));
    }
    return results;
  }

  private static final Passages.Found NOTHING = new Passages.Found(0, List.of());

  private RankedFile.Explanation explain(
      Map<Factor, double[]> scores, SearchQuery query, int i, Evidence evidence) {
    List<RankedFile.Share> shares = new ArrayList<>();
    for (Factor factor : Factor.values()) {
      double value = value(scores, factor, i);
      if (value > 0) {
        String because = evidence.because(factor, index.file(i), i);
        shares.add(new RankedFile.Share(factor, value, weights.of(factor), because));
      }
    }
    shares.sort(Comparator.comparingDouble(RankedFile.Share::points).reversed());
    IndexedFile file = index.file(i);
    return new RankedFile.Explanation(shares, damping(query, file), Words.of(file.kind()));
  }

  private static double value(Map<Factor, double[]> scores, Factor factor, int file) {
    double[] values = scores.get(factor);
    return values == null ? 0 : values[file];
  }

  private static double[] divideByGreatest(double[] values) {
    double greatest = 0;
    for (double value : values) {
      greatest = Math.max(greatest, value);
    }
    if (greatest > 0) {
      for (int i = 0; i < values.length; i++) {
        values[i] /= greatest;
      }
    }
    return values;
  }
}

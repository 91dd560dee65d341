package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.PathKind;
import java.util.Map;

/**
 * Every number that ranking uses, in one place; docs/search.md says what each does.
 *
 * @param text weights and normalization of the fields
 * @param factors weight of each factor, after its scores are divided by the greatest
 * @param damping what the sum is multiplied by for a kind of file
 * @param unwanted what it is multiplied by when the query asks for another kind of file
 * @param spoken weight of past messages as a field of the files they changed
 * @param spokenHalfLifeDays age at which a message counts half as a field
 * @param neighbours how many similar commits vote
 * @param neighbourHalfLifeDays age at which a vote counts half
 * @param churnHalfLifeDays age at which a change counts half
 * @param query weights of the words of a query
 */
public record RankingWeights(
    Bm25f.Parameters text,
    Map<Factor, Double> factors,
    Map<PathKind, Double> damping,
    double unwanted,
    double spoken,
    double spokenHalfLifeDays,
    int neighbours,
    double neighbourHalfLifeDays,
    double churnHalfLifeDays,
    QueryWeights query) {

  /**
   * Weights of the words of a query.
   *
   * @param verb for words such as add, fix, update
   * @param codeSpan for what stands in back quotes
   * @param identifier for names of several parts
   * @param scope for the scope of {@code fix(scope):}
   * @param adjacent for two neighbouring words joined
   * @param translated for the English of a Chinese word
   * @param fullWords how many words count in full
   * @param decay how fast the words after those fade: 1 / (1 + decay · (i − fullWords))
   */
  public record QueryWeights(
      double verb,
      double codeSpan,
      double identifier,
      double scope,
      double adjacent,
      double translated,
      int fullWords,
      double decay) {}

  /** What the experiment behind docs/search.md found. */
  public static RankingWeights defaults() {
    return new RankingWeights(
        new Bm25f.Parameters(
            Map.of(
                SearchField.STEM, 7.0,
                SearchField.DEFINITIONS, 4.0,
                SearchField.DIRECTORIES, 3.0,
                SearchField.STRINGS, 1.0,
                SearchField.COMMENTS, 0.6,
                SearchField.CODE, 0.5,
                SearchField.IMPORTS, 0.2),
            Map.of(
                SearchField.STEM, 0.9,
                SearchField.DEFINITIONS, 0.3,
                SearchField.DIRECTORIES, 0.3,
                SearchField.STRINGS, 0.3,
                SearchField.COMMENTS, 0.3,
                SearchField.CODE, 0.3,
                SearchField.IMPORTS, 0.3),
            2.5,
            0.5),
        Map.of(
            Factor.TEXT, 1.0,
            Factor.NEIGHBOURS, 0.3,
            Factor.STEM, 0.3,
            Factor.SCOPE, 0.3,
            Factor.CHUNK, 0.2,
            Factor.SYMBOL, 0.2,
            Factor.CHURN, 0.1),
        Map.of(
            PathKind.TEST, 0.35,
            PathKind.EXAMPLE, 0.4,
            PathKind.DOCUMENTATION, 0.5,
            PathKind.BENCHMARK, 0.5,
            PathKind.GENERATED, 0.5),
        0.7,
        1.0,
        730,
        50,
        400,
        365,
        new QueryWeights(0.3, 1.3, 1.5, 2.0, 0.5, 0.8, 8, 0.2));
  }

  double of(Factor factor) {
    return factors.getOrDefault(factor, 0.0);
  }

  /** What the sum of a file of some kind is multiplied by for a query. */
  public double damping(SearchQuery query, PathKind kind) {
    if (query.wanted().contains(kind)) {
      return 1;
    }
    return damping.getOrDefault(kind, 1.0) * (query.wanted().isEmpty() ? 1 : unwanted);
  }
}

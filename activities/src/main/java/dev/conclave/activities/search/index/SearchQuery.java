package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.PathKind;
import java.util.Map;
import java.util.Set;

/**
 * A query as terms.
 *
 * @param text as it was asked
 * @param terms with their weights; how often a word stands in the query does not count
 * @param words the word that a term stands for
 * @param scope terms of the scope, such as {@code parser} in {@code fix(parser): …}
 * @param wanted kinds of files that the query asks for, which are not damped
 */
public record SearchQuery(
    String text,
    Map<String, Double> terms,
    Map<String, String> words,
    Set<String> scope,
    Set<PathKind> wanted) {

  /** Whether there is nothing to look for. */
  public boolean isEmpty() {
    return terms.isEmpty();
  }
}

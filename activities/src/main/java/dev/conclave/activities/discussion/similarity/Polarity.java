package dev.conclave.activities.discussion.similarity;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Whether two sentences about the same thing say opposite things of it; docs/discussion.md, section
 * 4: one negates what the other affirms, or they stand on the two sides of a pair of antonyms.
 */
final class Polarity {
  /** Least overlap of the rest for a negation to be about the same statement. */
  static final double ALIGNED_NEGATION = 0.5;

  /** The same for an antonym, which names its subject better than a bare negation does. */
  static final double ALIGNED_ANTONYM = 0.4;

  private Polarity() {}

  /**
   * Whether the two contradict each other; the caller has found them to be about one thing.
   *
   * @param counts which concepts count when it is asked how much of the shorter the other covers
   */
  static boolean opposed(Statement a, Statement b, Predicate<String> counts) {
    return Antonyms.ALL.stream().anyMatch(pair -> antonymous(pair, a, b, counts))
        || negates(a, b, counts);
  }

  private static boolean negates(Statement a, Statement b, Predicate<String> counts) {
    if (!Collections.disjoint(a.negated(), b.negated())) {
      return false;
    }
    boolean turned =
        !Collections.disjoint(a.negated(), b.affirmed())
            || !Collections.disjoint(b.negated(), a.affirmed());
    return turned && overlap(a.concepts(), b.concepts(), counts) >= ALIGNED_NEGATION;
  }

  private static boolean antonymous(
      Antonyms pair, Statement a, Statement b, Predicate<String> counts) {
    int here = side(pair, a);
    int there = side(pair, b);
    if (here * there >= 0) {
      return false;
    }
    if (a.citesWith(b)) {
      return true;
    }
    Set<String> left = without(a.concepts(), pair);
    Set<String> right = without(b.concepts(), pair);
    return overlap(left, right, counts) >= ALIGNED_ANTONYM;
  }

  /** 1 for the left side of the pair, -1 for the right, 0 for neither or both. */
  private static int side(Antonyms pair, Statement statement) {
    int left = standing(pair.left(), statement);
    int right = standing(pair.right(), statement);
    return left != 0 && right != 0 ? 0 : left - right;
  }

  private static int standing(List<List<String>> phrases, Statement statement) {
    return phrases.stream().mapToInt(statement::standing).filter(s -> s != 0).findFirst().orElse(0);
  }

  private static Set<String> without(Set<String> concepts, Antonyms pair) {
    Set<String> rest = new TreeSet<>(concepts);
    pair.left().forEach(phrase -> rest.removeAll(Statement.concepts(phrase)));
    pair.right().forEach(phrase -> rest.removeAll(Statement.concepts(phrase)));
    return rest;
  }

  /** How much of the shorter is covered, blind to weights. */
  private static double overlap(Set<String> a, Set<String> b, Predicate<String> counts) {
    double shared = a.stream().filter(counts).filter(b::contains).count();
    long shorter = Math.min(a.stream().filter(counts).count(), b.stream().filter(counts).count());
    return shorter == 0 ? 0 : shared / shorter;
  }
}

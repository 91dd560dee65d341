package dev.conclave.activities.discussion.similarity;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

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

  /** Whether the two contradict each other; the caller has found them to be about one thing. */
  static boolean opposed(Statement a, Statement b) {
    return Antonyms.ALL.stream().anyMatch(pair -> antonymous(pair, a, b)) || negates(a, b);
  }

  private static boolean negates(Statement a, Statement b) {
    if (!Collections.disjoint(a.negated(), b.negated())) {
      return false;
    }
    boolean turned =
        !Collections.disjoint(a.negated(), b.affirmed())
            || !Collections.disjoint(b.negated(), a.affirmed());
    return turned && overlap(a.concepts(), b.concepts()) >= ALIGNED_NEGATION;
  }

  private static boolean antonymous(Antonyms pair, Statement a, Statement b) {
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
    return overlap(left, right) >= ALIGNED_ANTONYM;
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
  private static double overlap(Set<String> a, Set<String> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return 0;
    }
    double shared = a.stream().filter(b::contains).count();
    return shared / Math.min(a.size(), b.size());
  }
}

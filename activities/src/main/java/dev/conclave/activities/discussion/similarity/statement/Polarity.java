package dev.conclave.activities.discussion.similarity.statement;

import dev.conclave.activities.discussion.similarity.words.Antonyms;
import dev.conclave.activities.discussion.similarity.words.Units;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Whether two sentences about the same thing say opposite things of it; docs/discussion.md, section
 * 4: one negates what the other affirms, or they stand on the two sides of a pair of antonyms.
 */
public final class Polarity {
  /** Least overlap of the rest for a negation to be about the same statement. */
  static final double ALIGNED_NEGATION = 0.5;

  /** The same for an antonym, which names its subject better than a bare negation does. */
  static final double ALIGNED_ANTONYM = 0.4;

  private Polarity() {}

  /** Whether the two contradict each other; the caller has found them to be about one thing. */
  static boolean opposed(Statement a, Statement b) {
    Optional<Boolean> reversed = reversed(a, b);
    return reversed.orElseGet(
        () ->
            Antonyms.between(a.units(), b.units()).anyMatch(pair -> antonymous(pair, a, b))
                || negates(a, b));
  }

  /** Whether the two tell one order or the opposite; empty when they do not order the same. */
  private static Optional<Boolean> reversed(Statement a, Statement b) {
    if (a.sequence().isEmpty() || b.sequence().isEmpty()) {
      return Optional.empty();
    }
    boolean against = a.sequence().get().against(b.sequence().get());
    return against || a.sequence().get().with(b.sequence().get())
        ? Optional.of(against)
        : Optional.empty();
  }

  private static boolean negates(Statement a, Statement b) {
    Set<String> both = new TreeSet<>(a.negated());
    both.retainAll(b.negated());
    return turns(a, b, both) || turns(b, a, both);
  }

  /**
   * Whether a clause of the one denies what the other affirms in a clause much like it.
   *
   * @param both what both deny, which is no reason to call them opposed
   */
  private static boolean turns(Statement a, Statement b, Set<String> both) {
    return a.parts().stream()
        .filter(
            clause ->
                clause.negated().stream()
                    .anyMatch(phrase -> Collections.disjoint(phrase, both) && turns(phrase, a, b)))
        .map(Clause::distinct)
        .anyMatch(
            denial ->
                b.parts().stream()
                    .anyMatch(other -> overlap(denial, other.distinct()) >= ALIGNED_NEGATION));
  }

  private static boolean turns(Set<String> phrase, Statement a, Statement b) {
    return !Collections.disjoint(phrase, a.negated()) && b.affirmed().containsAll(phrase);
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
    return without(pair, a)
        .anyMatch(
            left -> without(pair, b).anyMatch(right -> overlap(left, right) >= ALIGNED_ANTONYM));
  }

  /** What else the clauses say that have a word of the pair. */
  private static Stream<Set<String>> without(Antonyms pair, Statement statement) {
    return statement.clauses().stream()
        .filter(clause -> pair.phrases().anyMatch(phrase -> clause.standing(phrase) != 0))
        .map(
            clause -> {
              Set<String> rest = clause.distinct();
              pair.phrases().forEach(phrase -> rest.removeAll(Units.concepts(phrase)));
              rest.removeIf(word -> Character.isDigit(word.charAt(0))); // for Quantities to judge
              return rest;
            });
  }

  /** 1 for the left side of the pair, -1 for the right, 0 for neither or for both at odds. */
  private static int side(Antonyms pair, Statement statement) {
    int left = standing(pair.left(), statement);
    int right = standing(pair.right(), statement);
    return left == right ? 0 : Integer.signum(left - right);
  }

  private static int standing(List<List<String>> phrases, Statement statement) {
    return phrases.stream().mapToInt(statement::standing).filter(s -> s != 0).findFirst().orElse(0);
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

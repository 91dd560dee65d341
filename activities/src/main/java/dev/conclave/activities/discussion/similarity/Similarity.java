package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.discussion.similarity.statement.Polarity;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * How much two sentences of a round are about the same thing, 0 to 1; the formula and how its
 * constants were found stand in docs/discussion.md, section 4. Symmetric; blind to negation, which
 * is {@link Polarity}'s. Immutable.
 */
public final class Similarity {
  /** From here on two sentences are about the same thing. */
  public static final double SAME = 0.32;

  /** Share of mutual overlap in the text's part; the rest is how much of the shorter is covered. */
  static final double DICE_SHARE = 0.5;

  /** A sentence of less weight than this is compared as if it had it: two words prove little. */
  static final double LEAST_WEIGHT = 2.0;

  /** Added when the two cite places at most {@link #CLOSE_LINES} apart. */
  static final double CLOSE_PLACE = 0.25;

  /** Added when they are at most {@link #NEAR_LINES} apart. */
  static final double NEAR_PLACE = 0.03;

  /** Added when it is only the same file. */
  static final double SAME_FILE = 0.02;

  static final int CLOSE_LINES = 5;
  static final int NEAR_LINES = 15;

  /** Added when every name of code in the one stands in the other. */
  static final double SAME_SYMBOL = 0.1;

  /** Places and symbols add at most the text's part and this: they prove nothing by themselves. */
  static final double FREE_BOOST = 0.2;

  private final Map<Integer, Integer> documents;

  private Similarity(Map<Integer, Integer> documents) {
    this.documents = documents;
  }

  /** The similarity within a round whose sentences are these. */
  static Similarity over(Collection<Features> round) {
    Map<Integer, Integer> documents = new HashMap<>();
    for (Features features : round) {
      features.terms().forEach(term -> documents.merge(term, 1, Integer::sum));
    }
    return new Similarity(documents);
  }

  /** Rare words weigh more: 1 / (1 + ln(df)), df being how many sentences have the word. */
  private double weight(int term) {
    return 1 / (1 + Math.log(Math.max(1, documents.getOrDefault(term, 1))));
  }

  double between(Features a, Features b) {
    double text = text(a.terms(), b.terms());
    double boost = place(a, b) + SAME_SYMBOL * symbols(a.symbols(), b.symbols());
    return Math.min(1, text + Math.min(boost, FREE_BOOST + text));
  }

  /**
   * How much of the one is said in the other, whatever else that says; places add as in {@link
   * #between}.
   */
  double covered(Features one, Features by) {
    double shared = shared(one.terms(), by.terms());
    double text = shared / Math.max(LEAST_WEIGHT, total(one.terms()));
    return Math.min(1, text + Math.min(place(one, by), FREE_BOOST + text));
  }

  private double shared(Set<Integer> a, Set<Integer> b) {
    return a.stream().filter(b::contains).mapToDouble(this::weight).sum();
  }

  private double text(Set<Integer> a, Set<Integer> b) {
    double shared = shared(a, b);
    double left = Math.max(LEAST_WEIGHT, total(a));
    double right = Math.max(LEAST_WEIGHT, total(b));
    double dice = 2 * shared / (left + right);
    double covered = shared / Math.min(left, right);
    return DICE_SHARE * dice + (1 - DICE_SHARE) * covered;
  }

  private double total(Set<Integer> terms) {
    return terms.stream().mapToDouble(this::weight).sum();
  }

  private static double place(Features a, Features b) {
    double best = 0;
    for (Features.Place one : a.places()) {
      for (Features.Place other : b.places()) {
        if (one.file() == other.file()) {
          best = Math.max(best, place(Math.abs(one.line() - other.line())));
        }
      }
    }
    return best;
  }

  private static double place(int apart) {
    if (apart <= CLOSE_LINES) {
      return CLOSE_PLACE;
    }
    return apart <= NEAR_LINES ? NEAR_PLACE : SAME_FILE;
  }

  private static double symbols(Set<Integer> a, Set<Integer> b) {
    if (a.isEmpty() || b.isEmpty()) {
      return 0;
    }
    double shared = a.stream().filter(b::contains).count();
    return shared / Math.min(a.size(), b.size());
  }
}

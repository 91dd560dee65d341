package dev.conclave.activities.discussion.similarity;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** {@link Similarity} between the sentences of one round, by their texts. Not thread-safe. */
public final class Alike {
  private final Map<String, Features> features = new HashMap<>();
  private final Similarity similarity;

  private Alike(Collection<String> round) {
    round.forEach(sentence -> features.computeIfAbsent(sentence, Features::of));
    this.similarity = Similarity.over(features.values());
  }

  /** Weighs words by how many of these sentences have them. */
  public static Alike over(Collection<String> round) {
    return new Alike(round);
  }

  /** How much two sentences are about the same thing, 0 to 1. */
  public double between(String one, String other) {
    return similarity.between(of(one), of(other));
  }

  /** Whether two sentences are about the same thing, be they of one opinion or not. */
  public boolean same(String one, String other) {
    return between(one, other) >= Similarity.SAME;
  }

  /** How much of one sentence is said in another, 0 to 1, whatever else the other says. */
  public double covered(String one, String by) {
    return similarity.covered(of(one), of(by));
  }

  private Features of(String sentence) {
    return features.computeIfAbsent(sentence, Features::of);
  }
}

package dev.conclave.activities.discussion.similarity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts the sentences of a round that are about one thing into one group; docs/discussion.md,
 * section 4. The outcome does not depend on the order of agents or sentences.
 */
public final class Grouping {
  /** Two groups join when the mean similarity between them is at least this share of the least. */
  static final double JOIN_SHARE = 0.8;

  private final List<Said> said;
  private final List<Features> features;

  private Grouping(Collection<Said> round) {
    this.said = List.copyOf(new TreeSet<>(round));
    this.features = said.stream().map(one -> Features.of(one.text())).toList();
  }

  /** The groups, those that begin with the first agent's first sentence first. */
  public static List<List<Said>> of(Collection<Said> round) {
    Grouping grouping = new Grouping(round);
    return Clustering.of(
            grouping.matrix(), Similarity.SAME, Similarity.SAME * JOIN_SHARE, (left, right) -> true)
        .stream()
        .map(members -> members.stream().map(grouping.said::get).toList())
        .toList();
  }

  private double[][] matrix() {
    Similarity measure = Similarity.over(voices());
    double[][] matrix = new double[said.size()][said.size()];
    for (int i = 0; i < said.size(); i++) {
      for (int j = i + 1; j < said.size(); j++) {
        matrix[i][j] = measure.between(features.get(i), features.get(j));
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }

  /**
   * What an agent says several times counts as one sentence when words are weighed, so that saying
   * a thing again changes no weight.
   */
  private List<Features> voices() {
    Similarity unweighted = Similarity.over(List.of());
    List<Features> voices = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < said.size(); i++) {
      if (!taken.add(i)) {
        continue;
      }
      Features voice = features.get(i);
      for (int j = i + 1; j < said.size(); j++) {
        boolean sameAgent = said.get(i).agent().equals(said.get(j).agent());
        if (sameAgent
            && !taken.contains(j)
            && unweighted.between(features.get(i), features.get(j)) >= Similarity.SAME) {
          taken.add(j);
          voice = voice.with(features.get(j));
        }
      }
      voices.add(voice);
    }
    return voices;
  }
}

package dev.conclave.activities.discussion.similarity;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToDoubleBiFunction;
import java.util.stream.Collectors;

/**
 * Puts the sentences of a round that are about one thing into one group; docs/discussion.md,
 * section 4. First each agent's sentences that repeat each other become one voice, then the voices
 * of different agents are matched, the most alike first. The outcome does not depend on the order
 * of agents or sentences.
 */
public final class Grouping {
  /** Two groups join when the mean similarity between them is at least this share of the least. */
  static final double JOIN_SHARE = 0.8;

  /**
   * From here on two sentences of one agent are one voice, by their words alone: whoever lists
   * points about one place means different ones, unless the words say otherwise.
   */
  static final double ONE_VOICE = 0.6;

  /** What one agent says about one thing, in one sentence or in several. */
  private record Voice(List<Said> said, List<Features> features) {
    static Voice of(List<Said> said) {
      return new Voice(said, said.stream().map(one -> Features.of(one.text())).toList());
    }

    /** As alike as the sentences that come closest, so that telling it in parts gains nothing. */
    double likeness(Voice other, Similarity measure) {
      return features.stream()
          .flatMapToDouble(
              one -> other.features.stream().mapToDouble(its -> measure.between(one, its)))
          .max()
          .orElse(0);
    }

    String agent() {
      return said.get(0).agent();
    }

    boolean own() {
      return said.stream().anyMatch(Said::own);
    }
  }

  private final List<Voice> voices;

  private Grouping(List<Voice> voices) {
    this.voices = voices;
  }

  /** The groups, those that begin with the first agent's first sentence first. */
  public static List<List<Said>> of(Collection<Said> round) {
    Grouping grouping =
        new Grouping(
            new TreeSet<>(round)
                .stream()
                    .collect(Collectors.groupingBy(Said::agent, TreeMap::new, Collectors.toList()))
                    .values()
                    .stream()
                    .flatMap(said -> voices(said).stream())
                    .toList());
    return grouping.groups();
  }

  private static List<Voice> voices(List<Said> ofOneAgent) {
    Similarity unweighted = Similarity.over(List.of());
    List<Features> features = ofOneAgent.stream().map(one -> Features.of(one.text())).toList();
    return Clustering.of(
            matrix(features, unweighted::repetition), ONE_VOICE, ONE_VOICE, (left, right) -> true)
        .stream()
        .map(members -> Voice.of(members.stream().map(ofOneAgent::get).toList()))
        .toList();
  }

  private List<List<Said>> groups() {
    Similarity measure =
        Similarity.over(voices.stream().map(voice -> Features.union(voice.features())).toList());
    return Clustering.of(
            matrix(voices, (one, other) -> one.likeness(other, measure)),
            Similarity.SAME,
            Similarity.SAME * JOIN_SHARE,
            this::mayJoin)
        .stream()
        .map(members -> members.stream().flatMap(i -> voices.get(i).said().stream()).toList())
        .toList();
  }

  /** Points that one agent tells apart stay apart; what it endorses may lie beside its own. */
  private boolean mayJoin(List<Integer> left, List<Integer> right) {
    return Collections.disjoint(owners(left), owners(right));
  }

  private Set<String> owners(List<Integer> group) {
    return group.stream()
        .map(voices::get)
        .filter(Voice::own)
        .map(Voice::agent)
        .collect(Collectors.toSet());
  }

  private static <T> double[][] matrix(List<T> all, ToDoubleBiFunction<T, T> measure) {
    double[][] matrix = new double[all.size()][all.size()];
    for (int i = 0; i < matrix.length; i++) {
      for (int j = i + 1; j < matrix.length; j++) {
        matrix[i][j] = measure.applyAsDouble(all.get(i), all.get(j));
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }
}

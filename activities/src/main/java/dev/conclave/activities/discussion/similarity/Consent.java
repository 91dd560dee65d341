package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.words.Words;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Whether two sentences of one group can be counted as saying the same; docs/discussion.md, section
 * 4. To lie at one place and to name one thing is not enough: their words must. Where that is in
 * doubt the answer is no.
 */
public final class Consent {
  /** Share of words from which on two sentences say the same; all words weigh alike here. */
  static final double SAID_ALIKE = 0.35;

  /** The same for two that cite one line or its neighbour: of so little, less is to be said. */
  static final double SAID_ALIKE_OF_A_LINE = 0.25;

  /** The same for two of which each cites another passage. */
  static final double SAID_ALIKE_ELSEWHERE = 0.6;

  private static final int NEIGHBOUR = 1;

  private static final Similarity ALIKE = Similarity.over(List.of());

  private Consent() {}

  /** The caller has found that the two are about one thing and do not contradict each other. */
  public static boolean between(String one, String other) {
    Set<String> names = new HashSet<>(Words.symbols(one));
    names.retainAll(Words.symbols(other));
    double least = least(Citations.in(one), Citations.in(other));
    return ALIKE.between(words(one, names), words(other, names)) >= least;
  }

  private static double least(List<CodeLocation> here, List<CodeLocation> there) {
    if (here.isEmpty() || there.isEmpty()) {
      return SAID_ALIKE;
    }
    int apart =
        here.stream()
            .flatMap(place -> there.stream().map(its -> apart(place, its)))
            .min(Comparator.naturalOrder())
            .orElseThrow();
    if (apart <= NEIGHBOUR) {
      return SAID_ALIKE_OF_A_LINE;
    }
    return apart <= Similarity.NEAR_LINES ? SAID_ALIKE : SAID_ALIKE_ELSEWHERE;
  }

  private static int apart(CodeLocation place, CodeLocation other) {
    return place.file().equals(other.file())
        ? Math.abs(place.line() - other.line())
        : Integer.MAX_VALUE;
  }

  /** Places, and names of code that both have, say what it is about and not what is said of it. */
  private static Features words(String sentence, Set<String> names) {
    return new Features(Features.of(Words.without(sentence, names)).terms(), Set.of(), Set.of());
  }
}

package dev.conclave.activities.discussion.ranking;

import dev.conclave.activities.discussion.similarity.Alike;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Unites lists of sentences without repeats, reworded ones included. */
final class Distinct {
  /** From here on one sentence repeats another; higher than for findings, which are longer. */
  static final double REPEATED = 0.5;

  private Distinct() {}

  static List<String> of(Collection<String> sentences) {
    Alike alike = Alike.over(List.of());
    List<String> kept = new ArrayList<>();
    for (String sentence : sentences) {
      if (!sentence.isBlank()
          && kept.stream()
              .noneMatch(one -> one.equals(sentence) || alike.between(one, sentence) >= REPEATED)) {
        kept.add(sentence);
      }
    }
    return List.copyOf(kept);
  }
}

package dev.conclave.activities.discussion.similarity;

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

  private static final Similarity ALIKE = Similarity.over(List.of());

  private Consent() {}

  /** The caller has found that the two are about one thing and do not contradict each other. */
  public static boolean between(String one, String other) {
    Set<String> names = new HashSet<>(Words.symbols(one));
    names.retainAll(Words.symbols(other));
    return ALIKE.between(words(one, names), words(other, names)) >= SAID_ALIKE;
  }

  /** Places, and names of code that both have, say what it is about and not what is said of it. */
  private static Features words(String sentence, Set<String> names) {
    return new Features(Features.of(Words.without(sentence, names)).terms(), Set.of(), Set.of());
  }
}

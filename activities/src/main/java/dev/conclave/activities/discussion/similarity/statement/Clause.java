package dev.conclave.activities.discussion.similarity.statement;

import dev.conclave.activities.discussion.similarity.words.Phrases;
import dev.conclave.activities.discussion.similarity.words.Units;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A clause of a sentence and what a negation in it turns round.
 *
 * @param units its words, as {@link Units} has them
 * @param concepts all of its concepts
 * @param negated phrases that are negated, each by its concepts
 * @param negates whether it affirms nothing: there is a negation, or a condition for all it says
 */
record Clause(
    List<String> units, List<String> concepts, List<Set<String>> negated, boolean negates) {
  private static final Phrases CONDITIONS = Phrases.read("conditions.txt");
  private static final Phrases EXCLUSIVE = Phrases.read("exclusive.txt");

  static Clause of(String words) {
    List<String> units = Units.of(words);
    List<String> concepts = Units.concepts(units);
    Negations negations = new Negations(units);
    return isConditional(units, negations)
        ? new Clause(units, concepts, List.of(), true)
        : new Clause(units, concepts, negations.phrases(), negations.any());
  }

  /**
   * Whether it neither denies nor affirms for all cases: {@code cannot be read without a key},
   * {@code is read only if there is a key}.
   */
  private static boolean isConditional(List<String> units, Negations negations) {
    for (int i = 0; i < units.size(); i++) {
      int condition = CONDITIONS.at(units, i);
      if (EXCLUSIVE.at(units, i) > 0
          || (condition > 0
              && (negations.deny(0, i) || negations.deny(i + condition, units.size())))) {
        return true;
      }
    }
    return false;
  }

  /** Its concepts, each once. */
  Set<String> distinct() {
    return new TreeSet<>(concepts);
  }

  /** How a phrase stands here: 0 not at all, 1 as it is, -1 negated. */
  int standing(List<String> phrase) {
    for (int i = 0; i < units.size(); i++) {
      if (Phrases.startsAt(phrase, units, i)) {
        return new Negations(units).turn(i, i + phrase.size()) ? -1 : 1;
      }
    }
    return 0;
  }
}

package dev.conclave.activities.discussion.similarity;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A clause of a sentence and what a negation in it turns round.
 *
 * @param units its words; Chinese character by character
 * @param concepts all of its concepts
 * @param negated phrases that are negated, each by its concepts
 * @param negates whether it affirms nothing: there is a negation, or a condition for all it says
 */
record Clause(
    List<String> units, List<String> concepts, List<Set<String>> negated, boolean negates) {
  /** Words after a negation among which it looks for what it turns; characters, in Chinese. */
  private static final int REACH = 6;

  /** Words between a negation and a word that it may still turn round. */
  private static final int NEAR = 3;

  /** Negations that turn the thing behind them, and never what is done with it. */
  private static final Set<String> OF_NOUNS = Set.copyOf(Words.of("without lack lacking lacks"));

  /** Subjects that deny what is said of them: {@code nothing in it is thread safe}. */
  private static final Set<String> DENYING = Set.copyOf(Words.of("nothing nobody"));

  /** Between such a subject and what it denies. */
  private static final Set<String> VERBS = Set.copyOf(Words.of("is are was were has can gets"));

  private static final Phrases NEGATORS = Phrases.read("negators.txt");
  private static final Phrases NEGATORS_AFTER = Phrases.read("negators-after.txt");
  private static final Phrases CONDITIONS = Phrases.read("conditions.txt");
  private static final Phrases EXCLUSIVE = Phrases.read("exclusive.txt");
  private static final Phrases NO_NEGATORS = Phrases.read("no-negators.txt");

  static Clause of(String words) {
    List<String> units = units(words);
    List<Set<String>> negated = new ArrayList<>();
    boolean negates = false;
    for (int i = 0; i < units.size(); i++) {
      int after = NEGATORS_AFTER.at(units, i);
      int before = Math.max(after, negator(units, i));
      negates |= before > 0;
      if (before > 0) {
        add(next(units, i + before), negated);
      }
      if (DENYING.contains(units.get(i))) {
        add(next(units, predicate(units, i)), negated);
      }
      if (after > 0) {
        add(last(concepts(units.subList(0, i))), negated);
      }
    }
    return isConditional(units)
        ? new Clause(units, concepts(units), List.of(), true)
        : new Clause(units, concepts(units), negated, negates);
  }

  /**
   * Whether it neither denies nor affirms for all cases: {@code cannot be read without a key},
   * {@code is read only if there is a key}.
   */
  private static boolean isConditional(List<String> units) {
    for (int i = 0; i < units.size(); i++) {
      int condition = CONDITIONS.at(units, i);
      if (EXCLUSIVE.at(units, i) > 0
          || (condition > 0
              && (denies(units, 0, i) || denies(units, i + condition, units.size())))) {
        return true;
      }
    }
    return false;
  }

  private static boolean denies(List<String> units, int from, int to) {
    for (int i = from; i < to; i++) {
      if (NEGATORS.at(units, i) > 0 && !OF_NOUNS.contains(units.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static void add(List<String> phrase, List<Set<String>> negated) {
    if (!phrase.isEmpty()) {
      negated.add(new TreeSet<>(phrase));
    }
  }

  /**
   * What a negation before it turns: its words up to the next small one, for {@code no tenant check
   * in} denies the check and not the tenant; in Chinese, which has no such bounds, one concept.
   */
  private static List<String> next(List<String> units, int from) {
    int until = Math.min(units.size(), from + REACH);
    int start = start(units, from);
    if (start < until && Concepts.isHan(units.get(start).codePointAt(0))) {
      return concepts(units.subList(from, until)).stream().limit(1).toList();
    }
    return concepts(units.subList(start, end(units, from)));
  }

  /** Where what is said of a subject begins: behind its verb; the end without one. */
  private static int predicate(List<String> units, int subject) {
    int at = subject;
    while (at < units.size() && !VERBS.contains(units.get(at))) {
      at++;
    }
    return Math.min(units.size(), at + 1);
  }

  /** Where what a negation turns begins: behind small words. */
  private static int start(List<String> units, int from) {
    int until = Math.min(units.size(), from + REACH);
    int start = from;
    while (start < until && concepts(units.subList(start, start + 1)).isEmpty()) {
      start++;
    }
    return start;
  }

  /** Where it ends: at the next small word. */
  private static int end(List<String> units, int from) {
    int until = Math.min(units.size(), from + REACH);
    int end = start(units, from);
    while (end < until && isWord(units.get(end))) {
      end++;
    }
    return end;
  }

  private static boolean isWord(String unit) {
    return !Concepts.isStop(unit) && !Concepts.isHan(unit.codePointAt(0));
  }

  private static List<String> last(List<String> concepts) {
    return concepts.subList(Math.max(0, concepts.size() - 1), concepts.size());
  }

  /** Its concepts, each once. */
  Set<String> distinct() {
    return new TreeSet<>(concepts);
  }

  /** How a phrase stands here: 0 not at all, 1 as it is, -1 negated. */
  int standing(List<String> phrase) {
    for (int i = 0; i < units.size(); i++) {
      if (Phrases.startsAt(phrase, units, i)) {
        return isNegated(i, i + phrase.size()) ? -1 : 1;
      }
    }
    return 0;
  }

  private boolean isNegated(int from, int to) {
    if (units.subList(0, from).stream().anyMatch(DENYING::contains)
        && units.subList(0, from).stream().anyMatch(VERBS::contains)) {
      return true;
    }
    for (int i = Math.max(0, from - NEAR); i < from; i++) {
      int length = negator(units, i);
      // What comes without items and is refused, is refused.
      if (length > 0 && (!OF_NOUNS.contains(units.get(i)) || from < end(units, i + length))) {
        return true;
      }
    }
    if (to < units.size() && units.get(to).equals("no")) {
      return true; // "needs no lock"
    }
    for (int i = to; i < Math.min(units.size(), to + NEAR + 1); i++) {
      if (NEGATORS_AFTER.at(units, i) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Words of a text; Chinese character by character. */
  static List<String> units(String text) {
    List<String> units = new ArrayList<>();
    for (String word : Words.of(text)) {
      if (Concepts.isHan(word.codePointAt(0))) {
        word.codePoints().mapToObj(Character::toString).forEach(units::add);
      } else {
        units.add(word);
      }
    }
    return units;
  }

  /** Concepts of units, runs of Chinese put together again. */
  static List<String> concepts(List<String> units) {
    List<String> words = new ArrayList<>();
    for (String unit : units) {
      int last = words.size() - 1;
      boolean han = Concepts.isHan(unit.codePointAt(0));
      if (han && last >= 0 && Concepts.isHan(words.get(last).codePointAt(0))) {
        words.set(last, words.get(last) + unit);
      } else {
        words.add(unit);
      }
    }
    return Concepts.of(words);
  }

  private static int negator(List<String> units, int at) {
    return NO_NEGATORS.at(units, at) > 0 ? 0 : NEGATORS.at(units, at);
  }
}

package dev.conclave.activities.discussion.similarity.statement;

import dev.conclave.activities.discussion.similarity.words.Concepts;
import dev.conclave.activities.discussion.similarity.words.Phrases;
import dev.conclave.activities.discussion.similarity.words.Units;
import dev.conclave.activities.discussion.similarity.words.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The negations of a clause, and what each turns round.
 *
 * @param units of the clause, as {@link Units} has them
 */
record Negations(List<String> units) {
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
  private static final Phrases NO_NEGATORS = Phrases.read("no-negators.txt");

  /** Whether there is one that stands before or behind what it turns. */
  boolean any() {
    for (int i = 0; i < units.size(); i++) {
      if (length(i) > 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether something is denied of a verb there; to be without a thing is no denial. */
  boolean deny(int from, int to) {
    for (int i = from; i < to; i++) {
      if (NEGATORS.at(units, i) > 0 && !OF_NOUNS.contains(units.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** The phrases that are negated, each by its concepts. */
  List<Set<String>> phrases() {
    List<Set<String>> negated = new ArrayList<>();
    for (int i = 0; i < units.size(); i++) {
      if (length(i) > 0) {
        add(next(i + length(i)), negated);
      }
      if (DENYING.contains(units.get(i))) {
        add(next(predicate(i)), negated);
      }
      if (NEGATORS_AFTER.at(units, i) > 0) {
        add(last(Units.concepts(units.subList(0, i))), negated);
      }
    }
    return negated;
  }

  /** Whether they turn the phrase that stands there. */
  boolean turn(int from, int to) {
    if (units.subList(0, from).stream().anyMatch(DENYING::contains)
        && units.subList(0, from).stream().anyMatch(VERBS::contains)) {
      return true;
    }
    for (int i = Math.max(0, from - NEAR); i < from; i++) {
      int length = lengthBefore(i);
      // What comes without items and is refused, is refused.
      if (length > 0 && (!OF_NOUNS.contains(units.get(i)) || from < end(i + length))) {
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

  /** Of the negation that begins there; 0 when none does. */
  private int length(int at) {
    return Math.max(NEGATORS_AFTER.at(units, at), lengthBefore(at));
  }

  /** Of one that stands before what it turns. */
  private int lengthBefore(int at) {
    return NO_NEGATORS.at(units, at) > 0 ? 0 : NEGATORS.at(units, at);
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
  private List<String> next(int from) {
    int until = Math.min(units.size(), from + REACH);
    int start = start(from);
    if (start < until && Concepts.isHan(units.get(start).codePointAt(0))) {
      return Units.concepts(units.subList(from, until)).stream().limit(1).toList();
    }
    return Units.concepts(units.subList(start, end(from)));
  }

  /** Where what is said of a subject begins: behind its verb; the end without one. */
  private int predicate(int subject) {
    int at = subject;
    while (at < units.size() && !VERBS.contains(units.get(at))) {
      at++;
    }
    return Math.min(units.size(), at + 1);
  }

  /** Where what a negation turns begins: behind small words. */
  private int start(int from) {
    int until = Math.min(units.size(), from + REACH);
    int start = from;
    while (start < until && Units.concepts(units.subList(start, start + 1)).isEmpty()) {
      start++;
    }
    return start;
  }

  /** Where it ends: at the next small word. */
  private int end(int from) {
    int until = Math.min(units.size(), from + REACH);
    int end = start(from);
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
}

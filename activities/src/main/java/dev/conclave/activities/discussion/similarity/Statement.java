package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** A sentence as polarity sees it: its concepts, and which of them a negation turns round. */
final class Statement {
  /** Words after a negation among which it looks for the one it turns; characters, in Chinese. */
  private static final int REACH = 6;

  private static final Pattern CONTRACTION = Pattern.compile("(?i)n['’]t\\b");
  private static final Pattern CLAUSE =
      Pattern.compile(
          "[,.;:!?()，。；：！？（）、—–]+(?=\\s|$|\\p{IsHan})|\\s-\\s|[，。；：！？（）]|\\s(?:but|while|whereas|although)\\s|但是|但|而且");
  private static final List<List<String>> NEGATORS = phrases("negators.txt");
  private static final List<List<String>> NEGATORS_AFTER = phrases("negators-after.txt");
  private static final List<List<String>> NO_NEGATORS = phrases("no-negators.txt");

  private final List<List<String>> clauses;
  private final Set<String> units = new HashSet<>();
  private final Set<String> concepts = new TreeSet<>();
  private final Set<String> negated = new TreeSet<>();
  private final Set<String> affirmed = new TreeSet<>();

  private final Set<CodeLocation> places;

  Statement(String sentence) {
    this.places = Set.copyOf(Citations.in(sentence));
    String words = CONTRACTION.matcher(Citations.without(sentence)).replaceAll(" not");
    this.clauses = CLAUSE.splitAsStream(words).map(Statement::units).toList();
    clauses.forEach(units::addAll);
    for (List<String> clause : clauses) {
      boolean negates = false;
      for (int i = 0; i < clause.size(); i++) {
        negates |= negate(clause, i);
      }
      concepts.addAll(concepts(clause));
      if (!negates) {
        affirmed.addAll(concepts(clause));
      }
    }
    affirmed.removeAll(negated);
  }

  /** All concepts. */
  Set<String> concepts() {
    return concepts;
  }

  /** Those turned round. */
  Set<String> negated() {
    return negated;
  }

  /** Those of clauses that negate nothing. */
  Set<String> affirmed() {
    return affirmed;
  }

  /** Whether the two cite one and the same line. */
  boolean citesWith(Statement other) {
    return places.stream().anyMatch(other.places::contains);
  }

  /** How a phrase stands here: 0 not at all, 1 as it is, -1 negated. */
  int standing(List<String> phrase) {
    if (!units.contains(phrase.get(0))) {
      return 0;
    }
    for (List<String> clause : clauses) {
      for (int i = 0; i < clause.size(); i++) {
        if (startsWith(clause, i, phrase)) {
          return negatedBefore(clause, i) ? -1 : 1;
        }
      }
    }
    return 0;
  }

  private static boolean negatedBefore(List<String> clause, int at) {
    int from = Math.max(0, at - 3);
    for (int i = from; i < at; i++) {
      if (length(NEGATORS, clause, i) > 0 && length(NO_NEGATORS, clause, i) == 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether a negation stands there; what it turns round is noted. */
  private boolean negate(List<String> clause, int at) {
    int length = length(NO_NEGATORS, clause, at) > 0 ? 0 : length(NEGATORS, clause, at);
    if (length > 0) {
      after(clause, at + length).stream().limit(1).forEach(negated::add);
    }
    int after = length(NEGATORS_AFTER, clause, at);
    if (after > 0) {
      after(clause, at + after).stream().limit(1).forEach(negated::add);
      List<String> before = concepts(clause.subList(0, at));
      if (!before.isEmpty()) {
        negated.add(before.get(before.size() - 1));
      }
    }
    return length > 0 || after > 0;
  }

  private static List<String> after(List<String> clause, int from) {
    return concepts(clause.subList(from, Math.min(clause.size(), from + REACH)));
  }

  /** Words of a clause; Chinese character by character. */
  static List<String> units(String clause) {
    List<String> units = new ArrayList<>();
    for (String word : Words.of(clause)) {
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

  private static List<List<String>> phrases(String name) {
    return Lexicon.read(name).stream().flatMap(List::stream).map(Statement::units).toList();
  }

  /** Length of the longest of the phrases that begins there; 0 when none does. */
  private static int length(List<List<String>> phrases, List<String> clause, int at) {
    int longest = 0;
    for (List<String> phrase : phrases) {
      if (phrase.size() > longest && startsWith(clause, at, phrase)) {
        longest = phrase.size();
      }
    }
    return longest;
  }

  private static boolean startsWith(List<String> clause, int at, List<String> phrase) {
    int end = at + phrase.size();
    return end <= clause.size() && clause.subList(at, end).equals(phrase);
  }
}

package dev.conclave.activities.discussion.similarity.statement;

import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A sentence as polarity sees it: its clauses, and what it negates and affirms. */
final class Statement {
  private static final Pattern CONTRACTION = Pattern.compile("(?i)n['’]t\\b");

  /** The value of some languages; the pronoun begins a sentence or goes with "of". */
  private static final Pattern NONE = Pattern.compile("(?<=\\S\\s)None\\b(?!\\s+of\\b)");

  private static final Pattern CLAUSE =
      Pattern.compile(
          "[,.;:!?()，。；：！？（）、—–]+(?=\\s|$|\\p{IsHan})|\\s-\\s|[，。；：！？（）]|\\s(?:but|while|whereas|although)\\s|但是|但|而且");

  /** What follows is no part of what is denied or affirmed before it. */
  private static final Pattern REASON = Pattern.compile("(?<!\\bonly)\\s(?:when|because)\\s");

  private final List<Clause> clauses;
  private final List<Clause> parts;
  private final Set<String> negated = new TreeSet<>();
  private final Set<String> affirmed = new TreeSet<>();
  private final Set<CodeLocation> places;

  private final Optional<Sequence> sequence;

  Statement(String sentence) {
    this.sequence = Sequence.in(sentence);
    this.places = Set.copyOf(Citations.in(sentence));
    String words = CONTRACTION.matcher(Citations.without(sentence)).replaceAll(" not");
    words = NONE.matcher(words).replaceAll("null");
    this.clauses = CLAUSE.splitAsStream(words).map(Clause::of).toList();
    this.parts =
        CLAUSE.splitAsStream(words).flatMap(REASON::splitAsStream).map(Clause::of).toList();
    for (Clause clause : parts) {
      clause.negated().forEach(negated::addAll);
      if (!clause.negates()) {
        affirmed.addAll(clause.concepts());
      }
    }
    affirmed.removeAll(negated);
    negated.removeIf(concept -> mentions(concept) > negations(concept));
  }

  /** How often it is named; what is also named without a negation is not denied. */
  private long mentions(String concept) {
    return parts.stream()
        .flatMap(clause -> clause.concepts().stream())
        .filter(concept::equals)
        .count();
  }

  private long negations(String concept) {
    return parts.stream()
        .flatMap(clause -> clause.negated().stream())
        .filter(phrase -> phrase.contains(concept))
        .count();
  }

  /** All of its words. */
  Set<String> units() {
    return clauses.stream()
        .flatMap(clause -> clause.units().stream())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The order that it tells. */
  Optional<Sequence> sequence() {
    return sequence;
  }

  List<Clause> clauses() {
    return clauses;
  }

  /** Its clauses, each without the condition or the reason that it ends in. */
  List<Clause> parts() {
    return parts;
  }

  /** Concepts that are named in negations only. */
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

  /** How a phrase stands here first: 0 not at all, 1 as it is, -1 negated. */
  int standing(List<String> phrase) {
    return clauses.stream()
        .mapToInt(clause -> clause.standing(phrase))
        .filter(standing -> standing != 0)
        .findFirst()
        .orElse(0);
  }
}

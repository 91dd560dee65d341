package dev.conclave.activities.discussion.similarity.words;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Words that cannot both hold of one thing.
 *
 * @param left phrases of one side, in {@link Units}
 * @param right those of the other
 */
public record Antonyms(List<List<String>> left, List<List<String>> right) {
  private static final List<String> PREFIXES = List.of("un", "non");

  /** Letters of a stem that a prefix turns round; shorter ones are often no stem at all. */
  private static final int LEAST_ROOT = 4;

  static final List<Antonyms> ALL =
      Lexicon.read("antonyms.txt", "\\|").stream()
          .map(entry -> new Antonyms(phrases(entry.get(0)), phrases(entry.get(1))))
          .toList();

  /** The pairs of the list, and those of a word with its negation by prefix: (un)stable. */
  public static Stream<Antonyms> between(Set<String> one, Set<String> other) {
    return Stream.of(ALL.stream(), prefixed(one, other), prefixed(other, one))
        .flatMap(pairs -> pairs);
  }

  private static Stream<Antonyms> prefixed(Set<String> bare, Set<String> negated) {
    return bare.stream()
        .filter(word -> word.length() >= LEAST_ROOT && !Concepts.isStop(word))
        .flatMap(
            word ->
                PREFIXES.stream()
                    .filter(prefix -> negated.contains(prefix + word))
                    .map(
                        prefix ->
                            new Antonyms(List.of(List.of(word)), List.of(List.of(prefix + word)))));
  }

  /** Those of both sides. */
  public Stream<List<String>> phrases() {
    return Stream.concat(left.stream(), right.stream());
  }

  private static List<List<String>> phrases(String side) {
    return Arrays.stream(side.split(",", -1)).map(String::strip).map(Units::of).toList();
  }
}

package dev.conclave.activities.discussion.similarity;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Words that cannot both hold of one thing.
 *
 * @param left phrases of one side, in units of {@link Clause}
 * @param right those of the other
 */
record Antonyms(List<List<String>> left, List<List<String>> right) {
  static final List<Antonyms> ALL =
      Lexicon.read("antonyms.txt", "\\|").stream()
          .map(entry -> new Antonyms(phrases(entry.get(0)), phrases(entry.get(1))))
          .toList();

  /** Those of both sides. */
  Stream<List<String>> phrases() {
    return Stream.concat(left.stream(), right.stream());
  }

  private static List<List<String>> phrases(String side) {
    return Arrays.stream(side.split(",", -1)).map(String::strip).map(Clause::units).toList();
  }
}

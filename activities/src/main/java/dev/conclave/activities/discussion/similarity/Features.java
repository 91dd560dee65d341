package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.words.Concepts;
import dev.conclave.activities.discussion.similarity.words.Topics;
import dev.conclave.activities.discussion.similarity.words.Words;
import dev.conclave.workflows.discussion.CodeLocation;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What of a sentence enters similarity, by hash, so that a later round can compare with it without
 * its text.
 *
 * @param terms concepts
 * @param symbols names of code
 * @param places cited files with their lines
 */
record Features(Set<Integer> terms, Set<Integer> symbols, Set<Place> places) {

  /**
   * A cited place.
   *
   * @param file hash of its path
   */
  record Place(int file, int line) implements Comparable<Place> {
    /** Whether both are of one passage. */
    boolean isNear(Place other) {
      return file == other.file && Math.abs(line - other.line) <= Similarity.NEAR_LINES;
    }

    @Override
    public int compareTo(Place other) {
      int byFile = Integer.compare(file, other.file);
      return byFile != 0 ? byFile : Integer.compare(line, other.line);
    }
  }

  static Features of(String sentence) {
    String words = withoutFileNames(sentence);
    return new Features(
        hashed(Topics.of(Concepts.of(Words.of(words)))),
        hashed(List.copyOf(Words.symbols(words))),
        Citations.in(sentence).stream()
            .map(place -> new Place(hash(place.file()), place.line()))
            .collect(Collectors.toCollection(TreeSet::new)));
  }

  /** A cited file that is named once more says where again, not what. */
  private static String withoutFileNames(String sentence) {
    String words = Citations.without(sentence);
    for (CodeLocation place : Citations.in(sentence)) {
      words = words.replace(place.file().substring(place.file().lastIndexOf('/') + 1), " ");
    }
    return words;
  }

  /** Twice the words that both have, of all they have; none when they cite different passages. */
  double overlap(Features other) {
    if (terms.isEmpty() || citesElsewhere(other)) {
      return 0;
    }
    double shared = terms.stream().filter(other.terms::contains).count();
    return 2 * shared / (terms.size() + other.terms.size());
  }

  private boolean citesElsewhere(Features other) {
    return !places.isEmpty()
        && !other.places.isEmpty()
        && places.stream().noneMatch(place -> other.places.stream().anyMatch(place::isNear));
  }

  /** These and those. */
  Features with(Features other) {
    return new Features(
        union(terms, other.terms), union(symbols, other.symbols), union(places, other.places));
  }

  private static <T extends Comparable<T>> Set<T> union(Set<T> one, Set<T> other) {
    Set<T> both = new TreeSet<>(one);
    both.addAll(other);
    return both;
  }

  private static Set<Integer> hashed(List<String> words) {
    return words.stream().map(Features::hash).collect(Collectors.toCollection(TreeSet::new));
  }

  /** 20 bits, so that a fingerprint spends four characters on a word. */
  static int hash(String word) {
    int mixed = word.hashCode() * 0x9E3779B1;
    return (mixed ^ (mixed >>> 15)) >>> 12;
  }
}

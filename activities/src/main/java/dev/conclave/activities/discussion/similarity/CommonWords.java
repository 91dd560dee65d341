package dev.conclave.activities.discussion.similarity;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The words and names of code that more than one agent of a round uses. Only they can show that two
 * agents mean one thing, and no agent changes by itself which they are. Immutable.
 */
record CommonWords(Set<Integer> terms, Set<Integer> symbols) {

  static CommonWords of(Map<Said, Features> round) {
    return new CommonWords(common(round, Features::terms), common(round, Features::symbols));
  }

  /** What stands in sentences of more than one agent. */
  static <F, T extends Comparable<T>> Set<T> common(Map<Said, F> round, Function<F, Set<T>> words) {
    Map<T, String> user = new HashMap<>();
    Set<T> common = new TreeSet<>();
    round.forEach(
        (said, features) -> {
          for (T word : words.apply(features)) {
            if (!user.computeIfAbsent(word, first -> said.agent()).equals(said.agent())) {
              common.add(word);
            }
          }
        });
    return common;
  }

  /** What of a sentence others may have meant too. */
  Features in(Features sentence) {
    return new Features(
        shared(sentence.terms(), terms), shared(sentence.symbols(), symbols), sentence.places());
  }

  private static Set<Integer> shared(Set<Integer> words, Set<Integer> common) {
    return words.stream().filter(common::contains).collect(Collectors.toCollection(TreeSet::new));
  }
}

package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.similarity.Said;
import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The sides that agents take in a group: with its first agent, or against it.
 *
 * @param cause why they are apart; absent when nobody contradicts
 * @param of 1 or 2 by agent
 * @param words by agent, the statement with which it contradicts; absent for one that does not
 */
record Sides(Optional<String> cause, Map<String, Integer> of, Map<String, String> words) {

  static Sides of(List<Said> group, Set<String> voters, Contradictions contradictions) {
    List<Said> voices =
        group.stream().filter(said -> said.own() && voters.contains(said.agent())).toList();
    Map<String, Integer> sides = new LinkedHashMap<>();
    Map<String, String> words = new LinkedHashMap<>();
    group.stream().map(Said::agent).distinct().forEach(agent -> sides.put(agent, 1));
    Optional<String> cause = Optional.empty();
    for (int i = 0; i < voices.size(); i++) {
      for (int j = i + 1; j < voices.size(); j++) {
        Said one = voices.get(i);
        Said other = voices.get(j);
        Optional<String> found = contradiction(one, other, contradictions);
        int side = sides.getOrDefault(one.agent(), 1);
        if (found.isPresent() && side == sides.getOrDefault(other.agent(), 1)) {
          sides.put(other.agent(), 3 - side);
        }
        if (found.isPresent()) {
          words.putIfAbsent(one.agent(), one.text());
          words.putIfAbsent(other.agent(), other.text());
          cause = cause.or(() -> found);
        }
      }
    }
    return new Sides(cause, sides, words);
  }

  private static Optional<String> contradiction(
      Said one, Said other, Contradictions contradictions) {
    return one.agent().equals(other.agent())
        ? Optional.empty()
        : contradictions.between(one.text(), other.text());
  }
}

package dev.conclave.activities.discussion.verification;

import dev.conclave.activities.discussion.CitedPlace;
import dev.conclave.activities.discussion.evidence.Citations;
import dev.conclave.activities.discussion.similarity.Said;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToIntFunction;

/** Turns the sentences of a group into one position per agent, each with its evidence. */
final class Positions {
  private record Key(String agent, String claim, String file, int line) {}

  private final Map<Key, Evidence> verdicts = new HashMap<>();
  private final ToIntFunction<String> standing;

  /**
   * Reads the verdicts.
   *
   * @param standing of an agent: the words of the lowest are those of a group
   */
  Positions(Collection<CitedPlace> evidence, ToIntFunction<String> standing) {
    this.standing = standing;
    evidence.forEach(
        place ->
            verdicts.put(
                new Key(place.agent(), place.claim(), place.file(), place.line()),
                place.verdict()));
  }

  /** One position per agent: its clearest words, and what all of its sentences here cite. */
  List<Position> of(List<Said> group, Map<String, String> words) {
    Map<String, List<Said>> byAgent = new LinkedHashMap<>();
    group.forEach(said -> byAgent.computeIfAbsent(said.agent(), a -> new ArrayList<>()).add(said));
    List<Position> positions = new ArrayList<>();
    byAgent.forEach(
        (agent, said) ->
            positions.add(
                new Position(
                    agent, words.getOrDefault(agent, clearest(said).text()), evidence(said))));
    return positions;
  }

  /**
   * Whether a sentence rests on nothing: it cites places, and none of their files is in the tree.
   */
  boolean unfounded(Said said) {
    List<CheckedLocation> places = evidence(List.of(said));
    return !places.isEmpty()
        && places.stream().allMatch(place -> place.verdict() == Evidence.MISSING);
  }

  /**
   * The sentence with most verified evidence, then the shortest; one's own before an assent, before
   * both a voter's before a template's, and before all none that rests on nothing.
   */
  Said clearest(List<Said> group) {
    return group.stream()
        .min(
            Comparator.comparing(this::unfounded)
                .thenComparing((Said said) -> standing.applyAsInt(said.agent()))
                .thenComparing(said -> !said.own())
                .thenComparing(said -> -verified(said))
                .thenComparing(said -> said.text().length())
                .thenComparing(said -> said))
        .orElseThrow();
  }

  private long verified(Said said) {
    return evidence(List.of(said)).stream().filter(e -> e.verdict() == Evidence.VERIFIED).count();
  }

  private List<CheckedLocation> evidence(List<Said> sentences) {
    Set<CheckedLocation> places = new LinkedHashSet<>();
    for (Said said : sentences) {
      String claim = Citations.without(said.text());
      for (CodeLocation place : Citations.in(said.text())) {
        Key key = new Key(said.agent(), claim, place.file(), place.line());
        Evidence verdict = verdicts.get(key);
        if (verdict != null) {
          places.add(new CheckedLocation(place.file(), place.line(), verdict));
        }
      }
    }
    return List.copyOf(places);
  }
}

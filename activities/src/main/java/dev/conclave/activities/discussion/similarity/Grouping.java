package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.discussion.similarity.statement.Contradictions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Puts the sentences of a round that are about one thing into one group; docs/discussion.md,
 * section 4, which also says why nobody gains by telling a point in parts. First the voices that
 * belong together are found by common words, then those stay that are alike in all words. The
 * outcome does not depend on the order of agents or sentences.
 */
public final class Grouping {
  /** From here on two voices belong together by their common words, if nothing lies closer. */
  static final double TOGETHER = 0.4;

  /** Two groups join when the mean similarity between them is at least this share of the least. */
  static final double JOIN_SHARE = 0.8;

  private final Map<Said, Features> round = new TreeMap<>();
  private final List<Voice> voices;
  private final Similarity measure;
  private final Contradictions contradictions = new Contradictions();

  private Grouping(Collection<Said> round) {
    round.forEach(this::features);
    this.voices = Voice.of(this.round, CommonWords.of(this.round));
    this.measure = Similarity.over(voices.stream().map(Voice::words).toList());
  }

  /** The groups, those that begin with the first agent's first sentence first. */
  public static List<List<Said>> of(Collection<Said> round) {
    Grouping grouping = new Grouping(round);
    return Clustering.of(
            grouping.voices,
            (one, other) -> one.likeness(other, grouping.measure::between),
            TOGETHER,
            TOGETHER * JOIN_SHARE,
            Grouping::mayJoin)
        .stream()
        .flatMap(grouping::held)
        .map(group -> group.stream().sorted().toList())
        .sorted(Comparator.comparing(group -> group.get(0)))
        .toList();
  }

  /** What an agent tells apart stays apart; what it endorses may lie beside its own words. */
  private static boolean mayJoin(List<Voice> left, List<Voice> right) {
    return Collections.disjoint(owners(left), owners(right));
  }

  private static Set<String> owners(List<Voice> group) {
    return group.stream().filter(Voice::own).map(Voice::agent).collect(Collectors.toSet());
  }

  /**
   * The parts of a group that hold together when all words count. No agent is in two of them, so at
   * most one of them can have every agent's vote.
   */
  private Stream<List<Said>> held(List<Voice> group) {
    Map<String, List<Said>> agents = new TreeMap<>();
    group.forEach(
        voice ->
            agents.computeIfAbsent(voice.agent(), agent -> new ArrayList<>()).addAll(voice.said()));
    List<List<Said>> parts = new ArrayList<>();
    for (List<Said> agent : agents.values()) {
      List<Said> part = new ArrayList<>(agent);
      List<List<Said>> others = new ArrayList<>();
      for (List<Said> known : parts) {
        if (linked(known, agent)) {
          part.addAll(known);
        } else {
          others.add(known);
        }
      }
      others.add(part);
      parts = others;
    }
    return parts.stream().flatMap(part -> isOfOne(part) ? leads(part) : Stream.of(part));
  }

  private static boolean isOfOne(List<Said> part) {
    return part.stream().map(Said::agent).distinct().count() == 1;
  }

  private boolean linked(List<Said> one, List<Said> other) {
    return one.stream().anyMatch(said -> other.stream().anyMatch(its -> linked(said, its)));
  }

  /** Whether two agents' sentences are about the same thing, be it that they contradict. */
  private boolean linked(Said one, Said other) {
    return alike(one, other) >= Similarity.SAME
        || (one.own()
            && other.own()
            && contradictions.between(one.text(), other.text()).isPresent());
  }

  private double alike(Said one, Said other) {
    return measure.between(features(one), features(other));
  }

  private Features features(Said said) {
    return round.computeIfAbsent(said, read -> Features.of(read.text()));
  }

  /** What nobody else speaks of is told apart by all of its words. */
  private Stream<List<Said>> leads(List<Said> ofOneAgent) {
    return Clustering.of(
        List.copyOf(new TreeSet<>(ofOneAgent)),
        this::alike,
        Similarity.SAME,
        Similarity.SAME * JOIN_SHARE,
        (left, right) -> true)
        .stream();
  }
}

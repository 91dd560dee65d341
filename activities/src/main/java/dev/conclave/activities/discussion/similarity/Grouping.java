package dev.conclave.activities.discussion.similarity;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Puts the sentences of a round that are about one thing into one group: the most similar first, as
 * long as the groups that join are alike on average; docs/discussion.md, section 4. The outcome
 * does not depend on the order of agents or sentences.
 */
public final class Grouping {
  /** Two groups join when the mean similarity between them is at least this share of the least. */
  static final double JOIN_SHARE = 0.8;

  private record Pair(int one, int other, double similarity) {}

  private final List<Said> said;
  private final double[][] similarity;
  private final int[] groupOf;
  private final Map<Integer, List<Integer>> groups = new HashMap<>();

  private Grouping(Collection<Said> round) {
    this.said = List.copyOf(new TreeSet<>(round));
    this.similarity = new double[said.size()][said.size()];
    this.groupOf = new int[said.size()];
    for (int i = 0; i < said.size(); i++) {
      groupOf[i] = i;
      groups.put(i, new ArrayList<>(List.of(i)));
    }
  }

  /** The groups, those that begin with the first agent's first sentence first. */
  public static List<List<Said>> of(Collection<Said> round) {
    Grouping grouping = new Grouping(round);
    grouping.join();
    return grouping.result();
  }

  private void join() {
    List<Features> features = said.stream().map(one -> Features.of(one.text())).toList();
    List<Features> voices = voices(features);
    Similarity measure = Similarity.over(voices);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < said.size(); i++) {
      for (int j = i + 1; j < said.size(); j++) {
        double alike = measure.between(features.get(i), features.get(j));
        similarity[i][j] = alike;
        similarity[j][i] = alike;
        if (alike >= Similarity.SAME) {
          pairs.add(new Pair(i, j, alike));
        }
      }
    }
    pairs.sort(Comparator.comparing(Pair::similarity).reversed());
    pairs.forEach(pair -> join(groupOf[pair.one], groupOf[pair.other]));
  }

  /**
   * What an agent says several times counts as one sentence when words are weighed, so that saying
   * a thing again changes no weight.
   */
  private List<Features> voices(List<Features> features) {
    Similarity unweighted = Similarity.over(List.of());
    List<Features> voices = new ArrayList<>();
    Set<Integer> taken = new HashSet<>();
    for (int i = 0; i < said.size(); i++) {
      if (!taken.add(i)) {
        continue;
      }
      Features voice = features.get(i);
      for (int j = i + 1; j < said.size(); j++) {
        boolean sameAgent = said.get(i).agent().equals(said.get(j).agent());
        if (sameAgent
            && !taken.contains(j)
            && unweighted.between(features.get(i), features.get(j)) >= Similarity.SAME) {
          taken.add(j);
          voice = voice.with(features.get(j));
        }
      }
      voices.add(voice);
    }
    return voices;
  }

  private void join(int one, int other) {
    if (one == other || mean(one, other) < Similarity.SAME * JOIN_SHARE) {
      return;
    }
    List<Integer> joining = List.copyOf(groups.getOrDefault(other, List.of()));
    joining.forEach(member -> groupOf[member] = one);
    groups.getOrDefault(one, new ArrayList<>()).addAll(joining);
    groups.remove(other);
  }

  private double mean(int one, int other) {
    List<Integer> left = groups.getOrDefault(one, List.of());
    List<Integer> right = groups.getOrDefault(other, List.of());
    double sum = 0;
    for (int i : left) {
      for (int j : right) {
        sum += similarity[i][j];
      }
    }
    return sum / Math.max(1, left.size() * right.size());
  }

  private List<List<Said>> result() {
    Set<Integer> order = new LinkedHashSet<>();
    for (int group : groupOf) {
      order.add(group);
    }
    List<List<Said>> result = new ArrayList<>();
    for (int group : order) {
      List<Integer> members = new ArrayList<>(groups.getOrDefault(group, List.of()));
      Collections.sort(members);
      result.add(members.stream().map(said::get).toList());
    }
    return result;
  }
}

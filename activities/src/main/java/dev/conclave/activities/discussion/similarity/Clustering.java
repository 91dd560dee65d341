package dev.conclave.activities.discussion.similarity;

import dev.conclave.activities.Passing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleBiFunction;

/**
 * Joins what is most alike first, as long as the groups that join are alike on average. Given the
 * same order it always gives the same groups.
 */
public final class Clustering {
  private record Pair(int one, int other, double similarity) {}

  private final double[][] similarity;
  private final List<List<Integer>> groups = new ArrayList<>();
  private final int[] groupOf;

  private Clustering(double[][] similarity) {
    this.similarity = similarity;
    this.groupOf = new int[similarity.length];
    for (int i = 0; i < similarity.length; i++) {
      groupOf[i] = i;
      groups.add(new ArrayList<>(List.of(i)));
    }
  }

  /**
   * Groups things by a symmetric measure.
   *
   * @param least similarity of a pair from which it brings its groups together
   * @param leastMean mean similarity between two groups that may join
   * @param mayJoin whether two groups may become one
   */
  public static <T> List<List<T>> of(
      List<T> things,
      ToDoubleBiFunction<T, T> measure,
      double least,
      double leastMean,
      BiPredicate<List<T>, List<T>> mayJoin) {
    Clustering clustering = new Clustering(matrix(things, measure));
    for (Pair pair : clustering.pairs(least)) {
      clustering.join(
          clustering.groupOf[pair.one],
          clustering.groupOf[pair.other],
          leastMean,
          (left, right) -> mayJoin.test(members(left, things), members(right, things)));
    }
    return clustering.result().stream().map(group -> members(group, things)).toList();
  }

  private static <T> double[][] matrix(List<T> things, ToDoubleBiFunction<T, T> measure) {
    double[][] matrix = new double[things.size()][things.size()];
    for (int i = 0; i < matrix.length; i++) {
      Passing.requireWanted();
      for (int j = i + 1; j < matrix.length; j++) {
        matrix[i][j] = measure.applyAsDouble(things.get(i), things.get(j));
        matrix[j][i] = matrix[i][j];
      }
    }
    return matrix;
  }

  private static <T> List<T> members(List<Integer> group, List<T> things) {
    return group.stream().map(things::get).toList();
  }

  private List<Pair> pairs(double least) {
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < similarity.length; i++) {
      for (int j = i + 1; j < similarity.length; j++) {
        if (similarity[i][j] >= least) {
          pairs.add(new Pair(i, j, similarity[i][j]));
        }
      }
    }
    pairs.sort(Comparator.comparing(Pair::similarity).reversed());
    return pairs;
  }

  private void join(
      int one, int other, double leastMean, BiPredicate<List<Integer>, List<Integer>> mayJoin) {
    List<Integer> left = groups.get(one);
    List<Integer> right = groups.get(other);
    if (one != other && mean(left, right) >= leastMean && mayJoin.test(left, right)) {
      left.addAll(right);
      right.forEach(member -> groupOf[member] = one);
    }
  }

  private double mean(List<Integer> left, List<Integer> right) {
    double sum = 0;
    for (int i : left) {
      for (int j : right) {
        sum += similarity[i][j];
      }
    }
    return sum / (left.size() * right.size());
  }

  private List<List<Integer>> result() {
    Set<Integer> order = new LinkedHashSet<>();
    for (int group : groupOf) {
      order.add(group);
    }
    List<List<Integer>> result = new ArrayList<>();
    for (int group : order) {
      List<Integer> members = new ArrayList<>(groups.get(group));
      Collections.sort(members);
      result.add(members);
    }
    return result;
  }
}

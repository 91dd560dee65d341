package dev.conclave.activities.search;

import dev.conclave.activities.search.CommitLog.Commit;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.index.Vocabulary;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * What past commits say of the files of today: renames are followed, commits over {@value
 * #MOST_FILES} files left out, and age counts back from the newest commit, so that the same tree
 * always ranks the same. Immutable.
 */
public final class History {
  /** Commits that changed more files say nothing of any of them. */
  public static final int MOST_FILES = 30;

  private static final double SECONDS_A_DAY = TimeUnit.DAYS.toSeconds(1);

  private final List<Past> commits;
  private final Map<String, List<Integer>> postings = new HashMap<>();
  private final Map<String, List<Integer>> byFile = new LinkedHashMap<>();
  private final long newest;

  /** A commit with its files as they are named today. */
  private record Past(Commit commit, List<String> files, Set<String> terms) {}

  private History(List<Past> commits) {
    this.commits = commits;
    this.newest = commits.stream().mapToLong(p -> p.commit.time()).max().orElse(0);
    for (int i = 0; i < commits.size(); i++) {
      for (String term : commits.get(i).terms) {
        postings.computeIfAbsent(term, t -> new ArrayList<>()).add(i);
      }
      for (String file : commits.get(i).files) {
        byFile.computeIfAbsent(file, f -> new ArrayList<>()).add(i);
      }
    }
  }

  /** Of commits, newest first. */
  public static History of(List<Commit> commits) {
    Map<String, String> today = new HashMap<>();
    List<Past> past = new ArrayList<>();
    for (Commit commit : commits) {
      List<String> files = new ArrayList<>();
      Map<String, String> renamed = new HashMap<>();
      for (Commit.Change change : commit.changes()) {
        String now = today.getOrDefault(change.path(), change.path());
        files.add(now);
        if (change.isRename()) {
          renamed.put(change.before(), now);
        }
      }
      today.putAll(renamed);
      if (!files.isEmpty() && files.size() <= MOST_FILES) {
        past.add(new Past(commit, List.copyOf(files), terms(commit.message())));
      }
    }
    return new History(past);
  }

  /** Of a tree without Git. */
  public static History none() {
    return new History(List.of());
  }

  /**
   * How much the messages of a file's commits speak of a term, by file: each commit counts
   * 1/√files, half as much for every {@code halfLifeDays} of age.
   */
  public Map<String, Double> spokenOf(String term, double halfLifeDays) {
    Map<String, Double> spoken = new HashMap<>();
    for (int i : postings.getOrDefault(term, List.of())) {
      Past past = commits.get(i);
      double weight = decay(past.commit, halfLifeDays) / Math.sqrt(past.files.size());
      past.files.forEach(file -> spoken.merge(file, weight, Double::sum));
    }
    return spoken;
  }

  /**
   * The commits whose messages are nearest to weighted terms, best first: cosine over terms
   * weighted by how rare they are.
   */
  public List<Neighbour> neighbours(Map<String, Double> terms, int most) {
    Map<Integer, Double> dots = new HashMap<>();
    double queryNorm = 0;
    for (Map.Entry<String, Double> term : terms.entrySet()) {
      double idf = idf(term.getKey());
      queryNorm += Math.pow(term.getValue() * idf, 2);
      for (int i : postings.getOrDefault(term.getKey(), List.of())) {
        dots.merge(i, term.getValue() * idf * idf, Double::sum);
      }
    }
    double norm = Math.sqrt(queryNorm);
    List<Neighbour> neighbours = new ArrayList<>();
    dots.forEach(
        (i, dot) -> {
          Past past = commits.get(i);
          double similarity = dot / (norm * norm(past));
          neighbours.add(new Neighbour(past.commit, past.files, similarity));
        });
    neighbours.sort(
        Comparator.comparingDouble(Neighbour::similarity)
            .reversed()
            .thenComparing(n -> n.commit().id()));
    return neighbours.subList(0, Math.min(most, neighbours.size()));
  }

  /** Changes of a file, each half as much for every {@code halfLifeDays} of age. */
  public double churn(String file, double halfLifeDays) {
    return byFile.getOrDefault(file, List.of()).stream()
        .mapToDouble(i -> decay(commits.get(i).commit, halfLifeDays))
        .sum();
  }

  /** The commits that changed a file, newest first. */
  public List<Commit> of(String file) {
    return byFile.getOrDefault(file, List.of()).stream().map(i -> commits.get(i).commit).toList();
  }

  /** A factor between 0 and 1 for the age of a commit. */
  public double decay(Commit commit, double halfLifeDays) {
    double days = Math.max(0, newest - commit.time()) / SECONDS_A_DAY;
    return Math.pow(0.5, days / halfLifeDays);
  }

  private double norm(Past past) {
    double sum = past.terms.stream().mapToDouble(t -> Math.pow(idf(t), 2)).sum();
    return Math.max(1e-9, Math.sqrt(sum));
  }

  private double idf(String term) {
    int holding = postings.getOrDefault(term, List.of()).size();
    return Math.log(1 + (double) commits.size() / (1 + holding));
  }

  private static Set<String> terms(String message) {
    Set<String> terms = new HashSet<>();
    Terms.tokens(
        message,
        token -> {
          if (!Vocabulary.isStopWord(token)) {
            terms.addAll(Terms.ofToken(token));
          }
        });
    return terms;
  }

  /**
   * A commit with a message like the query.
   *
   * @param files as they are named today
   * @param similarity 0 to 1
   */
  public record Neighbour(Commit commit, List<String> files, double similarity) {}
}

package dev.conclave.activities.search.index;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.Repository;
import dev.conclave.workflows.text.Cut;
import io.temporal.failure.ApplicationFailure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Past commits by their files' current names. Age counts back from the newest commit, so that the
 * ranking of a tree is deterministic. Immutable.
 */
public final class History {
  /** Commits with more files are ignored, since they indicate nothing about any of them. */
  public static final int MOST_FILES = 30;

  private static final int MOST_COMMITS = 5000;
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final int MOST_BYTES = 64 << 20;
  private static final int LONGEST_MESSAGE = 2000;
  private static final int LONGEST_READ = 16 << 10;
  private static final String LOG =
      "log -z -M --relative --name-status --no-ext-diff --no-textconv"
          + " --format=%x01%H%x1f%ct%x1f%B%x1e --max-count="
          + MOST_COMMITS;
  private static final double SECONDS_PER_DAY = TimeUnit.DAYS.toSeconds(1);

  private final List<Past> commits;
  private final Map<String, List<Past>> postings = new HashMap<>();
  private final Map<String, List<Past>> byFile = new LinkedHashMap<>();
  private final long newest;

  /** A commit; {@code time} in seconds since 1970; {@code changes} maps paths to previous ones. */
  public record Commit(String id, long time, String message, Map<String, String> changes) {

    public String subject() {
      return message.lines().findFirst().orElse("");
    }
  }

  private record Past(Commit commit, List<String> files, Set<String> terms) {}

  /** A commit whose message is similar to the query; {@code similarity} is 0 to 1. */
  public record Neighbour(Commit commit, List<String> files, double similarity) {}

  private History(List<Past> commits) {
    this.commits = commits;
    this.newest = commits.stream().mapToLong(p -> p.commit.time()).max().orElse(0);
    for (Past past : commits) {
      past.terms.forEach(t -> postings.computeIfAbsent(t, n -> new ArrayList<>()).add(past));
      past.files.forEach(f -> byFile.computeIfAbsent(f, n -> new ArrayList<>()).add(past));
    }
  }

  public static History none() {
    return new History(List.of());
  }

  /**
   * Returns the ancestors of HEAD; empty without Git or commits, or if Git refuses the repository.
   * Ignores bare repositories, whose owner is not checked here.
   */
  public static History behindHead(Path folder, UnaryOperator<String> redact) {
    try {
      return Repository.around(new Git(), folder)
          .map(repository -> of(read(GitPlace.ofUser(repository, folder), "HEAD", redact)))
          .orElseGet(History::none);
    } catch (ApplicationFailure | GitFailed refused) {
      return none();
    }
  }

  /** Returns a commit and its ancestors, newest first, as many as Git prints in half a minute. */
  public static List<Commit> read(GitPlace place, String commit, UnaryOperator<String> redact) {
    String[] command = (LOG + " --end-of-options " + commit + " --").split(" ");
    byte[] log = new Git().partial(place, LIMIT, MOST_BYTES, command);
    List<Commit> commits = new ArrayList<>();
    for (String entry : new String(log, StandardCharsets.UTF_8).split("\u0001", -1)) {
      String[] parts =
          entry.split("\u001e", 2); // a single part precedes the first entry or is truncated
      String[] head = parts[0].split("\u001f", 3);
      if (parts.length == 2 && head.length == 3 && head[1].matches("\\d+")) {
        // Truncate again after the filter, which could not recognize half of a secret.
        String said = Cut.head(head[2].strip(), LONGEST_READ);
        String message = Cut.head(redact.apply(said), LONGEST_MESSAGE);
        commits.add(new Commit(head[0], Long.parseLong(head[1]), message, changes(parts[1])));
      }
    }
    return commits;
  }

  private static Map<String, String> changes(String text) {
    String[] fields = text.split("\0", -1);
    Map<String, String> changes = new LinkedHashMap<>();
    for (int i = 0; i + 1 < fields.length; i++) {
      String status = fields[i].strip();
      if (status.matches("[RC]\\d+") && i + 2 < fields.length) {
        changes.put(fields[i + 2], fields[status.startsWith("R") ? i + 1 : i + 2]);
        i += 2;
      } else if (status.matches("[AMDTUX]")) {
        changes.put(fields[i + 1], fields[i + 1]);
        i++;
      }
    }
    return changes;
  }

  public static History of(List<Commit> commits) {
    Map<String, String> today = new HashMap<>();
    List<Past> past = new ArrayList<>();
    for (Commit commit : commits) {
      List<String> files = new ArrayList<>();
      Map<String, String> renamed = new HashMap<>();
      for (Map.Entry<String, String> change : commit.changes().entrySet()) {
        String now = today.getOrDefault(change.getKey(), change.getKey());
        files.add(now);
        if (!change.getKey().equals(change.getValue())) {
          renamed.put(change.getValue(), now);
        }
      }
      today.putAll(renamed);
      if (!files.isEmpty() && files.size() <= MOST_FILES) {
        Set<String> terms = new HashSet<>();
        Terms.tokens(
            commit.message(),
            token -> terms.addAll(Vocabulary.isStopWord(token) ? List.of() : Terms.of(token)));
        past.add(new Past(commit, List.copyOf(files), terms));
      }
    }
    return new History(past);
  }

  /**
   * Returns how much the commit messages of each file mention a term: 1/√files for each commit,
   * halved every {@code halfLifeDays}.
   */
  public Map<String, Double> messageFrequency(String term, double halfLifeDays) {
    Map<String, Double> spoken = new HashMap<>();
    for (Past past : postings.getOrDefault(term, List.of())) {
      double weight = decay(past.commit, halfLifeDays) / Math.sqrt(past.files.size());
      past.files.forEach(file -> spoken.merge(file, weight, Double::sum));
    }
    return spoken;
  }

  /**
   * Returns the commits with the most similar messages, best first: cosine similarity over terms
   * weighted by rarity.
   */
  public List<Neighbour> neighbours(Map<String, Double> terms, int most) {
    Map<Past, Double> dots = new IdentityHashMap<>(); // hashing a commit is slow
    double queryNorm = 0;
    for (Map.Entry<String, Double> term : terms.entrySet()) {
      double idf = idf(term.getKey());
      queryNorm += Math.pow(term.getValue() * idf, 2);
      for (Past past : postings.getOrDefault(term.getKey(), List.of())) {
        dots.merge(past, term.getValue() * idf * idf, Double::sum);
      }
    }
    double norm = Math.sqrt(queryNorm);
    return dots.entrySet().stream()
        .map(dot -> neighbour(dot.getKey(), dot.getValue() / norm))
        .sorted(
            Comparator.comparingDouble(Neighbour::similarity)
                .reversed()
                .thenComparing(n -> n.commit().id()))
        .limit(most)
        .toList();
  }

  /** Returns the number of changes of a file, each halved every {@code halfLifeDays}. */
  public double churn(String file, double halfLifeDays) {
    return of(file).stream().mapToDouble(commit -> decay(commit, halfLifeDays)).sum();
  }

  /** Returns the commits that changed a file, newest first. */
  public List<Commit> of(String file) {
    return byFile.getOrDefault(file, List.of()).stream().map(Past::commit).toList();
  }

  /** Returns a factor for a commit's age, 0 to 1. */
  public double decay(Commit commit, double halfLifeDays) {
    double days = Math.max(0, newest - commit.time()) / SECONDS_PER_DAY;
    return Math.pow(0.5, days / halfLifeDays);
  }

  private Neighbour neighbour(Past past, double projection) {
    double sum = past.terms.stream().mapToDouble(t -> Math.pow(idf(t), 2)).sum();
    return new Neighbour(past.commit, past.files, projection / Math.max(1e-9, Math.sqrt(sum)));
  }

  private double idf(String term) {
    int holding = postings.getOrDefault(term, List.of()).size();
    return Math.log(1 + (double) commits.size() / (1 + holding));
  }
}

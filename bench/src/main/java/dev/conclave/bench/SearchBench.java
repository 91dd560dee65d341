package dev.conclave.bench;

import dev.conclave.activities.document.Folders;
import dev.conclave.activities.git.Git;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.bench.Samples.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures search from commit messages to changed files. For each sampled commit, searches the tree
 * and history of its parent for its message; the score is the rank of the first changed file.
 */
@Command(
    name = "bench/search",
    mixinStandardHelpOptions = true,
    description = "Measures search on the history of Git repositories.")
public final class SearchBench implements Callable<Integer> {
  @Option(names = "--commits", defaultValue = "30", description = "Commits for each repository.")
  private int commits = 30;

  @Option(names = "--verbose", description = "A line for each commit, on standard error.")
  private boolean verbose;

  @Parameters(arity = "1..*", paramLabel = "REPO", description = "Git repositories.")
  private List<Path> repositories = List.of();

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new SearchBench()).execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Map<String, Measure> all = new LinkedHashMap<>();
    System.out.printf(
        "%-24s %-10s %5s %6s %6s %6s%n", "repository", "ranking", "n", "MRR", "P@1", "R@10");
    for (Path repository : repositories) {
      Map<String, Measure> measures = measure(repository);
      print(String.valueOf(repository.toAbsolutePath().normalize().getFileName()), measures);
      measures.forEach((name, m) -> all.merge(name, m, Measure::plus));
    }
    print("all", all);
    return 0;
  }

  private Map<String, Measure> measure(Path repository) throws IOException {
    Map<String, Measure> measures = new LinkedHashMap<>();
    Path folder = Files.createTempDirectory("conclave-bench");
    try {
      for (Sample sample : new Samples(repository).pick(commits)) {
        try (TreeFiles tree =
            new TreeFiles(new Git(), Samples.place(repository), sample.parent())) {
          Map<String, List<String>> rankings = Rankings.of(repository, tree, sample, folder);
          rankings.forEach(
              (name, paths) -> measures.merge(name, Measure.of(paths, sample), Measure::plus));
          if (verbose) {
            System.err.printf(
                Locale.ROOT, "%s %s%n", line(rankings, sample), sample.commit().subject());
          }
        }
      }
    } finally {
      Folders.delete(folder);
    }
    return measures;
  }

  private static String line(Map<String, List<String>> rankings, Sample sample) {
    StringBuilder line = new StringBuilder(sample.commit().id().substring(0, 9));
    rankings.forEach(
        (name, paths) ->
            line.append(String.format(Locale.ROOT, " %.2f", Measure.of(paths, sample).mrr())));
    return line.toString();
  }

  private static void print(String repository, Map<String, Measure> measures) {
    measures.forEach(
        (name, m) ->
            System.out.printf(
                Locale.ROOT,
                "%-24s %-10s %5d %6.3f %6.3f %6.3f%n",
                repository,
                name,
                m.n(),
                m.mrr(),
                m.first(),
                m.recall()));
  }

  /**
   * The scores of a ranking over several samples.
   *
   * @param n number of samples
   * @param reciprocals sum of 1 / rank of the first correct file
   * @param firsts how often the first file was correct
   * @param recalls sum of the shares of correct files among the first ten
   */
  private record Measure(int n, double reciprocals, double firsts, double recalls) {

    static Measure of(List<String> paths, Sample sample) {
      double reciprocal = 0;
      for (int i = 0; i < paths.size() && reciprocal == 0; i++) {
        reciprocal = sample.answers().contains(paths.get(i)) ? 1.0 / (i + 1) : 0;
      }
      long found = paths.stream().limit(10).filter(sample.answers()::contains).count();
      return new Measure(
          1, reciprocal, reciprocal == 1 ? 1 : 0, found / (double) sample.answers().size());
    }

    Measure plus(Measure other) {
      return new Measure(
          n + other.n,
          reciprocals + other.reciprocals,
          firsts + other.firsts,
          recalls + other.recalls);
    }

    double mrr() {
      return reciprocals / n;
    }

    double first() {
      return firsts / n;
    }

    double recall() {
      return recalls / n;
    }
  }
}

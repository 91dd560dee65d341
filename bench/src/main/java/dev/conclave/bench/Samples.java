package dev.conclave.bench;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.RawNames;
import dev.conclave.activities.git.Repository;
import dev.conclave.activities.search.index.History;
import dev.conclave.activities.search.index.History.Commit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Samples commits of a repository evenly, oldest first, regardless of their messages. */
final class Samples {
  private static final int RECENT = 1500;

  private final Path repository;
  private final Git git = new Git();
  private final GitPlace place;

  Samples(Path repository) {
    this.repository = repository.toAbsolutePath();
    this.place = place(this.repository);
  }

  static GitPlace place(Path repository) {
    return Repository.at(new Git(), repository)
        .map(found -> GitPlace.ofUser(found, repository))
        .orElseGet(() -> GitPlace.bare(repository));
  }

  List<Sample> pick(int most) throws IOException {
    List<Commit> commits = History.read(place, "HEAD", message -> message);
    if (commits.isEmpty()) {
      throw new IOException("no commits in " + repository);
    }
    List<Commit> usable =
        commits.subList(0, Math.min(RECENT, commits.size())).stream()
            .filter(c -> !c.changes().isEmpty() && c.changes().size() <= History.MOST_FILES)
            .filter(c -> c.message().strip().split("\\s+").length >= 3)
            .toList();
    List<Sample> samples = new ArrayList<>();
    double step = Math.max(1, usable.size() / (double) most);
    for (double at = usable.size() - 1; at >= 0 && samples.size() < most; at -= step) {
      sample(usable.get((int) at)).ifPresent(samples::add);
    }
    return samples;
  }

  private Optional<Sample> sample(Commit commit) {
    String before;
    try {
      before = git.line(place, "rev-parse", "--verify", "--quiet", commit.id() + "^1");
    } catch (GitFailed first) {
      return Optional.empty();
    }
    Set<String> tree = new HashSet<>();
    RawNames.split(git.run(place, "ls-tree", "-r", "-z", "--name-only", before))
        .forEach(raw -> tree.add(RawNames.text(raw)));
    Set<String> answers = new LinkedHashSet<>();
    commit.changes().values().stream().filter(tree::contains).forEach(answers::add);
    return answers.isEmpty() ? Optional.empty() : Optional.of(new Sample(commit, before, answers));
  }

  /**
   * A commit as a query with a known answer.
   *
   * @param parent the previous commit, whose tree and history may be searched
   * @param answers the changed files that existed before
   */
  record Sample(Commit commit, String parent, Set<String> answers) {}
}

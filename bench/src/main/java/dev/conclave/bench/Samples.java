package dev.conclave.bench;

import dev.conclave.activities.search.history.Commit;
import dev.conclave.activities.search.history.CommitLog;
import dev.conclave.activities.search.history.History;
import dev.conclave.activities.search.source.GitOutput;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Picks commits of a repository evenly, oldest first, without looking at what they say. */
final class Samples {
  private static final int RECENT = 1500;

  private final Path repository;
  private final GitOutput git;

  Samples(Path repository) {
    this.repository = repository;
    this.git = new GitOutput(repository, Duration.ofSeconds(60), 64 << 20);
  }

  List<Sample> pick(int most) throws IOException {
    List<Commit> commits = new CommitLog(repository).behind("HEAD");
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
    Optional<String> parent = git.text("rev-parse", "--verify", "--quiet", commit.id() + "^1");
    if (parent.isEmpty()) {
      return Optional.empty();
    }
    String before = parent.get().strip();
    Set<String> tree =
        Set.of(git.text("ls-tree", "-r", "-z", "--name-only", before).orElse("").split("\0"));
    Set<String> answers = new LinkedHashSet<>();
    for (Commit.Change change : commit.changes()) {
      if (tree.contains(change.before())) {
        answers.add(change.before());
      }
    }
    return answers.isEmpty() ? Optional.empty() : Optional.of(new Sample(commit, before, answers));
  }
}

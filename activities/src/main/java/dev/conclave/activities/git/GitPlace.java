package dev.conclave.activities.git;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where a Git command works. Everything is explicit, so that Git discovers nothing; {@code
 * excludes} replace {@code core.excludesFile}, see {@link Git#excludes}.
 */
public record GitPlace(
    Path gitDir, Path folder, Optional<Path> workTree, Optional<Path> index, List<Path> excludes) {
  /** A repository of ours, for commands on objects alone. */
  public static GitPlace bare(Path gitDir) {
    return new GitPlace(gitDir, gitDir, Optional.empty(), Optional.empty(), List.of());
  }

  /** A repository of ours over a work tree, with an index of ours. */
  public static GitPlace over(Path gitDir, Path workTree, Path index) {
    return new GitPlace(gitDir, workTree, Optional.of(workTree), Optional.of(index), List.of());
  }

  /** The user's repository, seen from a folder in its work tree. */
  public static GitPlace ofUser(Repository repository, Path folder) {
    return new GitPlace(
        repository.gitDir(),
        folder,
        Optional.of(repository.workTree()),
        Optional.empty(),
        repository.excludes());
  }

  Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("GIT_DIR", gitDir.toString());
    workTree.ifPresent(top -> environment.put("GIT_WORK_TREE", top.toString()));
    index.ifPresent(file -> environment.put("GIT_INDEX_FILE", file.toString()));
    return environment;
  }
}

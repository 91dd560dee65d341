package dev.conclave.activities.git;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A command's repository and folders, all explicit, so that Git discovers nothing; {@code excludes}
 * replace {@code core.excludesFile}, see {@link Git#excludes}.
 */
public record GitPlace(
    Path gitDir, Path folder, @Nullable Path workTree, @Nullable Path index, List<Path> excludes) {
  /** Returns a repository of Conclave, for commands on objects only. */
  public static GitPlace bare(Path gitDir) {
    return new GitPlace(gitDir, gitDir, null, null, List.of());
  }

  /** Returns a repository of Conclave with a working tree and a separate index. */
  public static GitPlace over(Path gitDir, Path workTree, Path index) {
    return new GitPlace(gitDir, workTree, workTree, index, List.of());
  }

  /** Returns the user's repository, seen from a folder in its working tree. */
  public static GitPlace ofUser(Repository repository, Path folder) {
    return new GitPlace(
        repository.gitDir(), folder, repository.workTree(), null, repository.excludes());
  }

  Map<String, String> environment() {
    Map<String, String> environment = new LinkedHashMap<>();
    environment.put("GIT_DIR", gitDir.toString());
    if (workTree != null) {
      environment.put("GIT_WORK_TREE", workTree.toString());
    }
    if (index != null) {
      environment.put("GIT_INDEX_FILE", index.toString());
    }
    return environment;
  }
}

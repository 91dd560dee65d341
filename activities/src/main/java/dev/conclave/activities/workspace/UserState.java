package dev.conclave.activities.workspace;

import dev.conclave.activities.git.Git;
import dev.conclave.activities.git.GitFailed;
import dev.conclave.activities.git.GitPlace;
import dev.conclave.activities.git.Repository;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the user's own repository stands.
 *
 * @param head the commit checked out; absent without one
 * @param dirty whether the content differs from it
 */
record UserState(Optional<String> head, boolean dirty) {
  private static final UserState NONE = new UserState(Optional.empty(), false);

  static UserState of(Git git, Path root, TreeRepository trees) {
    Optional<GitPlace> user =
        Repository.around(git, root).map(repository -> GitPlace.ofUser(repository, root));
    Optional<String> head = user.flatMap(place -> head(git, place));
    return head.isPresent() ? new UserState(head, isDirty(git, user.orElseThrow(), trees)) : NONE;
  }

  /** The commit checked out in a folder; absent without Git or before a first commit. */
  static Optional<String> head(Git git, Path root) {
    return Repository.around(git, root)
        .flatMap(repository -> head(git, GitPlace.ofUser(repository, root)));
  }

  private static Optional<String> head(Git git, GitPlace user) {
    try {
      return Optional.of(git.line(user, "rev-parse", "--verify", "-q", "HEAD^{commit}"));
    } catch (GitFailed noCommit) {
      return Optional.empty();
    }
  }

  private static boolean isDirty(Git git, GitPlace user, TreeRepository trees) {
    try {
      return !git.says(
              user,
              "diff-index",
              "--cached",
              "--quiet",
              "--ignore-submodules=all",
              "HEAD",
              "--",
              ".")
          || !git.untracked(user).isEmpty()
          || new Modifications(git, user, trees).any();
    } catch (GitFailed damaged) {
      return true; // objects are missing, so nothing shows that the content is that of the commit
    }
  }
}

package dev.conclave.activities.git;

import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A repository with a working tree in which Git may run: its owner is trusted, and no special file
 * blocks Git.
 */
public record Repository(Path gitDir, Path workTree, List<Path> excludes) {
  private static final int LONGEST_POINTER = 8 << 10;

  /** Git follows at most five links. */
  private static final int MOST_LINKS = 6;

  /** Returns the repository whose working tree has {@code folder} as its root. */
  public static Optional<Repository> at(Git git, Path folder) {
    Path gitDir = gitDir(git, folder);
    if (gitDir == null) {
      return Optional.empty();
    }
    SpecialFiles.requireNone(gitDir, folder);
    git.requireOwned(gitDir, folder);
    return Optional.of(new Repository(gitDir, folder, git.excludes(gitDir, folder)));
  }

  /** Returns the repository whose working tree contains a folder. */
  public static Optional<Repository> around(Git git, Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      Optional<Repository> found = at(git, at);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  /**
   * Finds the Git folder without Git, which would read settings. A folder created by others must
   * not claim another repository of this user.
   */
  private static @Nullable Path gitDir(Git git, Path folder) {
    Path dot = folder.resolve(".git");
    String pointer = pointer(dot);
    Path gitDir = pointer.isEmpty() ? dot : folder.resolve(pointer).normalize();
    if (!isGitDir(gitDir)) {
      return null;
    }
    try {
      requireOwn(git, gitDir, dot);
    } catch (IOException | InvalidPathException e) {
      throw refused(dot, "points to something that cannot be read: " + e);
    }
    return gitDir;
  }

  private static void requireOwn(Git git, Path gitDir, Path dot) throws IOException {
    Path real = gitDir.toRealPath();
    Path folder = dot.toAbsolutePath().resolveSibling("").toRealPath();
    String common = text(real.resolve("commondir"));
    if (!real.startsWith(folder) && !isNamed(git, real, folder)) {
      throw refused(
          dot,
          "points to %s, which does not list this folder as its working tree. If it is yours: git --git-dir %s config core.worktree %s"
              .formatted(real, real, folder));
    }
    // A linked worktree shares the objects, settings and refs of the common folder.
    Path shared = common.isEmpty() ? real : real.resolve(common).toRealPath();
    if (!common.isEmpty() && !shared.resolve("worktrees").equals(real.getParent())) {
      throw refused(
          real.resolve("commondir"), "points to " + shared + ", which is another repository");
    }
    Path head = real.resolve("HEAD");
    for (int i = 0; i < MOST_LINKS; i++) {
      for (Path file : List.of(head, shared.resolve("packed-refs"), shared.resolve("reftable"))) {
        if (Files.exists(file) && !file.toRealPath().startsWith(shared)) {
          throw refused(file, "points to " + file.toRealPath() + ", outside its repository");
        }
      }
      String next = text(head);
      if (!next.startsWith("ref: ")) {
        return;
      }
      head = shared.resolve(next.substring("ref: ".length()).strip()).normalize();
      if (!head.startsWith(shared)) {
        return; // not a valid ref name for Git
      }
    }
  }

  /**
   * Returns whether a repository lists a folder as its working tree, a linked one or a submodule's.
   */
  private static boolean isNamed(Git git, Path gitDir, Path folder) throws IOException {
    String back = text(gitDir.resolve("gitdir"));
    if (!back.isEmpty()) {
      return isSame(gitDir.resolve(back), folder.resolve(".git"));
    }
    String config = gitDir.resolve("config").toString();
    try {
      String[] command = {"config", "--file", config, "core.worktree"};
      return isSame(gitDir.resolve(git.line(GitPlace.bare(gitDir), command)), folder);
    } catch (GitFailed unset) {
      return false;
    }
  }

  private static boolean isSame(Path one, Path other) throws IOException {
    return Files.exists(one) && Files.isSameFile(one, other);
  }

  private static ApplicationFailure refused(Path file, String why) {
    return ApplicationFailure.newNonRetryableFailure(
        file + " " + why, FailureTypes.WORKSPACE_REFUSED);
  }

  /** Whether a folder is a Git folder itself, such as a bare repository. */
  public static boolean isGitDir(Path folder) {
    return Files.isDirectory(folder)
        && Files.exists(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
        && (Files.isDirectory(folder.resolve("objects"))
            || Files.isRegularFile(folder.resolve("commondir")));
  }

  /** Returns the target of a {@code .git} file; empty if it is not one. */
  private static String pointer(Path file) {
    String text = text(file);
    return text.startsWith("gitdir:") && text.indexOf('\0') < 0
        ? text.substring("gitdir:".length()).strip()
        : "";
  }

  private static String text(Path file) {
    try {
      return Files.isRegularFile(file) && Files.size(file) <= LONGEST_POINTER
          ? Files.readString(file, StandardCharsets.UTF_8).strip()
          : "";
    } catch (IOException e) {
      return "";
    }
  }
}

package dev.conclave.activities.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A repository with a work tree that Git may run in: its owner is trusted, and no special file
 * blocks Git.
 */
public record Repository(Path gitDir, Path workTree, List<Path> excludes) {
  private static final int LONGEST_POINTER = 8 << 10;

  /** The repository whose work tree begins at {@code folder}. */
  public static Optional<Repository> at(Git git, Path folder) {
    return gitDir(folder).map(gitDir -> of(git, gitDir, folder));
  }

  public static Optional<Repository> around(Git git, Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      Optional<Repository> found = at(git, at);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Repository of(Git git, Path gitDir, Path workTree) {
    SpecialFiles.requireNone(gitDir, workTree);
    git.requireOwned(gitDir, workTree);
    return new Repository(gitDir, workTree, git.excludes(gitDir, workTree));
  }

  /** Looks without Git, which would read settings. */
  private static Optional<Path> gitDir(Path folder) {
    Path dot = folder.resolve(".git");
    return isGitDir(dot)
        ? Optional.of(dot)
        : pointer(dot)
            .map(target -> folder.resolve(target).normalize())
            .filter(Repository::isGitDir);
  }

  private static boolean isGitDir(Path folder) {
    return Files.isDirectory(folder)
        && Files.exists(folder.resolve("HEAD"), LinkOption.NOFOLLOW_LINKS)
        && (Files.isDirectory(folder.resolve("objects"))
            || Files.isRegularFile(folder.resolve("commondir")));
  }

  private static Optional<String> pointer(Path file) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > LONGEST_POINTER) {
        return Optional.empty();
      }
      String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
      return text.startsWith("gitdir:")
          ? Optional.of(text.substring("gitdir:".length()).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

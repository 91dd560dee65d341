package dev.conclave.activities.git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A Git repository with a work tree, found without running Git: Git refuses to discover a
 * repository that belongs to another user, and reads settings while it looks.
 *
 * @param gitDir {@code .git}, or where a {@code .git} file points: submodules and linked work trees
 * @param workTree the folder that {@code .git} stands in
 */
public record Repository(Path gitDir, Path workTree) {
  private static final int LONGEST_POINTER = 8 << 10;

  /** The repository whose work tree begins at {@code folder}. */
  public static Optional<Repository> at(Path folder) {
    Path dot = folder.resolve(".git");
    if (isGitDir(dot)) {
      return Optional.of(new Repository(dot, folder));
    }
    return pointer(dot)
        .map(target -> folder.resolve(target).normalize())
        .filter(Repository::isGitDir)
        .map(gitDir -> new Repository(gitDir, folder));
  }

  /** The repository that {@code folder} is in. */
  public static Optional<Repository> around(Path folder) {
    for (Path at = folder; at != null; at = at.getParent()) {
      Optional<Repository> found = at(at);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
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

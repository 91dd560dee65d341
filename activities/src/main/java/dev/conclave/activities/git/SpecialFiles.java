package dev.conclave.activities.git;

import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds named pipes, devices and the like where Git expects a file: it would wait or read forever.
 */
final class SpecialFiles {
  /** Files that nearly every command opens; checked before the first. */
  private static final List<String> IN_GIT_DIR =
      List.of(
          ("HEAD index commondir config config.worktree packed-refs shallow info/exclude"
                  + " info/attributes info/sparse-checkout info/grafts objects/info/alternates")
              .split(" "));

  private static final List<String> IN_WORK_TREE = List.of(".gitignore", ".gitattributes");

  private static final List<String> IGNORE = List.of("info/exclude", "info/attributes");

  /** Maximum size of a file with rules, in bytes. */
  private static final long LONGEST_RULES = 1 << 20;

  /** Git reads it as an empty file. */
  private static final Path NULL = Path.of("/dev/null");

  /** Links can lead out of the Git folder; objects and long branch names are less deep. */
  private static final int DEEPEST = 16;

  /** Each level keeps a folder open. */
  private static final int DEEPEST_TREE = 256;

  /** Unix file type bits; a socket cannot be opened, so it does not block Git. */
  private static final int TYPE = 0170000;

  private static final int SOCKET = 0140000;

  private SpecialFiles() {}

  /** Refuses a repository in which a commonly opened file is a special file. */
  static void requireNone(Path gitDir, Path workTree) {
    Stream<Path> ofGit =
        IN_GIT_DIR.stream()
            .map(gitDir::resolve)
            .filter(file -> Files.exists(file) && !Files.isRegularFile(file))
            .filter(file -> !isNull(file));
    Stream<Path> ofTree =
        IN_WORK_TREE.stream()
            .map(workTree::resolve)
            .filter(file -> isEndless(file, LinkOption.NOFOLLOW_LINKS) || isLong(file));
    Stream<Path> ofRules = IGNORE.stream().map(gitDir::resolve).filter(SpecialFiles::isLong);
    Stream.of(ofGit, ofTree, ofRules)
        .flatMap(files -> files)
        .findFirst()
        .ifPresent(
            file -> {
              throw refusal(file);
            });
  }

  static boolean isLong(Path file) {
    return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && file.toFile().length() > LONGEST_RULES;
  }

  static ApplicationFailure refusal(Path file) {
    return ApplicationFailure.newNonRetryableFailure(
        file
            + (isLong(file)
                ? " exceeds 1 MiB, and Git checks every file against it: shorten it"
                : " is a named pipe, a device or a folder that would block Git: remove it"),
        FailureTypes.WORKSPACE_REFUSED);
  }

  /** Returns the first file that may block a command; searches while {@code wanted}. */
  static Optional<Path> blocking(GitPlace place, BooleanSupplier wanted) {
    Path gitDir = place.gitDir();
    // The Git folder of a linked worktree or submodule is inside that of another repository.
    Path outermost =
        Stream.iterate(gitDir, at -> at != null, Path::getParent)
            .filter(at -> at.endsWith(".git"))
            .reduce(gitDir, (inner, outer) -> outer);
    Finder finder = new Finder(outermost, wanted);
    try {
      Files.walkFileTree(outermost, Set.of(FileVisitOption.FOLLOW_LINKS), DEEPEST, finder);
      if (finder.found == null && place.workTree() != null) {
        Files.walkFileTree(place.workTree(), Set.of(), DEEPEST_TREE, finder);
      }
    } catch (IOException e) {
      // Git cannot read the folder either.
    }
    return Optional.ofNullable(finder.found);
  }

  /** Git follows links in its own folder, but since 2.32 not in the working tree. */
  private static boolean isEndless(Path file, LinkOption... links) {
    try {
      return Files.exists(file, links)
          && Files.readAttributes(file, BasicFileAttributes.class, links).isOther()
          && ((int) Files.getAttribute(file, "unix:mode", links) & TYPE) != SOCKET
          && !isNull(file);
    } catch (IOException | UnsupportedOperationException e) {
      return false; // deleted, or unsupported by the system
    }
  }

  private static boolean isNull(Path file) {
    try {
      return file.toRealPath().equals(NULL);
    } catch (IOException e) {
      return false;
    }
  }

  private static final class Finder extends SimpleFileVisitor<Path> {
    private final Path gitDir;
    private final BooleanSupplier wanted;
    private @Nullable Path found;

    Finder(Path gitDir, BooleanSupplier wanted) {
      this.gitDir = gitDir;
      this.wanted = wanted;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      boolean ofGit = file.startsWith(gitDir) || file.toString().contains("/.git/");
      boolean ofTree = IN_WORK_TREE.contains(String.valueOf(file.getFileName()));
      if (attributes.isRegularFile()
          ? ofTree && isLong(file)
          : (ofGit && isEndless(file)) || (ofTree && isEndless(file, LinkOption.NOFOLLOW_LINKS))) {
        found = file;
      }
      return found == null && wanted.getAsBoolean()
          ? FileVisitResult.CONTINUE
          : FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
      return FileVisitResult.CONTINUE;
    }
  }
}

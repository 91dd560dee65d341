package dev.conclave.activities.search.source;

import dev.conclave.activities.git.RawNames;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Lists a folder without Git. */
final class FolderWalk {
  private static final int MAX_FILES = 200_000;
  private static final Set<String> SKIPPED =
      Set.of(
          ".git",
          ".hg",
          ".svn",
          ".workflow",
          ".idea",
          ".vscode",
          ".gradle",
          ".venv",
          "venv",
          "node_modules",
          "target",
          "__pycache__",
          ".tox",
          ".mypy_cache",
          ".next",
          ".cache");

  private FolderWalk() {}

  /** Raw names, see {@link RawNames}. */
  static List<String> paths(Path root) throws IOException {
    List<String> paths = new ArrayList<>();
    StringBuilder prefix = new StringBuilder();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            if (folder.equals(root)) {
              return FileVisitResult.CONTINUE;
            }
            String name = RawNames.rawFileName(folder);
            if (SKIPPED.contains(name)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            prefix.append(name).append('/');
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
            int end = folder.equals(root) ? 0 : prefix.length() - 1;
            prefix.setLength(prefix.lastIndexOf("/", end - 1) + 1);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              paths.add(prefix + RawNames.rawFileName(file));
            }
            return paths.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            // A folder that cannot be entered is told of as one that cannot be read.
            paths.add(prefix + RawNames.rawFileName(file));
            return FileVisitResult.CONTINUE;
          }
        });
    return paths;
  }
}

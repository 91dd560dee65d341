package dev.conclave.activities.search.source;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

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

  static List<String> paths(Path root) throws IOException {
    List<String> paths = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            boolean skip = !folder.equals(root) && SKIPPED.contains(name(folder));
            return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
              paths.add(root.relativize(file).toString().replace('\\', '/'));
            }
            return paths.size() < MAX_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
            return FileVisitResult.CONTINUE;
          }
        });
    return paths;
  }

  private static String name(Path path) {
    Path last = path.getFileName();
    return last == null ? "" : last.toString();
  }
}

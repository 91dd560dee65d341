package dev.conclave.activities.discussion;

import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/** What a tree says of cited places. */
@FunctionalInterface
public interface TreeFacts extends AutoCloseable {

  /**
   * How many lines a file has; empty when the tree has no such file.
   *
   * @param file relative to the workspace, with {@code /}, never leading out of it
   */
  OptionalInt lines(String file);

  /**
   * The path of the tree that a cited one means: itself, or, where the tree has no such file, the
   * only file whose path ends in it ({@code core.py} for {@code src/click/core.py}).
   */
  default String path(String cited) {
    return cited;
  }

  @Override
  default void close() {}

  /** Reads each of these files once. Closing it closes them. Not thread-safe. */
  static TreeFacts of(TreeFiles files) {
    Map<String, OptionalInt> lines = new HashMap<>();
    Map<String, String> paths = new HashMap<>();
    return new TreeFacts() {
      @Override
      public OptionalInt lines(String file) {
        return lines.computeIfAbsent(
            file, path -> files.lines(path).stream().mapToInt(List::size).findFirst());
      }

      @Override
      public String path(String cited) {
        return paths.computeIfAbsent(cited, path -> files.exists(path) ? path : whole(path));
      }

      private String whole(String cited) {
        List<String> ending =
            files.list().stream()
                .map(TreeFile::path)
                .filter(path -> path.endsWith("/" + cited))
                .limit(2)
                .toList();
        return ending.size() == 1 ? ending.get(0) : cited;
      }

      @Override
      public void close() {
        files.close();
      }
    };
  }
}

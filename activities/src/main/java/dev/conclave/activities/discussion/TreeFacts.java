package dev.conclave.activities.discussion;

import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.activities.workspace.TreeFiles.TreeFile;
import dev.conclave.workflows.text.ControlCharacters;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Facts of a tree about paths that agents name, independent of later changes in the workspace.
 * Paths are relative to the workspace, with {@code /}, and never leave it. Not thread-safe.
 */
@FunctionalInterface
public interface TreeFacts extends AutoCloseable {

  /** Returns the number of lines of a file; empty if the tree has no such file. */
  OptionalInt lines(String file);

  /** Returns whether the tree has a file or a folder with this path. */
  default boolean exists(String path) {
    return lines(path).isPresent();
  }

  /** Returns whether any file in the tree has such a name; true if names are unknown. */
  default boolean hasFile(Predicate<String> name) {
    return true;
  }

  /**
   * Returns the path in the tree that a cited path means: itself or, if the tree has no such file,
   * the only file whose path ends in it ({@code core.py} for {@code src/click/core.py}).
   */
  default String path(String cited) {
    return cited;
  }

  /**
   * Returns the path in the tree that equals these NFC characters, or the only one that ends in
   * them.
   */
  default Optional<String> named(String cited) {
    return Optional.empty();
  }

  @Override
  default void close() {}

  /** Normalizes a path; empty if it leaves the workspace or names nothing in it. */
  static Optional<String> inside(String path) {
    String plain =
        LenientJson.HERE
            .matcher(path.strip().replace('\\', '/'))
            .replaceFirst("")
            .replaceFirst("(?<!/)/+$", "");
    boolean drive = plain.length() > 1 && plain.charAt(1) == ':';
    boolean stray =
        List.of(plain.toLowerCase(Locale.ROOT).split("/", -1)).stream()
            .anyMatch(List.of("", ".", "..", ".git", "~")::contains);
    return drive
            || stray
            || ControlCharacters.isIn(plain)
            || plain.chars().anyMatch(Character::isISOControl)
        ? Optional.empty()
        : Optional.of(plain);
  }

  /** Returns facts that read each of these files once. Closing them closes the files. */
  static TreeFacts of(TreeFiles files) {
    Set<String> folders = new HashSet<>();
    for (TreeFile file : files.list()) {
      int slash = file.path().lastIndexOf('/');
      while (slash > 0 && folders.add(file.path().substring(0, slash))) {
        slash = file.path().lastIndexOf('/', slash - 1);
      }
    }
    Map<String, OptionalInt> lines = new HashMap<>();
    Map<String, String> paths = new HashMap<>();
    Map<String, Map<String, String>> byName = new HashMap<>();
    return new TreeFacts() {
      @Override
      public OptionalInt lines(String file) {
        return lines.computeIfAbsent(
            file, path -> files.lineCount(path).stream().mapToInt(count -> count).findFirst());
      }

      @Override
      public boolean exists(String path) {
        return files.exists(path) || folders.contains(path);
      }

      @Override
      public boolean hasFile(Predicate<String> name) {
        return byName().keySet().stream().anyMatch(name);
      }

      @Override
      public String path(String cited) {
        return paths.computeIfAbsent(cited, path -> files.exists(path) ? path : whole(path));
      }

      private String whole(String cited) {
        // Some programs name a file with a leading @.
        String composed = composed(cited);
        return named(composed).or(() -> named(composed.replaceFirst("^@", ""))).orElse(cited);
      }

      @Override
      public Optional<String> named(String cited) {
        String name = cited.substring(cited.lastIndexOf('/') + 1);
        Map<String, String> same = byName().getOrDefault(name, Map.of());
        if (same.containsKey(cited)) {
          return Optional.ofNullable(same.get(cited));
        }
        List<String> ending =
            same.keySet().stream()
                .filter(path -> path.length() > cited.length() && path.endsWith(cited))
                .filter(path -> path.charAt(path.length() - cited.length() - 1) == '/')
                .limit(2)
                .toList();
        return ending.size() == 1 ? Optional.ofNullable(same.get(ending.get(0))) : Optional.empty();
      }

      /**
       * Returns NFC paths by file name, each with the tree's spelling; many files may share a name.
       */
      private Map<String, Map<String, String>> byName() {
        if (byName.isEmpty()) {
          for (TreeFile file : files.list()) {
            String path = composed(file.path());
            byName
                .computeIfAbsent(path.substring(path.lastIndexOf('/') + 1), any -> new HashMap<>(2))
                .put(path, file.path());
          }
        }
        return byName;
      }

      private static String composed(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFC);
      }

      @Override
      public void close() {
        files.close();
      }
    };
  }
}

package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Which file takes what from which: imports resolved to files by their paths. A target that fits
 * several files goes to the one nearest to the importer; one that fits none comes from outside.
 * Files of one package that use each other without an import are not seen. Immutable.
 */
public final class ImportGraph {
  private static final int DEEPEST = 8;

  private final Map<String, Integer> importers = new HashMap<>();
  private final Map<String, Set<String>> imported = new HashMap<>();
  private final Map<String, List<String>> bySuffix = new HashMap<>();

  /** Ends of paths that some import may mean: of a large tree few are looked up, all are costly. */
  private final Set<String> asked = new HashSet<>();

  /** The graph of a tree's files. */
  public ImportGraph(List<IndexedFile> files) {
    for (IndexedFile file : files) {
      file.imports().forEach(target -> asked.addAll(candidates(file, target)));
    }
    files.stream().filter(file -> file.language().isCode()).forEach(file -> index(file.path()));
    for (IndexedFile file : files) {
      Set<String> once = new LinkedHashSet<>();
      file.imports().forEach(target -> resolve(file, target).ifPresent(once::add));
      once.remove(file.path());
      once.forEach(target -> importers.merge(target, 1, Integer::sum));
      imported.put(file.path(), once);
    }
  }

  /** The files that a file imports. */
  public Set<String> importsOf(String file) {
    return imported.getOrDefault(file, Set.of());
  }

  /** Files with how many import them, most first. */
  public List<Map.Entry<String, Integer>> mostImported(int most) {
    return importers.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .toList();
  }

  private void index(String path) {
    String bare = withoutExtension(path);
    for (String folderName : List.of("/index", "/__init__", "/mod", "/lib")) {
      if (bare.endsWith(folderName)) {
        addSuffixes(bare.substring(0, bare.length() - folderName.length()), path);
      }
    }
    addSuffixes(bare, path);
    addSuffixes(path, path); // targets that name the extension, such as C headers
    if (path.endsWith(".go") && !path.endsWith("_test.go") && path.contains("/")) {
      addSuffixes(path.substring(0, path.lastIndexOf('/')), path);
    }
  }

  private void addSuffixes(String key, String path) {
    String suffix = key;
    for (int depth = 0; depth < DEEPEST; depth++) {
      if (asked.contains(suffix)) {
        bySuffix.computeIfAbsent(suffix, s -> new ArrayList<>(2)).add(path);
      }
      int slash = suffix.indexOf('/');
      if (slash < 0) {
        return;
      }
      suffix = suffix.substring(slash + 1);
    }
  }

  private Optional<String> resolve(IndexedFile file, String target) {
    for (String candidate : candidates(file, target)) {
      List<String> fits =
          bySuffix.getOrDefault(candidate, List.of()).stream()
              .filter(path -> Language.of(path).family() == file.language().family())
              .toList();
      if (!fits.isEmpty()) {
        return fits.stream()
            .max(
                Comparator.<String>comparingInt(path -> common(path, file.path()))
                    // Beside a script may stand its declarations: each language means its own.
                    .thenComparing(path -> Language.of(path) == file.language())
                    .thenComparing(Comparator.comparingInt(String::length).reversed())
                    .thenComparing(Comparator.reverseOrder()));
      }
    }
    return Optional.empty();
  }

  private static int common(String a, String b) {
    int i = 0;
    while (i < Math.min(a.length(), b.length()) && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return i;
  }

  private static String withoutExtension(String path) {
    if (path.endsWith(".d.ts")) {
      return path.substring(0, path.length() - ".d.ts".length());
    }
    int dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
  }

  /** The ends of paths that an import may mean, likeliest first. */
  private static List<String> candidates(IndexedFile file, String target) {
    return switch (file.language()) {
      case JAVA, KOTLIN -> shortened(target.replace(".*", "").replace('.', '/'), 2, 2);
      case PYTHON -> {
        int dots = target.length() - target.replaceFirst("^\\.+", "").length();
        String path = target.substring(dots).replace('.', '/');
        yield dots == 0
            ? shortened(path, 1, 1)
            : relative(file, "./" + "../".repeat(dots - 1) + path);
      }
      // A bare name is a package from outside; a path may follow an alias such as @/.
      case JAVASCRIPT, TYPESCRIPT ->
          target.startsWith(".")
              ? relative(file, target)
              : target.matches("(?:[@~]/|src/).*")
                  ? List.of(withoutExtension(target.replaceFirst("^[@~]/", "")))
                  : List.of();
      // The first segment is a host unless the module is a plain word; packages are folders.
      case GO -> target.matches("[^/]*\\..*") ? ends(target, 1) : List.of();
      case RUST -> {
        String path = target.replaceFirst("^(?:(?:crate|self|super)::)+", "").replace("::", "/");
        String inside = file.stem().matches("mod|lib|main") ? path : file.stem() + "/" + path;
        yield !target.contains("::")
            ? relative(file, "./" + inside)
            : target.matches("(?:crate|self|super)::.*") ? shortened(path, 1, 2) : List.of();
      }
      case C, CPP, RUBY ->
          Stream.concat(
                  relative(file, target).stream(),
                  Stream.of(target.replaceFirst("^(?:\\.\\./)+", "")))
              .toList();
      case PHP ->
          target.contains("\\")
              ? ends(target.replace('\\', '/'), 0)
              : relative(file, "./" + target.replaceFirst("^/", ""));
      case SHELL -> relative(file, target.replaceFirst("^\\$[^/]*/", "./"));
      case CSHARP, PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> List.of();
    };
  }

  /** A path of several segments without its first ones, more and more of them. */
  private static List<String> ends(String path, int from) {
    List<String> segments = List.of(path.split("/"));
    return IntStream.range(from, Math.max(from + 1, segments.size() - 1 + from))
        .filter(i -> i < segments.size())
        .mapToObj(i -> String.join("/", segments.subList(i, segments.size())))
        .toList();
  }

  /** The path itself, then without its last segments: a member, a nested type. */
  private static List<String> shortened(String path, int least, int drops) {
    List<String> segments = List.of(path.split("/"));
    return IntStream.rangeClosed(0, drops)
        .map(drop -> segments.size() - drop)
        .filter(size -> size >= least)
        .mapToObj(size -> String.join("/", segments.subList(0, size)))
        .toList();
  }

  private static List<String> relative(IndexedFile file, String target) {
    try {
      String path = Path.of(file.directory()).resolve(target).normalize().toString();
      return path.startsWith("..") ? List.of() : List.of(path, withoutExtension(path));
    } catch (InvalidPathException e) {
      return List.of();
    }
  }
}

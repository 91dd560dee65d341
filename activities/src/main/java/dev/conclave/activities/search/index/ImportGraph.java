package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Import;
import dev.conclave.activities.search.source.Language;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which file takes what from which: imports resolved to files by their paths. A target that fits
 * several files goes to the one nearest to the importer; one that fits none comes from outside.
 * Files of one package that use each other without an import are not seen. Immutable.
 */
public final class ImportGraph {
  private static final int DEEPEST = 8;

  private final Map<String, List<Edge>> importers = new HashMap<>();
  private final Map<String, List<Edge>> imported = new HashMap<>();
  private final Map<String, List<String>> bySuffix = new HashMap<>();
  private final Map<String, Integer> external = new HashMap<>();
  private final Set<String> asked;

  /**
   * One import.
   *
   * @param line of the importer, from 1
   */
  public record Edge(String importer, String file, int line) {}

  /** The graph of a tree's files. */
  public ImportGraph(List<IndexedFile> files) {
    this.asked = asked(files);
    for (IndexedFile file : files) {
      if (file.language().isCode()) {
        index(file.path());
      }
    }
    for (IndexedFile file : files) {
      Map<String, Edge> once = new LinkedHashMap<>();
      for (Import one : file.imports()) {
        Optional<String> target = resolve(file, one.target());
        if (target.isEmpty()) {
          external.merge(one.target(), 1, Integer::sum);
        } else if (!target.get().equals(file.path())) {
          once.putIfAbsent(target.get(), new Edge(file.path(), target.get(), one.line()));
        }
      }
      imported.put(file.path(), List.copyOf(once.values()));
      once.forEach((t, edge) -> importers.computeIfAbsent(t, x -> new ArrayList<>()).add(edge));
    }
  }

  /** The imports that lead to a file, in the order of the importers' paths. */
  public List<Edge> importersOf(String file) {
    return importers.getOrDefault(file, List.of()).stream()
        .sorted(Comparator.comparing(Edge::importer))
        .toList();
  }

  /** The files that a file imports. */
  public List<Edge> importsOf(String file) {
    return imported.getOrDefault(file, List.of());
  }

  /** Files by how many import them, most first. */
  public List<String> mostImported(int most) {
    return importers.entrySet().stream()
        .sorted(
            Comparator.<Map.Entry<String, List<Edge>>>comparingInt(e -> -e.getValue().size())
                .thenComparing(Map.Entry::getKey))
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Ends of paths that some import may mean: of a large tree few are looked up, all are costly. */
  private static Set<String> asked(List<IndexedFile> files) {
    Set<String> ends = new HashSet<>();
    for (IndexedFile file : files) {
      file.imports().forEach(one -> ends.addAll(ImportPaths.candidates(file, one.target())));
    }
    return ends;
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
    for (String candidate : ImportPaths.candidates(file, target)) {
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

  static String withoutExtension(String path) {
    if (path.endsWith(".d.ts")) {
      return path.substring(0, path.length() - ".d.ts".length());
    }
    int dot = path.lastIndexOf('.');
    return dot > path.lastIndexOf('/') + 1 ? path.substring(0, dot) : path;
  }
}

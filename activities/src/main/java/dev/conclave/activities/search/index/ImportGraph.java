package dev.conclave.activities.search.index;

import dev.conclave.activities.search.source.Language;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
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
  /** Files by the last segment of what an import may call them. */
  private final Map<String, List<Named>> named = new HashMap<>();

  private final Map<String, List<Named>> fitting = new HashMap<>();
  private final Map<String, Set<String>> imported = new HashMap<>();

  /** A file by what an import may call it: its path, that without the extension, its folder. */
  private record Named(String name, String path, Language language) {}

  /** The graph of a tree's files. */
  public ImportGraph(List<IndexedFile> files) {
    files.stream().filter(file -> file.language().isCode()).forEach(this::add);
    for (IndexedFile file : files) {
      Set<String> once = new LinkedHashSet<>();
      file.imports().forEach(target -> resolve(file, target).ifPresent(once::add));
      once.remove(file.path());
      imported.put(file.path(), once);
    }
  }

  /** The files that a file imports. */
  public Set<String> importsOf(String file) {
    return imported.getOrDefault(file, Set.of());
  }

  /** How many files import a file, by its path. */
  public Map<String, Integer> importers() {
    Map<String, Integer> importers = new HashMap<>();
    imported.values().forEach(all -> all.forEach(one -> importers.merge(one, 1, Integer::sum)));
    return importers;
  }

  private void add(IndexedFile file) {
    String path = file.path();
    boolean ofFolder =
        file.stem().matches("index|__init__|mod|lib")
            || (file.language() == Language.GO && !file.stem().endsWith("_test"));
    for (String name : List.of(path, bare(path), ofFolder ? file.directory() : "")) {
      if (!name.isEmpty()) {
        named
            .computeIfAbsent(name.substring(name.lastIndexOf('/') + 1), last -> new ArrayList<>())
            .add(new Named(name, path, file.language()));
      }
    }
  }

  private Optional<String> resolve(IndexedFile file, String target) {
    for (String candidate : candidates(file, target)) {
      Optional<String> nearest =
          fitting.computeIfAbsent(candidate, this::fitting).stream()
              .filter(one -> one.language().family() == file.language().family())
              .max(
                  Comparator.<Named>comparingInt(one -> common(one.path(), file.path()))
                      // Beside a script may stand its declarations: each language means its own.
                      .thenComparing(one -> one.language() == file.language())
                      .thenComparing(one -> -one.path().length())
                      .thenComparing(Named::path, Comparator.reverseOrder()))
              .map(Named::path);
      if (nearest.isPresent()) {
        return nearest;
      }
    }
    return Optional.empty();
  }

  private List<Named> fitting(String candidate) {
    return named
        .getOrDefault(candidate.substring(candidate.lastIndexOf('/') + 1), List.of())
        .stream()
        .filter(one -> ("/" + one.name()).endsWith("/" + candidate))
        .toList();
  }

  private static int common(String a, String b) {
    int i = 0;
    while (i < Math.min(a.length(), b.length()) && a.charAt(i) == b.charAt(i)) {
      i++;
    }
    return i;
  }

  private static String bare(String path) {
    return path.replaceFirst("(?<=[^/])(?:\\.d\\.ts|\\.[^./]*)$", "");
  }

  /** The ends of paths that an import may mean, likeliest first. */
  private static List<String> candidates(IndexedFile file, String target) {
    String dots = target.replaceFirst("[^.].*", "");
    String path = target.replaceFirst("^(?:(?:crate|self|super)::)+|^[@~]/|^\\$[^/]*/", "");
    boolean ours = !path.equals(target) || target.startsWith("src/");
    return switch (file.language()) {
      case JAVA, KOTLIN -> shortened(target.replace(".*", "").replace('.', '/'), 2, 2);
      case PYTHON ->
          dots.isEmpty()
              ? shortened(target.replace('.', '/'), 1, 1)
              : relative(
                  file,
                  "./"
                      + "../".repeat(dots.length() - 1)
                      + target.substring(dots.length()).replace('.', '/'));
      // A bare name is a package from outside; a path may follow an alias such as @/.
      case JAVASCRIPT, TYPESCRIPT ->
          !dots.isEmpty() ? relative(file, target) : ours ? List.of(bare(path)) : List.of();
      // The first segment is a host; packages are folders.
      case GO -> target.matches("[^/]*\\..*") ? ends(target, 1) : List.of();
      case RUST ->
          target.contains("::")
              ? ours ? shortened(path.replace("::", "/"), 1, 2) : List.of()
              : relative(
                  file, (file.stem().matches("mod|lib|main") ? "" : file.stem() + "/") + path);
      case PHP ->
          target.contains("\\")
              ? ends(target.replace('\\', '/'), 0)
              : relative(file, target.replaceFirst("^/", ""));
      case C, CPP, RUBY, SHELL ->
          Stream.concat(
                  relative(file, path).stream(), Stream.of(path.replaceFirst("^(?:\\.\\.?/)+", "")))
              .toList();
      case CSHARP, PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> List.of();
    };
  }

  /** A path of several segments without its first ones, more and more of them. */
  private static List<String> ends(String path, int from) {
    List<String> segments = List.of(path.split("/"));
    return IntStream.range(from, Math.min(segments.size(), segments.size() - 1 + from))
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
      return path.startsWith("..") ? List.of() : List.of(path, bare(path));
    } catch (InvalidPathException e) {
      return List.of();
    }
  }
}

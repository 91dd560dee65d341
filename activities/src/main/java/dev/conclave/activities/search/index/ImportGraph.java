package dev.conclave.activities.search.index;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The imports between files, resolved by path. A target that matches several files means the one
 * closest to the importer; one that matches none is external. Immutable.
 */
public final class ImportGraph {
  private static final int MOST_PACKAGES = 200;

  /** Files by the last segment of each name that an import may use. */
  private final Map<String, List<Named>> named = new HashMap<>();

  /** Names of packages defined in the tree. */
  private final Set<String> packages = new HashSet<>();

  private final Map<String, List<Named>> fitting = new HashMap<>();
  private final Map<String, Set<String>> imported = new HashMap<>();

  /** A file under a name that imports may use: path, path without extension, or folder. */
  private record Named(String name, IndexedFile file) {}

  public ImportGraph(List<IndexedFile> files) {
    this(files, path -> "");
  }

  /**
   * Creates a graph that knows the packages defined in the tree.
   *
   * @param text returns a file's text; only called for package.json
   */
  public ImportGraph(List<IndexedFile> files, UnaryOperator<String> text) {
    files.stream().filter(file -> file.language().isCode()).forEach(this::add);
    files.stream()
        .filter(file -> PathKind.name(file.path()).equals("package.json"))
        .limit(MOST_PACKAGES)
        .forEach(file -> addMain(file.directory(), text.apply(file.path())));
    files.forEach(file -> imported.put(file.path(), targets(file)));
  }

  /** Maps a package's folder and name to its main file. */
  private void addMain(String folder, String manifest) {
    JsonNode said;
    try {
      said = WireMapper.get().readTree(manifest.isBlank() ? "{}" : manifest);
    } catch (JsonProcessingException e) {
      return;
    }
    String main = said.path("main").asText(said.path("module").asText("index"));
    String path = bare((folder.isEmpty() ? "" : folder + "/") + main.replaceFirst("^\\./", ""));
    Stream.of(path, path + "/index")
        .flatMap(one -> named.getOrDefault(last(one), List.of()).stream())
        .filter(one -> one.name.equals(path) || one.name.equals(path + "/index"))
        .map(Named::file)
        .findFirst()
        .ifPresent(
            file -> {
              add(folder, file);
              String name = said.path("name").asText();
              if (!name.isEmpty()) {
                packages.add(name);
                add(name, file);
              }
            });
  }

  private void add(String name, IndexedFile file) {
    named.computeIfAbsent(last(name), any -> new ArrayList<>()).add(new Named(name, file));
  }

  /** Returns the files that a file imports, even if the graph does not contain it. */
  public Set<String> targets(IndexedFile file) {
    Set<String> targets = new LinkedHashSet<>();
    file.imports().forEach(target -> resolve(file, target).ifPresent(targets::add));
    targets.remove(file.path());
    return targets;
  }

  public Set<String> importsOf(String file) {
    return imported.getOrDefault(file, Set.of());
  }

  public Map<String, Integer> importers() {
    Map<String, Integer> importers = new HashMap<>();
    imported.values().forEach(all -> all.forEach(one -> importers.merge(one, 1, Integer::sum)));
    return importers;
  }

  private void add(IndexedFile file) {
    boolean ofFolder =
        file.stem().matches("index|__init__|mod|lib")
            || (file.language() == Language.GO && !file.stem().endsWith("_test"));
    add(file.path(), file);
    add(bare(file.path()), file);
    if (ofFolder) {
      add(file.directory(), file);
    }
  }

  private static String bare(String path) {
    return path.replaceFirst("(?<=[^/])(?:\\.d\\.ts|\\.[^./]*)$", "");
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static final Pattern START =
      Pattern.compile("^(?:\\.{0,2}/|[@~]/|\\$[^/]*/|(?:crate|self|super)::|\\.+)+");

  private Optional<String> resolve(IndexedFile importer, String written) {
    String target = written.matches("(?:.*/)?\\.\\.?") ? written + "/" : written;
    String path = START.matcher(target).replaceFirst("");
    return candidates(importer.language(), target, path)
        .flatMap(candidate -> nearest(importer, target, candidate).stream())
        .findFirst();
  }

  private Optional<String> nearest(IndexedFile importer, String target, String candidate) {
    String place = (base(importer, target) + candidate).replaceFirst("/$", "");
    Stream<Named> fits =
        target.startsWith(".")
            ? named.getOrDefault(last(place), List.of()).stream()
                .filter(one -> one.name.equals(place))
            : fitting.computeIfAbsent(candidate, this::fitting).stream();
    return fits.filter(one -> one.file.language().family() == importer.language().family())
        .max(
            Comparator.<Named>comparingInt(one -> common(one.file.path(), place))
                // A script and its declaration file can share a name: prefer the importer's
                // language.
                .thenComparing(one -> one.file.language() == importer.language())
                .thenComparing(one -> -one.file.path().length())
                .thenComparing(one -> one.file.path(), Comparator.reverseOrder()))
        .map(one -> one.file.path());
  }

  private List<Named> fitting(String candidate) {
    return named.getOrDefault(last(candidate), List.of()).stream()
        .filter(one -> ("/" + one.name).endsWith("/" + candidate))
        .toList();
  }

  private static String base(IndexedFile importer, String target) {
    String dots = target.replaceFirst("[^./].*", "");
    int up = dots.contains("/") ? dots.split("\\.\\./", -1).length - 1 : dots.length() - 1;
    String folder = importer.path().substring(0, importer.path().lastIndexOf('/') + 1);
    for (int i = 0; i < up; i++) {
      folder = folder.substring(0, folder.lastIndexOf('/', folder.length() - 2) + 1);
    }
    return folder;
  }

  private static int common(String a, String b) {
    int differs = Arrays.mismatch(a.toCharArray(), b.toCharArray());
    return differs < 0 ? a.length() : differs;
  }

  /** Returns the path suffixes that an import may mean, most likely first. */
  private Stream<String> candidates(Language language, String target, String path) {
    boolean relative = !path.equals(target);
    return switch (language) {
      case JAVA, KOTLIN -> heads(path.replace(".*", "").replace('.', '/'), 2);
      case PYTHON -> heads(path.replace('.', '/'), 1);
      // Paths without a relative mark lead to external packages.
      case JAVASCRIPT, TYPESCRIPT ->
          relative
              ? Stream.of(path.replaceFirst("\\.[jt]sx?$", ""))
              : Stream.of(target).filter(packages::contains);
      case RUST ->
          relative || !path.contains("::") ? heads(path.replace("::", "/"), 1) : Stream.of();
      // In Go, the first segment of a non-standard package is a host name.
      case GO -> path.matches("[^/.]*\\..*") ? tails(path) : Stream.of();
      // A last name alone would match too much.
      case PHP -> tails(path.replace('\\', '/')).filter(t -> t.equals(path) || t.contains("/"));
      case C, CPP, RUBY, SHELL -> Stream.of(path);
      case CSHARP, PROSE, STYLE, MARKUP, CONFIGURATION, OTHER -> Stream.of();
    };
  }

  /** Returns a path, also without its last one and two segments: a member or nested type. */
  private static Stream<String> heads(String path, int least) {
    List<String> segments = List.of(path.split("/"));
    return Stream.of(0, 1, 2)
        .map(drop -> segments.size() - drop)
        .filter(size -> size >= least)
        .map(size -> String.join("/", segments.subList(0, size)));
  }

  /** Returns a path, then shorter suffixes. */
  private static Stream<String> tails(String path) {
    return Stream.iterate(
        path,
        rest -> !rest.isEmpty(),
        rest -> rest.contains("/") ? rest.replaceFirst("^[^/]*/", "") : "");
  }
}

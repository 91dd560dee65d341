package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.text.Identifiers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Finds the files that use another, by their imports and by what they say. */
final class Usages {
  private static final int MOST_READ = 400;
  private static final int MOST_TESTS = 50;

  /** Languages in which files of one folder use each other without an import. */
  private static final Set<Language> FOLDER_IS_PACKAGE =
      Set.of(Language.JAVA, Language.KOTLIN, Language.GO, Language.CSHARP);

  private final Map<String, IndexedFile> files;
  private final ImportGraph graph;
  private final Texts texts;

  /**
   * The usages in a tree.
   *
   * @param files all of it, by path
   */
  Usages(Map<String, IndexedFile> files, ImportGraph graph, Texts texts) {
    this.files = files;
    this.graph = graph;
    this.texts = texts;
  }

  /** Who uses a file, the nearest to it first. */
  record Users(List<Place.Use> sources, List<Place.Use> tests) {}

  /**
   * Who imports a file, or names what it defines.
   *
   * @param name of that
   */
  Users of(IndexedFile file, String name) {
    Map<String, Place.Use> sources = new LinkedHashMap<>();
    Map<String, Place.Use> tests = new LinkedHashMap<>();
    for (ImportGraph.Edge edge : graph.importersOf(file.path())) {
      boolean isTest = PathKind.of(edge.importer()) == PathKind.TEST;
      (isTest ? tests : sources).put(edge.importer(), new Place.Use(edge.importer(), edge.line()));
    }
    addMentions(file, name, sources, tests);
    return new Users(nearest(sources.values(), file), nearest(tests.values(), file));
  }

  /** Those of the tests that call something by its name, at that line. */
  List<Place.Use> guards(String name, List<Place.Use> tests) {
    List<Place.Use> guards = new ArrayList<>();
    for (Place.Use test : tests.stream().limit(MOST_TESTS).toList()) {
      Optional.ofNullable(files.get(test.path())).stream()
          .flatMapToInt(file -> texts.firstCall(file, name).stream())
          .forEach(line -> guards.add(new Place.Use(test.path(), line)));
    }
    return List.copyOf(guards);
  }

  private void addMentions(
      IndexedFile file, String name, Map<String, Place.Use> sources, Map<String, Place.Use> tests) {
    int read = 0;
    for (IndexedFile other : files.values()) {
      boolean isTest = other.kind() == PathKind.TEST;
      boolean neighbour =
          FOLDER_IS_PACKAGE.contains(file.language())
              && other.directory().equals(file.directory())
              && other.kind() == PathKind.SOURCE;
      if (other.language() != file.language() || other.path().equals(file.path())) {
        continue;
      }
      if ((isTest || neighbour) && read++ < MOST_READ) {
        OptionalInt line = texts.firstMention(other, name);
        Map<String, Place.Use> into = isTest ? tests : sources;
        line.ifPresent(l -> into.putIfAbsent(other.path(), new Place.Use(other.path(), l)));
      }
    }
  }

  /** Files named after the place first, then source before examples and the like. */
  private static List<Place.Use> nearest(Collection<Place.Use> uses, IndexedFile file) {
    String stem = Identifiers.joined(file.stem());
    return uses.stream()
        .sorted(
            Comparator.<Place.Use, Boolean>comparing(
                    use -> !Identifiers.joined(PlaceFindings.stem(use.path())).contains(stem))
                .thenComparing(use -> PathKind.of(use.path()) != PathKind.SOURCE)
                .thenComparing(Place.Use::path))
        .toList();
  }
}

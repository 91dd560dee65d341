package dev.conclave.activities.direct;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import dev.conclave.activities.search.text.Identifiers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the files that use another, by their imports and by what their code says. */
final class Usages {
  private static final int MOST_READ = 2000;

  /** In characters, of the files read for one place. */
  private static final long MOST_CHARACTERS = 64L << 20;

  private final Map<String, IndexedFile> files;
  private final ImportGraph graph;
  private final Neighbourhood neighbourhood;
  private final Texts texts;

  /**
   * The usages in a tree.
   *
   * @param files all of it, by path
   */
  Usages(Map<String, IndexedFile> files, ImportGraph graph, Texts texts) {
    this.files = files;
    this.graph = graph;
    this.neighbourhood = new Neighbourhood(files.values(), graph);
    this.texts = texts;
  }

  /** Who uses a symbol of a file, or the file where there is none. */
  Usage of(IndexedFile file, Optional<Symbol> symbol) {
    Gathering gathering = new Gathering(file);
    symbol.ifPresent(one -> gathering.addMentions(one.name()));
    gathering.addImporters(symbol.isEmpty());
    gathering.addCalledAlike();
    return gathering.usage();
  }

  private final class Gathering {
    private final IndexedFile file;
    private final Map<String, Place.Use> sources = new LinkedHashMap<>();
    private final Map<String, Place.Use> tests = new LinkedHashMap<>();
    private final List<Place.Use> guards = new ArrayList<>();
    private boolean named;
    private boolean called;

    Gathering(IndexedFile file) {
      this.file = file;
    }

    void addMentions(String name) {
      List<IndexedFile> rivals = neighbourhood.rivals(file, name);
      int read = 0;
      long characters = 0;
      for (IndexedFile other : readable()) {
        if (read++ == MOST_READ || characters > MOST_CHARACTERS) {
          named = true; // somebody may, among those that nobody read
          called = true;
          return;
        }
        String text = texts.text(other);
        characters += text.length();
        if (text.contains(name)) {
          addMention(other, name, rivals);
        }
      }
    }

    private void addMention(IndexedFile other, String name, List<IndexedFile> rivals) {
      Mentions mentions = new Mentions(texts.code(other), name);
      if (mentions.first().isEmpty()) {
        return;
      }
      boolean test = other.kind() == PathKind.TEST;
      named |= test;
      called |= test && mentions.mayBeCalled();
      List<Integer> imports = neighbourhood.imports(other, file);
      if (!neighbourhood.means(other, file, name, rivals) || mentions.areOfItsOwn(imports)) {
        return;
      }
      mentions.call().stream().filter(line -> test).forEach(line -> guards.add(names(other, line)));
      if (!test || imports.isEmpty() || mentions.mayBeCalled()) {
        Place.Use use = names(other, mentions.first().getAsInt());
        (test ? tests : sources).put(other.path(), use);
      }
    }

    /** Those that can see the file first, then all of its languages. */
    private List<IndexedFile> readable() {
      return files.values().stream()
          .filter(other -> !other.path().equals(file.path()))
          .filter(other -> Neighbourhood.alike(other, file))
          .sorted(
              Comparator.<IndexedFile, Boolean>comparing(
                      other -> neighbourhood.imports(other, file).isEmpty())
                  .thenComparing(other -> !other.directory().equals(file.directory()))
                  .thenComparing(IndexedFile::path))
          .toList();
    }

    /** A Go import names a folder, of which no file is meant more than another. */
    void addImporters(boolean alsoSources) {
      if (file.language() == Language.GO) {
        return;
      }
      for (ImportGraph.Edge edge : graph.importersOf(file.path())) {
        boolean test = PathKind.of(edge.importer()) == PathKind.TEST;
        if (test || alsoSources) {
          (test ? tests : sources)
              .putIfAbsent(
                  edge.importer(), new Place.Use(edge.importer(), edge.line(), Place.How.IMPORTS));
        }
      }
    }

    /** Tests say in their names what they are about. */
    void addCalledAlike() {
      String stem = Identifiers.joined(file.stem());
      for (IndexedFile other : files.values()) {
        if (other.kind() == PathKind.TEST
            && Neighbourhood.alike(other, file)
            && Identifiers.joined(other.stem())
                .replaceAll("^tests?|(?:tests?|spec|it)$", "")
                .equals(stem)) {
          tests.putIfAbsent(other.path(), new Place.Use(other.path(), 1, Place.How.CALLED_ALIKE));
        }
      }
    }

    Usage usage() {
      return new Usage(
          nearest(sources.values()), nearest(tests.values()), nearest(guards), !named, !called);
    }

    /** Files named after the place first, then source before examples and the like. */
    private List<Place.Use> nearest(Collection<Place.Use> uses) {
      String stem = Identifiers.joined(file.stem());
      return uses.stream()
          .sorted(
              Comparator.<Place.Use, Boolean>comparing(
                      use -> !Identifiers.joined(PlaceFindings.stem(use.path())).contains(stem))
                  .thenComparing(Place.Use::how)
                  .thenComparing(use -> PathKind.of(use.path()) != PathKind.SOURCE)
                  .thenComparing(Place.Use::path))
          .toList();
    }

    private static Place.Use names(IndexedFile other, int line) {
      return new Place.Use(other.path(), line, Place.How.NAMES);
    }
  }
}

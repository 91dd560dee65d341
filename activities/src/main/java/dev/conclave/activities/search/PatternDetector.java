package dev.conclave.activities.search;

import dev.conclave.activities.search.index.Identifiers;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceFile;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.SourceTree;
import dev.conclave.workflows.api.ContextPackage.Pattern;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a tree is made of and after, each with the place that shows it. */
final class PatternDetector {
  private static final int MOST_MANIFESTS = 40;
  private static final int ENOUGH_FILES = 5;
  private static final double MOSTLY = 0.7;

  private final List<IndexedFile> files;
  private final SourceTree tree;
  private final Map<String, Pattern> found = new LinkedHashMap<>();

  PatternDetector(List<IndexedFile> files, SourceTree tree) {
    this.files = files.stream().sorted(Comparator.comparing(IndexedFile::path)).toList();
    this.tree = tree;
  }

  List<Pattern> detect() {
    List<IndexedFile> manifests =
        files.stream()
            .filter(file -> KnownTools.buildSystem(file.path()).isPresent())
            .sorted(Comparator.comparingInt(file -> file.path().split("/").length))
            .limit(MOST_MANIFESTS)
            .toList();
    for (IndexedFile manifest : manifests) {
      KnownTools.buildSystem(manifest.path())
          .ifPresent(name -> add(name, "build-system", manifest.path()));
      dependencies(manifest);
    }
    files.forEach(
        file ->
            KnownTools.automation(file.path())
                .ifPresent(name -> add(name, "automation", file.path())));
    layers();
    naming();
    testLayout();
    return List.copyOf(found.values());
  }

  private void dependencies(IndexedFile manifest) {
    int number = 0;
    for (String line : text(manifest).orElse("").split("\n", -1)) {
      number++;
      String lower = line.toLowerCase(Locale.ROOT);
      for (KnownTools.Library library : KnownTools.LIBRARIES) {
        if (library.isNamedIn(lower)) {
          add(library.name(), library.kind(), manifest.path() + ":" + number);
        }
      }
    }
  }

  private void layers() {
    Map<String, List<IndexedFile>> byFolder = new TreeMap<>();
    for (IndexedFile file : files) {
      if (file.language().isCode() && file.kind() == PathKind.SOURCE) {
        String folder = file.directory().substring(file.directory().lastIndexOf('/') + 1);
        KnownTools.layer(folder)
            .ifPresent(layer -> byFolder.computeIfAbsent(layer, l -> new ArrayList<>()).add(file));
      }
    }
    byFolder.forEach(
        (layer, members) ->
            add(
                layer + " layer (" + members.size() + " files)",
                "layer",
                members.get(0).directory() + "/"));
  }

  private void naming() {
    Map<Language, List<IndexedFile>> byLanguage =
        files.stream()
            .filter(file -> file.language().isCode() && file.kind() == PathKind.SOURCE)
            .collect(
                Collectors.groupingBy(IndexedFile::language, TreeMap::new, Collectors.toList()));
    byLanguage.forEach(
        (language, members) -> {
          if (members.size() >= ENOUGH_FILES) {
            mostly(members, file -> convention(file.stem()))
                .ifPresent(
                    c ->
                        add(
                            language.title() + " files named in " + c.getKey(),
                            "naming",
                            c.getValue().path()));
          }
        });
  }

  private void testLayout() {
    List<IndexedFile> tests =
        files.stream()
            .filter(file -> file.kind() == PathKind.TEST && file.language().isCode())
            .toList();
    if (tests.isEmpty()) {
      return;
    }
    Set<Nest> sources =
        files.stream()
            .filter(file -> file.kind() == PathKind.SOURCE)
            .map(Nest::of)
            .collect(Collectors.toSet());
    long beside = tests.stream().map(Nest::of).filter(sources::contains).count();
    boolean mostlyBeside = beside * 2 > tests.size();
    add(
        mostlyBeside ? "tests beside the code they test" : "tests in a tree of their own",
        "test-layout",
        tests.get(0).path());
  }

  /** Where a file lies among others of its language. */
  private record Nest(Language language, String directory) {
    static Nest of(IndexedFile file) {
      return new Nest(file.language(), file.directory());
    }
  }

  private static Optional<Map.Entry<String, IndexedFile>> mostly(
      List<IndexedFile> members, Function<IndexedFile, String> property) {
    Map<String, List<IndexedFile>> groups =
        members.stream()
            .filter(file -> !property.apply(file).isEmpty())
            .collect(Collectors.groupingBy(property, TreeMap::new, Collectors.toList()));
    long telling = groups.values().stream().mapToLong(List::size).sum();
    return groups.entrySet().stream()
        .filter(group -> group.getValue().size() >= MOSTLY * telling)
        .filter(group -> group.getValue().size() >= ENOUGH_FILES)
        .findFirst()
        .map(group -> Map.entry(group.getKey(), group.getValue().get(0)));
  }

  /** Names of one plain word tell nothing. */
  private static String convention(String stem) {
    boolean several = Identifiers.parts(stem).size() > 1;
    if (stem.contains("_")) {
      return "snake_case";
    } else if (stem.contains("-")) {
      return "kebab-case";
    } else if (!stem.isEmpty() && Character.isUpperCase(stem.charAt(0))) {
      return "PascalCase";
    }
    return several ? "camelCase" : "";
  }

  private void add(String name, String kind, String evidence) {
    found.putIfAbsent(kind + "\0" + name, new Pattern(name, kind, evidence));
  }

  private Optional<String> text(IndexedFile file) {
    try {
      return SourceText.of(tree.read(new SourceFile(file.path(), file.id(), 0)));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}

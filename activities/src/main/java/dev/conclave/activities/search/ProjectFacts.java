package dev.conclave.activities.search;

import dev.conclave.activities.document.Resources;
import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.api.ContextPackage.Pattern;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Describes a project by its paths, imports and build files. */
public final class ProjectFacts {
  private static final int MOST_MANIFESTS = 40;
  private static final int ENOUGH_FILES = 5;
  private static final double MOSTLY = 0.7;
  private static final int ENOUGH_OF_A_ROLE = 3;

  private static final java.util.regex.Pattern ROLE =
      java.util.regex.Pattern.compile(
          "\\w*?[a-z0-9](Adapter|Builder|Command|Controller|Decorator|Error|Exception|Factory|Filter|Handler"
              + "|Listener|Middleware|Mixin|Observer|Parser|Plugin|Provider|Repository|Resolver|Serializer"
              + "|Service|Strategy|Validator|View|Visitor)");

  private static final Set<String> ENTRY_POINTS =
      Set.of("main", "Main", "Application", "app", "cli", "server", "__main__", "manage");

  private static final String STEP =
      "((?:build|compile|test|check|lint|typecheck|type-check|vet|format|fmt)[\\w:-]*)";

  /** Matches commands that change files instead of checking them. */
  private static final java.util.regex.Pattern FORMATS =
      java.util.regex.Pattern.compile("(?<!\\w)(?:format|fmt)(?!\\w)");

  /** Matches a script in a JSON file, but not the version of a dependency. */
  private static final String SCRIPT =
      "\"(?![\\w:-]*:watch)" + STEP + "\"\\s*:\\s*\"(?![\\^~<>=*\\d])";

  /** Root file, pattern in it, command; {@code $1} is the matched group. */
  private static final String[][] COMMANDS = {
    {".pre-commit-config.yaml", "^", "pre-commit run --all-files"},
    {".rspec", "^", "bundle exec rspec"},
    {"CMakeLists.txt", "^", "cmake -B build && cmake --build build"},
    {"Cargo.toml", "^", "cargo build, cargo test"},
    {"Makefile", "(?m)^\\.?" + STEP + ":(?!=)", "make $1"},
    {"Rakefile", "^", "bundle exec rake"},
    {"composer.json", SCRIPT, "composer $1"},
    {"go.mod", "^", "go build ./..., go test ./..."},
    {"gradlew", "^", "./gradlew build"},
    {"mvnw", "^", "./mvnw verify"},
    {"noxfile.py", "^", "nox"},
    {"package.json", SCRIPT, "npm run $1"},
    {"phpunit.xml.dist", "^", "vendor/bin/phpunit"},
    {"pom.xml", "^", "mvn verify"},
    {"pyproject.toml", "\\[tool\\.(tox|pytest|mypy)\\b", "$1"},
    {"pyproject.toml", "\\[tool\\.(ruff)\\b", "$1 check"},
    {"tox.ini", "^", "tox"}
  };

  private static final Map<String, java.util.regex.Pattern> SIGNS =
      Stream.of(COMMANDS)
          .map(row -> row[1])
          .distinct()
          .collect(Collectors.toMap(sign -> sign, java.util.regex.Pattern::compile));

  private static final Map<String, String> BUILD_SYSTEMS = table("build-systems");
  private static final Map<String, String> FRAMEWORKS = table("frameworks");
  private static final Map<String, String> TEST_FRAMEWORKS = table("test-frameworks");
  private static final Map<String, String> LAYERS = table("layers");

  private final List<IndexedFile> files;
  private final List<IndexedFile> sources;
  private final UnaryOperator<String> text;

  ProjectFacts(List<IndexedFile> files, UnaryOperator<String> text) {
    this.files = files.stream().sorted(Comparator.comparing(IndexedFile::path)).toList();
    this.sources =
        this.files.stream()
            .filter(file -> file.language().isCode() && file.kind() == PathKind.SOURCE)
            .toList();
    this.text = text;
  }

  Map<String, Integer> languages() {
    Stream<String> titles =
        files.stream()
            .map(IndexedFile::language)
            .filter(language -> language != Language.OTHER)
            .map(Language::title);
    return counts(titles, Integer.MAX_VALUE);
  }

  /** Returns the commands that build, test and lint, each as {@code command (file)}. */
  List<String> commands() {
    Set<String> paths = files.stream().map(IndexedFile::path).collect(Collectors.toSet());
    return Stream.of(COMMANDS)
        .map(row -> row[0])
        .distinct()
        .filter(paths::contains)
        .flatMap(path -> commands(path, text.apply(path)).stream())
        .toList();
  }

  /** Returns whether a file defines how to build and test, locally or in CI. */
  boolean builds(String path) {
    return path.matches("\\.github/workflows/.*|\\.gitlab-ci\\.yml")
        || Stream.of(COMMANDS).anyMatch(row -> row[0].equals(path));
  }

  static Set<String> commands(String path, String text) {
    Set<String> commands = new TreeSet<>();
    for (String[] row : COMMANDS) {
      java.util.regex.Matcher matcher =
          java.util.Objects.requireNonNull(SIGNS.get(row[1])).matcher(text);
      while (row[0].equals(path) && matcher.find()) {
        String step = matcher.groupCount() > 0 ? matcher.group(1) : "";
        commands.add(row[2].replace("$1", step) + " (" + path + ")");
      }
    }
    return commands;
  }

  /**
   * Returns the commands that build and test, by file, except those that rewrite files.
   *
   * @param text returns a file's text; empty if it does not exist
   */
  public static Map<String, List<String>> checks(Function<String, Optional<String>> text) {
    Map<String, List<String>> checks = new TreeMap<>();
    Stream.of(COMMANDS)
        .map(row -> row[0])
        .distinct()
        .forEach(
            path ->
                text.apply(path)
                    .map(content -> commands(path, content))
                    .ifPresent(
                        found ->
                            checks.put(
                                path,
                                found.stream()
                                    .map(line -> line.substring(0, line.lastIndexOf(" (")))
                                    .flatMap(line -> Stream.of(line.split(", ")))
                                    .filter(line -> !FORMATS.matcher(line).find())
                                    .toList())));
    return checks;
  }

  List<String> testFolders() {
    Stream<String> folders =
        files.stream()
            .filter(file -> file.language().isCode() && file.kind() == PathKind.TEST)
            .map(file -> file.directory() + "/");
    return List.copyOf(counts(folders, 4).keySet());
  }

  String architecture() {
    if (sources.isEmpty()) {
      return "No source files in a known language.";
    }
    Map<String, Integer> importers = new HashMap<>();
    new ImportGraph(sources)
        .importers()
        .forEach(
            (path, count) ->
                // Go imports a package, which the graph represents by one file.
                importers.merge(path.endsWith(".go") ? folder(path) : path, count, Integer::sum));
    String imported = counted(most(importers, 5), " files");
    String entries =
        sources.stream()
            .filter(file -> ENTRY_POINTS.contains(file.stem()))
            .map(IndexedFile::path)
            .sorted(Comparator.comparingInt(String::length))
            .limit(5)
            .collect(Collectors.joining(", "));
    return "Modules by source files: %s.%s%s"
        .formatted(
            counted(counts(sources.stream().map(ProjectFacts::module), 8), ""),
            imported.isEmpty() ? "" : " Most imported: " + imported + ".",
            entries.isEmpty() ? "" : " Likely entry points: " + entries + ".");
  }

  /** Returns build systems, frameworks, layers and naming conventions, each with an example. */
  List<Pattern> patterns() {
    List<Pattern> found = new ArrayList<>(roles());
    files.stream()
        .filter(file -> BUILD_SYSTEMS.containsKey(name(file)))
        .sorted(Comparator.comparingInt(file -> file.path().split("/").length))
        .limit(MOST_MANIFESTS)
        .forEach(file -> manifest(file, found));
    grouped(sources, ProjectFacts::layer)
        .forEach(
            (layer, of) -> {
              String name = layer + " layer (" + of.size() + " files)";
              found.add(new Pattern(name, "layer", of.get(0).directory() + "/"));
            });
    grouped(sources, file -> convention(file).isEmpty() ? "" : file.language().title())
        .forEach((language, named) -> naming(language, named, found));
    Set<String> once = new TreeSet<>();
    return found.stream().filter(one -> once.add(one.kind() + "\0" + one.name())).toList();
  }

  private List<Pattern> roles() {
    Map<String, List<String>> places = new TreeMap<>();
    for (IndexedFile file : sources) {
      for (Symbol symbol : file.symbols()) {
        String place = file.path() + ":" + symbol.line();
        java.util.regex.Matcher role = ROLE.matcher(symbol.name());
        if (symbol.kind() == Symbol.Kind.TYPE && role.matches()) {
          places.computeIfAbsent(role.group(1) + " types", any -> new ArrayList<>()).add(place);
        } else if (file.language() == Language.GO && symbol.name().matches("With[A-Z]\\w*")) {
          places.computeIfAbsent("functional options", any -> new ArrayList<>()).add(place);
        }
      }
    }
    return places.entrySet().stream()
        .filter(role -> role.getValue().size() >= ENOUGH_OF_A_ROLE)
        .sorted(Comparator.comparingInt(role -> -role.getValue().size()))
        .map(
            role ->
                new Pattern(
                    role.getKey() + " (" + role.getValue().size() + ")",
                    "code",
                    role.getValue().get(0)))
        .toList();
  }

  private void manifest(IndexedFile file, List<Pattern> found) {
    found.add(new Pattern(BUILD_SYSTEMS.getOrDefault(name(file), ""), "build-system", file.path()));
    int number = 0;
    for (String line : text.apply(file.path()).split("\n", -1)) {
      String place = file.path() + ":" + ++number;
      String lower = line.strip().toLowerCase(Locale.ROOT);
      if (!lower.startsWith("#") && !lower.startsWith("//")) {
        add(found, "framework", FRAMEWORKS, lower, place);
        add(found, "test-framework", TEST_FRAMEWORKS, lower, place);
      }
    }
  }

  private static String folder(String path) {
    int name = path.lastIndexOf('/') + 1;
    return name == 0 ? "(root)" : path.substring(0, name);
  }

  private static void add(
      List<Pattern> found, String kind, Map<String, String> names, String line, String place) {
    names.forEach(
        (mark, name) -> {
          if (line.contains(mark)) {
            found.add(new Pattern(name, kind, place));
          }
        });
  }

  private static void naming(String language, List<IndexedFile> named, List<Pattern> found) {
    grouped(named, ProjectFacts::convention)
        .forEach(
            (convention, alike) -> {
              if (alike.size() >= Math.max(ENOUGH_FILES, MOSTLY * named.size())) {
                String name = language + " files named in " + convention;
                found.add(new Pattern(name, "naming", alike.get(0).path()));
              }
            });
  }

  private static Map<String, List<IndexedFile>> grouped(
      List<IndexedFile> files, Function<IndexedFile, String> by) {
    return files.stream()
        .filter(file -> !by.apply(file).isEmpty())
        .collect(Collectors.groupingBy(by, TreeMap::new, Collectors.toList()));
  }

  /** Returns a naming convention; empty for a single plain word. */
  private static String convention(IndexedFile file) {
    String stem = file.stem();
    return stem.contains("_")
        ? "snake_case"
        : stem.contains("-")
            ? "kebab-case"
            : Character.isUpperCase(stem.isEmpty() ? ' ' : stem.charAt(0))
                ? "PascalCase"
                : Terms.parts(stem).size() > 1 ? "camelCase" : "";
  }

  private static String layer(IndexedFile file) {
    String folder =
        file.directory().substring(file.directory().lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    return LAYERS.getOrDefault(folder, LAYERS.getOrDefault(folder.replaceFirst("s$", ""), ""));
  }

  private static String name(IndexedFile file) {
    return PathKind.name(file.path()).toLowerCase(Locale.ROOT);
  }

  private static String module(IndexedFile file) {
    String folder =
        file.directory()
            .replaceFirst("(^|/)src/(?:main|test)/(?:java|kotlin|resources)(/|$).*", "$1");
    String first = folder.replaceFirst("^([^/]*/[^/]*)/.*", "$1");
    return first.isEmpty() ? "(root)" : first;
  }

  private static String counted(Map<String, Integer> counts, String of) {
    return counts.entrySet().stream()
        .map(entry -> entry.getKey() + " (" + entry.getValue() + of + ")")
        .collect(Collectors.joining(", "));
  }

  private static Map<String, Integer> counts(Stream<String> of, int most) {
    return most(of.collect(Collectors.toMap(one -> one, one -> 1, Integer::sum)), most);
  }

  private static Map<String, Integer> most(Map<String, Integer> counts, int most) {
    Map<String, Integer> ordered = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(most)
        .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
    return ordered;
  }

  private static Map<String, String> table(String name) {
    Map<String, String> table = new LinkedHashMap<>();
    for (String line : Resources.text(ProjectFacts.class, "project-facts.txt").split("\n")) {
      if (line.startsWith(name + "\t")) {
        String row = line.substring(name.length() + 1);
        table.put(row.substring(0, row.indexOf('=')), row.substring(row.indexOf('=') + 1));
      }
    }
    return table;
  }
}

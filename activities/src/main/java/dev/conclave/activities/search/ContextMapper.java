package dev.conclave.activities.search;

import dev.conclave.activities.search.History.Commit;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.Outline;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.Place;
import dev.conclave.workflows.api.ContextMap.Source;
import dev.conclave.workflows.api.ContextPackage.RelevantFile;
import dev.conclave.workflows.temporal.Cut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Draws the map of a task: which files, which of their definitions, and who names those. One for
 * each request; see docs/search.md, "The map".
 */
final class ContextMapper {
  private static final int MOST_FILES = 40;

  /** Documents and settings: they have no definitions, so a few are enough. */
  private static final int MOST_PROSE = 6;

  /** Documents that keep their place when test files push others out. */
  private static final int SURE_DOCUMENTS = 3;

  /** Files of tests that name what the first files define, and are not among the found ones. */
  private static final int MOST_TESTS_ADDED = 6;

  private static final int CENTRAL_FILES = 12;
  private static final int MOST_SAID = 6;
  private static final int MOST_READ = 160;
  private static final int MOST_NAMES = 60;
  private static final int MOST_PLACES = 60;
  private static final int LONGEST_BODY = 60;
  private static final int LONGEST_WHY = 48;
  private static final double UNRANKED = 0.5;

  /** Added to the weight of what the user names, so that it comes before all else. */
  private static final double NAMED = 100;

  /** A name that more files define is as good as none. */
  private static final int MOST_DEFINING = 3;

  private static final Pattern NAME =
      Pattern.compile("`(?<marked>[^`\\s]{2,80})`|(?<word>[\\p{L}_$][\\w$]*)(?<call>\\()?");

  private final CodeSearch search;
  private final ProjectFacts facts;
  private final UnaryOperator<String> secretFilter;
  private final Map<String, IndexedFile> files = new TreeMap<>();
  private final Map<String, Set<String>> defining = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Outline> outlines = new HashMap<>();
  private final Map<String, Set<String>> words = new LinkedHashMap<>();

  /** A mapper; {@code secretFilter} takes secrets out of every text of the map. */
  ContextMapper(CodeSearch search, ProjectFacts facts, UnaryOperator<String> secretFilter) {
    this.search = search;
    this.facts = facts;
    this.secretFilter = secretFilter;
    for (IndexedFile file : search.files()) {
      files.put(file.path(), file);
      for (Symbol symbol : file.symbols()) {
        defining.computeIfAbsent(symbol.name(), n -> new LinkedHashSet<>()).add(file.path());
      }
    }
  }

  /**
   * The map.
   *
   * @param said what a human added since the task
   */
  ContextMap draw(String task, String said, List<RelevantFile> relevant) throws IOException {
    String query = task + "\n" + said;
    Set<String> named = namedSymbols(query);
    Map<String, RelevantFile> found = new LinkedHashMap<>();
    relevant.forEach(file -> found.put(file.path(), file));
    Map<String, Source> sources = new LinkedHashMap<>();
    ContextGatherer.filesNamed(query, files::containsKey)
        .forEach(path -> sources.put(path, Source.NAMED));
    named.forEach(name -> defining(name).forEach(path -> sources.put(path, Source.NAMED)));
    if (!said.isBlank()) {
      search.rank(said, MOST_SAID).forEach(file -> sources.putIfAbsent(file.path(), Source.SAID));
    }
    found.keySet().forEach(path -> sources.putIfAbsent(path, Source.FOUND));
    List<String> paths = first(sources);
    readUsers(task, paths, found.keySet());
    paths = withTests(paths);
    DefinitionScores scores = new DefinitionScores(QueryTerms.of(query).terms());
    for (String path : paths) {
      double relevance = found.containsKey(path) ? found.get(path).relevance() : UNRANKED;
      scores.add(path, text(path), outline(path), relevance, d -> users(d.name(), path).size());
    }
    Map<String, List<DefinitionScores.Scored>> scored = scores.scores();
    List<Entry> entries = new ArrayList<>();
    for (String path : paths) {
      Source source = sources.getOrDefault(path, Source.FOUND);
      String why = why(source, Optional.ofNullable(found.get(path)));
      entries.add(
          new Entry(
              path,
              Cut.shown(secretFilter.apply(why), LONGEST_WHY),
              source,
              scored.getOrDefault(path, List.of()).stream()
                  .map(one -> place(path, one, named.contains(one.definition().name())))
                  .sorted(
                      Comparator.comparingDouble(Place::weight)
                          .reversed()
                          .thenComparing(Place::from))
                  .limit(MOST_PLACES)
                  .toList(),
              tests(path),
              commits(path)));
    }
    return new ContextMap(secretFilter.apply(workspace()), entries);
  }

  /** The files in their order, with few that are no code. */
  private List<String> first(Map<String, Source> sources) {
    int[] prose = {0};
    return sources.keySet().stream()
        .filter(
            path -> sources.get(path) != Source.FOUND || isCode(path) || prose[0]++ < MOST_PROSE)
        .toList();
  }

  /** As many as a map has, with tests that name what the first files define. */
  private List<String> withTests(List<String> paths) {
    List<String> central =
        paths.stream()
            .filter(path -> PathKind.of(path) == PathKind.SOURCE)
            .limit(CENTRAL_FILES)
            .toList();
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < central.size(); i++) {
      for (String test : tests(central.get(i))) {
        if (!paths.subList(0, Math.min(MOST_FILES, paths.size())).contains(test)) {
          counts.merge(test, central.size() - i, Integer::sum);
        }
      }
    }
    Set<String> kept =
        paths.stream()
            .filter(path -> PathKind.of(path) == PathKind.DOCUMENTATION)
            .limit(SURE_DOCUMENTS)
            .collect(Collectors.toSet());
    List<String> tests = most(counts, MOST_TESTS_ADDED);
    for (String path : paths) {
      if (kept.size() < MOST_FILES - tests.size()) {
        kept.add(path);
      }
    }
    List<String> all = new ArrayList<>(paths.stream().filter(kept::contains).toList());
    tests.stream().filter(test -> !kept.contains(test)).forEach(all::add);
    return all;
  }

  private static String why(Source source, Optional<RelevantFile> found) {
    return switch (source) {
      case NAMED -> "the user names it";
      case SAID -> "for what the user said since";
      case FOUND ->
          found
              .map(file -> file.rationale().replace("words of the query: ", "says "))
              .orElse("tests of the files above");
    };
  }

  private Place place(String path, DefinitionScores.Scored scored, boolean named) {
    Definition definition = scored.definition();
    List<String> users = users(definition.name(), path);
    boolean isShort =
        definition.kind() == Symbol.Kind.FUNCTION && definition.lines() <= LONGEST_BODY;
    return new Place(
        secretFilter.apply(definition.signature()),
        definition.from(),
        definition.to(),
        isShort && (named || scored.telling()),
        scored.weight() + (named ? NAMED : 0),
        users.stream().filter(p -> PathKind.of(p) == PathKind.SOURCE).limit(2).toList(),
        users.size());
  }

  /** Names of a text that few files define: with a hump or underscore, called, or in code marks. */
  private Set<String> namedSymbols(String text) {
    Set<String> named = new LinkedHashSet<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      String marked = matcher.group("marked");
      String word = marked == null ? matcher.group("word") : marked;
      String name = word.replaceFirst("\\(.*", "").replaceFirst(".*[.:#]", "");
      int in = defining(name).size();
      boolean code = marked != null || matcher.group("call") != null || isCompound(name);
      if (code && in > 0 && in <= MOST_DEFINING) {
        named.add(name);
      }
    }
    return named;
  }

  private Set<String> defining(String name) {
    return defining.getOrDefault(name, Set.of());
  }

  private static boolean isCompound(String name) {
    return Terms.parts(name).size() > 1;
  }

  /** Reads the words of the files that may name what the map's files define. */
  private void readUsers(String task, List<String> paths, Set<String> found) throws IOException {
    Set<String> read = new LinkedHashSet<>(paths);
    read.addAll(found);
    String names =
        paths.stream()
            .limit(CENTRAL_FILES)
            .flatMap(path -> outline(path).definitions().stream())
            .map(Definition::name)
            .filter(ContextMapper::isCompound)
            .distinct()
            .limit(MOST_NAMES)
            .collect(Collectors.joining(" "));
    search.rank(task + " test " + names, MOST_READ).forEach(file -> read.add(file.path()));
    for (String path : read.stream().filter(this::isCode).limit(MOST_READ).toList()) {
      Set<String> tokens = new HashSet<>();
      Terms.tokens(text(path), tokens::add);
      words.put(path, tokens);
    }
  }

  /** Files that name a definition; none for a plain word, or for a name that several define. */
  private List<String> users(String name, String path) {
    boolean telling = isCompound(name) || Character.isUpperCase(name.codePointAt(0));
    return telling && defining(name).size() <= MOST_DEFINING
        ? words.entrySet().stream()
            .filter(file -> !file.getKey().equals(path) && file.getValue().contains(name))
            .map(Map.Entry::getKey)
            .toList()
        : List.of();
  }

  /** Files of tests that name most of what a file defines. */
  private List<String> tests(String path) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    outline(path).definitions().stream()
        .map(Definition::name)
        .distinct()
        .flatMap(name -> users(name, path).stream())
        .filter(user -> PathKind.of(user) == PathKind.TEST)
        .forEach(user -> counts.merge(user, 1, Integer::sum));
    return most(counts, 3);
  }

  private static List<String> most(Map<String, Integer> counts, int most) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .limit(most)
        .map(Map.Entry::getKey)
        .toList();
  }

  private List<String> commits(String path) {
    return search.history().of(path).stream()
        .map(Commit::subject)
        .distinct()
        .limit(2)
        .map(subject -> Cut.shown(secretFilter.apply(subject), LONGEST_WHY))
        .toList();
  }

  private String workspace() {
    String languages =
        facts.languages().entrySet().stream()
            .limit(6)
            .map(language -> language.getKey() + " " + language.getValue())
            .collect(Collectors.joining(", "));
    List<String> commands = facts.commands();
    List<String> tests = facts.testFolders();
    return "%d files: %s.\nCommands: %s.\n%s%s"
        .formatted(
            files.size(),
            languages,
            commands.isEmpty() ? "none found" : String.join("; ", commands),
            facts.architecture(),
            tests.isEmpty() ? "" : "\nTests: " + String.join(", ", tests));
  }

  private boolean isCode(String path) {
    return Optional.ofNullable(files.get(path))
        .filter(file -> file.language().isCode())
        .isPresent();
  }

  private Outline outline(String path) {
    return outlines.computeIfAbsent(path, p -> Outline.of(p, text(p)));
  }

  private String text(String path) {
    return texts.computeIfAbsent(path, search::text);
  }
}

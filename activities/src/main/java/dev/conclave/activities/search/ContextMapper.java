package dev.conclave.activities.search;

import dev.conclave.activities.search.CommitLog.Commit;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.index.RankedFile;
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
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Draws the map of a task: which files, which of their definitions, and who names those. One for
 * each request; see docs/search.md, "The map".
 */
final class ContextMapper {
  private static final int MOST_FILES = 40;

  /** Documents and settings: they have no definitions, so a few are enough. */
  private static final int MOST_PROSE = 6;

  /** Files of tests that name what the first files define, and are not among the found ones. */
  private static final int MOST_TESTS_ADDED = 6;

  private static final int BEFORE_TESTS = 26;
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

  private final OpenSearch open;
  private final SearchScope scope;
  private final ProjectFacts facts;
  private final UnaryOperator<String> secretFilter;
  private final Map<String, IndexedFile> files = new TreeMap<>();
  private final Map<String, Set<String>> defining = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();
  private final Map<String, Outline> outlines = new HashMap<>();
  private final Map<String, Set<String>> words = new LinkedHashMap<>();

  /** A mapper; {@code secretFilter} takes secrets out of every text of the map. */
  ContextMapper(
      OpenSearch open, SearchScope scope, ProjectFacts facts, UnaryOperator<String> secretFilter) {
    this.open = open;
    this.scope = scope;
    this.facts = facts;
    this.secretFilter = secretFilter;
    for (IndexedFile file : open.files()) {
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
   * @param relevant what the search found, best first
   * @throws IOException when the index cannot be read any more
   */
  ContextMap draw(String task, String said, List<RelevantFile> relevant) throws IOException {
    String query = task + "\n" + said;
    Set<String> named = namedSymbols(query);
    Map<String, RelevantFile> found = new LinkedHashMap<>();
    relevant.forEach(file -> found.put(file.path(), file));
    Map<String, Source> sources = sources(query, said, named, found.keySet());
    List<String> paths = first(sources);
    readUsers(task, paths, found.keySet());
    addTests(paths);
    DefinitionScores scores = new DefinitionScores(QueryTerms.of(query).terms());
    for (String path : paths) {
      double relevance = found.containsKey(path) ? found.get(path).relevance() : UNRANKED;
      scores.add(path, text(path), outline(path), relevance, d -> users(d.name(), path).size());
    }
    Map<String, Map<Definition, Double>> weights = scores.weights();
    List<Entry> entries = new ArrayList<>();
    for (String path : paths) {
      Source source = sources.getOrDefault(path, Source.FOUND);
      entries.add(
          new Entry(
              path,
              Cut.shown(secretFilter.apply(why(source, found.get(path))), LONGEST_WHY),
              source,
              places(path, weights.getOrDefault(path, Map.of()), named),
              tests(path),
              commits(path)));
    }
    return new ContextMap(secretFilter.apply(workspace()), entries);
  }

  private Map<String, Source> sources(
      String query, String said, Set<String> named, Set<String> found) throws IOException {
    Map<String, Source> sources = new LinkedHashMap<>();
    Keywords.files(query, files.keySet()).forEach(path -> sources.put(path, Source.NAMED));
    for (String name : named) {
      defining.getOrDefault(name, Set.of()).forEach(path -> sources.put(path, Source.NAMED));
    }
    if (!said.isBlank()) {
      for (RankedFile file : open.rank(said, MOST_SAID)) {
        sources.putIfAbsent(file.path(), Source.SAID);
      }
    }
    found.forEach(path -> sources.putIfAbsent(path, Source.FOUND));
    return sources;
  }

  private List<String> first(Map<String, Source> sources) {
    List<String> paths = new ArrayList<>();
    int prose = 0;
    for (Map.Entry<String, Source> source : sources.entrySet()) {
      boolean wanted = source.getValue() != Source.FOUND || isCode(source.getKey());
      if (paths.size() < MOST_FILES && (wanted || prose++ < MOST_PROSE)) {
        paths.add(source.getKey());
      }
    }
    return paths;
  }

  private void addTests(List<String> paths) {
    List<String> central =
        paths.stream()
            .filter(path -> PathKind.of(path) == PathKind.SOURCE)
            .limit(CENTRAL_FILES)
            .toList();
    Map<String, Integer> counts = new LinkedHashMap<>();
    for (int i = 0; i < central.size(); i++) {
      for (String test : tests(central.get(i))) {
        if (!paths.contains(test)) {
          counts.merge(test, central.size() - i, Integer::sum);
        }
      }
    }
    List<String> tests = most(counts, MOST_TESTS_ADDED);
    while (paths.size() > Math.max(BEFORE_TESTS, MOST_FILES - tests.size())) {
      paths.remove(paths.size() - 1);
    }
    paths.addAll(tests);
  }

  private static String why(Source source, @Nullable RelevantFile found) {
    return switch (source) {
      case NAMED -> "the user names it";
      case SAID -> "for what the user said since";
      case FOUND ->
          found == null
              ? "tests of the files above"
              : found.rationale().replace("words of the query: ", "says ");
    };
  }

  private List<Place> places(String path, Map<Definition, Double> weights, Set<String> named) {
    List<Place> places = new ArrayList<>();
    weights.forEach(
        (definition, weight) -> {
          List<String> users = users(definition.name(), path);
          places.add(
              new Place(
                  secretFilter.apply(definition.signature()),
                  definition.from(),
                  definition.to(),
                  definition.kind() == Symbol.Kind.FUNCTION && definition.lines() <= LONGEST_BODY,
                  named.contains(definition.name()) ? weight + NAMED : weight,
                  users.stream().filter(p -> PathKind.of(p) == PathKind.SOURCE).limit(2).toList(),
                  users.size()));
        });
    places.sort(Comparator.comparingDouble(Place::weight).reversed().thenComparing(Place::from));
    return List.copyOf(places.subList(0, Math.min(MOST_PLACES, places.size())));
  }

  /** Names of a text that few files define: with a hump or underscore, called, or in code marks. */
  private Set<String> namedSymbols(String text) {
    Set<String> named = new LinkedHashSet<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      String marked = matcher.group("marked");
      String word = marked == null ? matcher.group("word") : marked;
      String name = word.replaceFirst("\\(.*", "").replaceFirst(".*[.:#]", "");
      int in = defining.getOrDefault(name, Set.of()).size();
      boolean code = marked != null || matcher.group("call") != null || isCompound(name);
      if (code && in > 0 && in <= MOST_DEFINING) {
        named.add(name);
      }
    }
    return named;
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
    open.rank(task + " test " + names, MOST_READ).forEach(file -> read.add(file.path()));
    for (String path : read.stream().filter(this::isCode).limit(MOST_READ).toList()) {
      Set<String> tokens = new HashSet<>();
      Terms.tokens(text(path), tokens::add);
      words.put(path, tokens);
    }
  }

  /** Files that name a definition; none for a plain word, or for a name that several define. */
  private List<String> users(String name, String path) {
    boolean telling = isCompound(name) || Character.isUpperCase(name.codePointAt(0));
    if (!telling || defining.getOrDefault(name, Set.of()).size() > MOST_DEFINING) {
      return List.of();
    }
    return words.entrySet().stream()
        .filter(file -> !file.getKey().equals(path) && file.getValue().contains(name))
        .map(Map.Entry::getKey)
        .toList();
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
    return open.history().of(path).stream()
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
    return files.size()
        + " files: "
        + languages
        + ".\nCommands: "
        + (commands.isEmpty() ? "none found" : String.join("; ", commands))
        + ".\n"
        + facts.architecture()
        + (tests.isEmpty() ? "" : "\nTests: " + String.join(", ", tests));
  }

  private boolean isCode(String path) {
    IndexedFile file = files.get(path);
    return file != null && file.language().isCode();
  }

  private Outline outline(String path) {
    return outlines.computeIfAbsent(path, p -> Outline.of(p, text(p)));
  }

  private String text(String path) {
    return texts.computeIfAbsent(
        path,
        p -> {
          IndexedFile file = files.get(p);
          return file == null ? "" : ContextGatherer.text(scope, file);
        });
  }
}

package dev.conclave.activities.search;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.conclave.activities.search.index.History.Commit;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryTerms;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.Outline;
import dev.conclave.activities.search.source.Outline.Definition;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.api.ContextMap;
import dev.conclave.workflows.api.ContextMap.Entry;
import dev.conclave.workflows.api.ContextMap.EntrySource;
import dev.conclave.workflows.api.ContextMap.Place;
import dev.conclave.workflows.api.ContextPackage.RelevantFile;
import dev.conclave.workflows.text.Cut;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Builds the context map of a task; see docs/search.md, "The map". */
final class ContextMapper {
  private static final int MOST_FILES = 40;

  /** Limit for documents and settings, which have no definitions. */
  private static final int MOST_PROSE = 6;

  private static final int MOST_TESTS_ADDED = 6;

  private static final int MOST_BUILDING = 6;
  private static final int CENTRAL_FILES = 12;
  private static final int MOST_SAID = 6;
  private static final int MOST_READ = 160;
  private static final int MOST_NAMES = 60;
  private static final int MOST_PLACES = 60;
  private static final int LONGEST_WHY = 48;
  private static final int LONGEST_BESIDE = 600;
  private static final double UNRANKED = 0.5;

  /** Added to the weight of what the user names, so that it comes first. */
  private static final double NAMED = 100;

  /** Added to the weight of the members of a named type. */
  private static final double MEMBER = 2;

  private static final int MOST_DEFINING = 3;
  private static final int MOST_CALLED = 12;
  private static final int MOST_READERS = 4;
  private static final int MOST_ALIKE = 2;
  private static final int MOST_BESIDE = 60;

  private static final Pattern TELLS_NOTHING =
      Pattern.compile(
          "(?:; )?(?:words of the query: [^;]*|a passage matches the query|changed by \\d+ commits"
              + "|the query names the file)");

  private static final Pattern SETS = Pattern.compile("[\\w)\\]]\\.(?<field>\\w+)\\s*[-+|]?=[^=]");

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
  private final Map<String, List<Definition>> whole = new HashMap<>();
  private final Map<String, String> related = new LinkedHashMap<>();

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

  /** Builds the map; {@code said} is what the user added after the task. */
  ContextMap draw(String task, String said, List<RelevantFile> relevant) throws IOException {
    String query = task + "\n" + said;
    Set<String> named = namedSymbols(query);
    Map<String, RelevantFile> found = new LinkedHashMap<>();
    relevant.forEach(file -> found.put(file.path(), file));
    Map<String, EntrySource> sources = new LinkedHashMap<>();
    named(task).forEach(path -> sources.put(path, EntrySource.NAMED));
    named(said).forEach(path -> sources.putIfAbsent(path, EntrySource.SAID));
    if (!said.isBlank()) {
      search
          .rank(said, MOST_SAID)
          .forEach(file -> sources.putIfAbsent(file.path(), EntrySource.SAID));
    }
    List<String> first = List.copyOf(sources.keySet());
    found.keySet().forEach(path -> sources.putIfAbsent(path, EntrySource.FOUND));
    readUsers(task, List.copyOf(sources.keySet()), found.keySet());
    for (String path : first) {
      called(path, named);
      relate(path);
      alike(path);
    }
    related.forEach((path, why) -> sources.putIfAbsent(path, EntrySource.FOUND));
    int[] prose = {0};
    sources
        .entrySet()
        .removeIf(
            file ->
                file.getValue() == EntrySource.FOUND
                    && !isCode(file.getKey())
                    && prose[0]++ >= MOST_PROSE);
    List<String> ranked =
        Stream.of(first, related.keySet(), sources.keySet())
            .flatMap(Collection::stream)
            .distinct()
            .toList();
    List<String> paths = withTests(ranked);
    DefinitionScores scores = new DefinitionScores(QueryTerms.of(query).terms());
    for (String path : paths) {
      double relevance = found.containsKey(path) ? found.get(path).relevance() : UNRANKED;
      scores.add(path, text(path), outline(path), relevance, d -> users(d, path).size());
    }
    Map<String, List<DefinitionScores.Scored>> scored = scores.scores();
    List<Entry> entries = new ArrayList<>();
    for (String path : paths) {
      EntrySource source =
          sources.getOrDefault(path, facts.builds(path) ? EntrySource.BUILDS : EntrySource.FOUND);
      List<Place> places =
          scored.getOrDefault(path, List.of()).stream()
              .map(one -> place(path, one, named))
              .sorted(
                  Comparator.comparingDouble(Place::weight).reversed().thenComparing(Place::from))
              .limit(MOST_PLACES)
              .toList();
      String why = shown(why(path, source, found.get(path)));
      if (source == EntrySource.NAMED) {
        String beside = beside(path).stream().map(PathKind::name).collect(Collectors.joining(", "));
        why +=
            beside.isEmpty()
                ? ""
                : "; beside it " + secretFilter.apply(Cut.shorten(beside, LONGEST_BESIDE));
      }
      entries.add(new Entry(path, why, source, places, tests(path), commits(path)));
    }
    return new ContextMap(secretFilter.apply(workspace()), entries);
  }

  private String shown(String text) {
    return Cut.shorten(secretFilter.apply(text), LONGEST_WHY);
  }

  /**
   * Returns the files of the map, followed by tests that name symbols of the first files, and build
   * files.
   */
  private List<String> withTests(List<String> ranked) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    int weight = CENTRAL_FILES;
    for (String path : ranked) {
      if (weight > 0 && PathKind.of(path) == PathKind.SOURCE) {
        int one = weight--;
        tests(path).forEach(test -> counts.merge(test, one, Integer::sum));
      }
    }
    ranked.stream().limit(MOST_FILES).forEach(counts::remove);
    List<String> tests = most(counts, MOST_TESTS_ADDED);
    List<String> built =
        files.keySet().stream()
            .filter(one -> facts.builds(one) && !ranked.contains(one))
            .limit(MOST_BUILDING)
            .toList();
    return Stream.of(
            ranked.stream().limit(MOST_FILES - tests.size() - built.size()),
            tests.stream(),
            built.stream())
        .flatMap(list -> list)
        .toList();
  }

  private String why(String path, EntrySource source, @Nullable RelevantFile found) {
    return switch (source) {
      case NAMED -> "the user names it or what it defines";
      case SAID -> "for what the user said since";
      case BUILDS -> "builds or tests it";
      case FOUND ->
          related.getOrDefault(
              path,
              found == null
                  ? "tests of the files above"
                  : TELLS_NOTHING
                      .matcher(found.rationale())
                      .replaceAll("")
                      .replaceFirst("^; ", ""));
    };
  }

  /** Selects the named functions of a file and those they call in it, to be shown in full. */
  private void called(String path, Set<String> named) {
    Set<String> names = new LinkedHashSet<>(named);
    List<Definition> functions = new ArrayList<>();
    int before;
    do {
      before = functions.size();
      for (Definition one : outline(path).definitions()) {
        if (one.kind() != Symbol.Kind.TYPE
            && !functions.contains(one)
            && names.contains(one.name())) {
          functions.add(one);
          Terms.tokens(body(path, one), names::add);
        }
      }
    } while (functions.size() > before && functions.size() < MOST_CALLED);
    whole.put(path, functions);
  }

  private String body(String path, Definition one) {
    List<String> lines = text(path).lines().toList();
    return String.join("\n", lines.subList(one.from() - 1, Math.min(one.to(), lines.size())));
  }

  /** Finds the files that read fields set by the named functions of a file. */
  private void relate(String path) {
    for (Definition one : whole.getOrDefault(path, List.of())) {
      Matcher matcher = SETS.matcher(body(path, one));
      while (matcher.find()) {
        String field = matcher.group("field");
        if (isCompound(field)) {
          words.entrySet().stream()
              .filter(file -> isSource(file.getKey()) && file.getValue().contains(field))
              .filter(file -> !file.getKey().equals(path))
              .limit(MOST_READERS)
              .forEach(
                  file ->
                      related.putIfAbsent(
                          file.getKey(), "names " + field + ", which " + one.name() + " sets"));
        }
      }
    }
  }

  /**
   * Finds files in the same folder with functions of the same shape: first those used by the same
   * readers, then those with the most names in common.
   */
  private void alike(String path) {
    Map<String, Double> likeness = new HashMap<>();
    for (Definition own : whole.getOrDefault(path, List.of())) {
      String shape = shape(own);
      Set<String> names = tokens(body(path, own));
      for (String one : shape.isEmpty() ? List.<String>of() : beside(path)) {
        double used = related.keySet().stream().anyMatch(reader -> uses(reader, one)) ? 1 : 0;
        outline(one).definitions().stream()
            .filter(definition -> shape(definition).equals(shape))
            .map(definition -> used + share(names, tokens(body(one, definition))))
            .forEach(like -> likeness.merge(one, like, Math::max));
      }
    }
    likeness.entrySet().stream()
        .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
        .limit(MOST_ALIKE)
        .forEach(
            one -> related.putIfAbsent(one.getKey(), "code like that of " + PathKind.name(path)));
  }

  private boolean uses(String reader, String path) {
    return !reader.equals(path)
        && outline(path).definitions().stream().anyMatch(one -> users(one, path).contains(reader));
  }

  private static double share(Set<String> names, Set<String> others) {
    return names.stream().filter(others::contains).count() / (double) Math.max(1, names.size());
  }

  private static Set<String> tokens(String text) {
    Set<String> tokens = new HashSet<>();
    Terms.tokens(text, tokens::add);
    return tokens;
  }

  /** Returns the types that a definition's signature names, in order. */
  private static String shape(Definition definition) {
    List<String> types = new ArrayList<>();
    Terms.tokens(
        definition.signature(),
        token -> {
          if (Character.isUpperCase(token.charAt(0)) && !token.equals(definition.name())) {
            types.add(token);
          }
        });
    return String.join(" ", types);
  }

  /** Returns the other source files of a folder, which may show local conventions. */
  private List<String> beside(String path) {
    return files.keySet().stream()
        .filter(one -> folder(one).equals(folder(path)) && isSource(one) && !one.equals(path))
        .limit(MOST_BESIDE)
        .toList();
  }

  private static String folder(String path) {
    return path.substring(0, path.lastIndexOf('/') + 1);
  }

  private boolean isNamed(String path, Definition definition, Set<String> named) {
    return named.contains(definition.name())
        || whole.getOrDefault(path, List.of()).contains(definition);
  }

  private Place place(String path, DefinitionScores.Scored scored, Set<String> names) {
    Definition definition = scored.definition();
    List<String> users = users(definition, path);
    boolean named = isNamed(path, definition, names);
    boolean member = outline(path).owner(definition).filter(names::contains).isPresent();
    return new Place(
        secretFilter.apply(definition.signature()),
        definition.from(),
        definition.to(),
        (named || member) && definition.kind() == Symbol.Kind.FUNCTION,
        scored.weight() + (named ? NAMED : member ? MEMBER : 0),
        users.stream().filter(p -> PathKind.of(p) == PathKind.SOURCE).limit(2).toList(),
        users.size());
  }

  private List<String> named(String text) {
    return Stream.concat(
            ContextGatherer.filesNamed(text, files::containsKey).stream(),
            namedSymbols(text).stream().flatMap(name -> defining(name).stream()))
        .toList();
  }

  /** Returns the names in a text that few files define: compound, called, or in backticks. */
  private Set<String> namedSymbols(String text) {
    Set<String> named = new LinkedHashSet<>();
    Matcher matcher = NAME.matcher(text);
    while (matcher.find()) {
      String marked = matcher.group("marked");
      String word = marked == null ? matcher.group("word") : marked;
      String name = word.replaceFirst("\\(.*", "").replaceFirst("^.*[.:#]", "");
      int in = defining(name).size();
      boolean code =
          marked != null
              || matcher.group("call") != null
              || (isCompound(name) && defining(name).stream().anyMatch(ContextMapper::isSource));
      if (code && in > 0 && in <= MOST_DEFINING) {
        named.add(name);
      }
    }
    return named;
  }

  /** Returns the files that define a name; tests only if no source file does. */
  private Set<String> defining(String name) {
    Set<String> all = defining.getOrDefault(name, Set.of());
    Set<String> sources =
        all.stream()
            .filter(ContextMapper::isSource)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return sources.isEmpty() ? all : sources;
  }

  private static boolean isSource(String path) {
    return PathKind.of(path) == PathKind.SOURCE;
  }

  private static boolean isCompound(String name) {
    return Terms.parts(name).size() > 1;
  }

  /** Reads files that may use the map's definitions. */
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
      words.put(path, tokens(text(path)));
    }
  }

  /**
   * Returns the files that name a definition; none for a plain word or an ambiguous name. A file
   * that names a member must also name its type, since another type may have the same member.
   */
  private List<String> users(Definition definition, String path) {
    String name = definition.name();
    Optional<String> owner = outline(path).owner(definition);
    return isCompound(name) && defining(name).size() <= MOST_DEFINING
        ? words.entrySet().stream()
            .filter(file -> !file.getKey().equals(path) && file.getValue().contains(name))
            .filter(file -> owner.isEmpty() || file.getValue().contains(owner.get()))
            .map(Map.Entry::getKey)
            .toList()
        : List.of();
  }

  private List<String> tests(String path) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    outline(path).definitions().stream()
        .flatMap(definition -> users(definition, path).stream().distinct())
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
        .map(this::shown)
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
    return files.containsKey(path) && files.get(path).language().isCode();
  }

  private Outline outline(String path) {
    return outlines.computeIfAbsent(path, p -> Outline.of(p, text(p)));
  }

  private String text(String path) {
    return texts.computeIfAbsent(path, search::text);
  }
}

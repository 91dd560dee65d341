package dev.conclave.activities.context;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.SourceParser.ParsedSource;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.text.Cut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Ranks the files of a tree by relevance for a task: files that sources mention, and files at most
 * two imports away from them. Not thread-safe.
 */
final class FileRanking {
  static final int MOST_FILES = 50;

  /** Dependency score of a file by its distance from a seed, in imports. */
  private static final List<Double> BY_STEPS = List.of(1.0, 1.0, 0.5, 0.0);

  /** Distance of files that no seed reaches. */
  private static final int FAR = BY_STEPS.size() - 1;

  private static final int MOST_SEEDS = 5;
  private static final int MOST_REASONS = 3;
  private static final int LONGEST_REASON = 200;

  /** Relevance from which an exploration's file is a seed. */
  private static final double SURE = 0.7;

  /** Origin of a mention, in the order that breaks ties between files. */
  enum Source {
    USER_INTENT,
    ARCHIVE,
    DOCS,
    EXPLORATION,
    CODE
  }

  /** Order of sources for reasons: those that have examined the file come first. */
  private static final List<Source> REASONS =
      List.of(Source.USER_INTENT, Source.EXPLORATION, Source.CODE, Source.ARCHIVE, Source.DOCS);

  enum Tier {
    CRITICAL,
    HIGH,
    MEDIUM,
    LOW;

    static Tier of(double relevance) {
      return values()[(int) Stream.of(0.85, 0.70, 0.50).filter(least -> relevance < least).count()];
    }
  }

  /**
   * A source's mention of a file.
   *
   * @param relevance according to the source, 0 to 1
   */
  record Mention(Source source, double relevance, String why) {}

  /** A file mentioned by sources; its relevance is 0 until it is ranked. */
  record PackedFile(String path, double relevance, List<Mention> mentions) {
    boolean is(Source source) {
      return relevanceFrom(source) >= 0;
    }

    /** Returns the highest relevance given by a source; -1 if it does not mention the file. */
    double relevanceFrom(Source source) {
      return of(source).mapToDouble(Mention::relevance).max().orElse(-1);
    }

    private Stream<Mention> of(Source source) {
      return mentions.stream().filter(one -> one.source() == source);
    }

    private Source first() {
      return mentions.stream().map(Mention::source).min(Comparator.naturalOrder()).orElseThrow();
    }

    String rationale() {
      // The search adds no reason to a file that an explorer has read.
      return mentions.stream()
          .filter(one -> one.source() != Source.CODE || !is(Source.EXPLORATION))
          .sorted(Comparator.comparing(one -> REASONS.indexOf(one.source())))
          .map(one -> Cut.shorten(one.why().replaceFirst("[.;]\\s*$", ""), LONGEST_REASON))
          .filter(why -> !why.isBlank())
          .distinct()
          .limit(MOST_REASONS)
          .collect(Collectors.joining("; "));
    }

    Tier tier() {
      return Tier.of(relevance);
    }

    /** Raises a relevance towards 1 by the mentions of sources; see docs/context.md. */
    double raised(double relevance) {
      double further = 0.1 * (of(Source.EXPLORATION).count() - 1);
      double exploration =
          is(Source.EXPLORATION)
              ? Math.min(0.9, 0.7 * relevanceFrom(Source.EXPLORATION) + further)
              : 0;
      double user = is(Source.USER_INTENT) ? 0.8 : 0;
      double archive = is(Source.ARCHIVE) ? 0.15 : 0;
      return 1 - (1 - relevance) * (1 - user) * (1 - exploration) * (1 - archive);
    }
  }

  private record FileFacts(List<Symbol> symbols, Set<String> imports, Set<String> terms) {}

  private final ImportGraph graph;
  private final Set<String> paths;
  private final UnaryOperator<String> text;
  private final Set<String> words = new LinkedHashSet<>();
  private final Map<String, PackedFile> mentioned = new LinkedHashMap<>();
  private final Map<String, FileFacts> read = new HashMap<>();
  private int dropped;

  /**
   * Ranks files of a tree.
   *
   * @param text returns a file's content; empty for a file that is never shown
   * @param keywords of the task
   */
  FileRanking(Collection<String> paths, UnaryOperator<String> text, List<String> keywords) {
    this.paths = Set.copyOf(paths);
    this.text = text;
    graph =
        new ImportGraph(
            paths.stream().map(path -> IndexedFile.importing(path, List.of())).toList(), text);
    keywords.forEach(keyword -> words.addAll(stems(keyword)));
  }

  /** Records that a source mentions a file. Files that are not in the tree are not ranked. */
  void mention(String path, Source source, double relevance, String why) {
    if (paths.contains(path)) {
      mentioned
          .computeIfAbsent(path, any -> new PackedFile(path, 0, new ArrayList<>()))
          .mentions()
          .add(new Mention(source, Math.max(0, Math.min(1, relevance)), why));
    } else {
      dropped++;
    }
  }

  int dropped() {
    return dropped;
  }

  /**
   * Returns the best files, at most {@value #MOST_FILES}; ties are ordered by source, then by path.
   */
  List<PackedFile> best() {
    Map<String, Integer> steps = steps();
    return mentioned.values().stream()
        .map(file -> ranked(file, steps.getOrDefault(file.path(), FAR)))
        .sorted(
            Comparator.comparingDouble(PackedFile::relevance)
                .reversed()
                .thenComparing(PackedFile::first)
                .thenComparing(PackedFile::path))
        .limit(MOST_FILES)
        .toList();
  }

  private PackedFile ranked(PackedFile file, int steps) {
    String path = file.path();
    double own =
        0.4 * (file.is(Source.USER_INTENT) ? 1 : pathScore(path))
            + 0.3 * Math.max(file.relevanceFrom(Source.CODE), density(path))
            + 0.2 * structure(path)
            + 0.1 * BY_STEPS.get(steps);
    double relevance = file.raised(own);
    return new PackedFile(path, Math.round(relevance * 1000) / 1000.0, file.mentions());
  }

  /** Returns the files that are certainly relevant; if there are none, the best search results. */
  private List<String> seeds() {
    Stream<PackedFile> found =
        mentioned.values().stream()
            .filter(file -> file.is(Source.CODE))
            .sorted(Comparator.comparingDouble(file -> -file.relevanceFrom(Source.CODE)))
            .limit(MOST_SEEDS);
    List<PackedFile> sure =
        mentioned.values().stream()
            .filter(
                file ->
                    file.is(Source.USER_INTENT) || file.relevanceFrom(Source.EXPLORATION) >= SURE)
            .toList();
    return (sure.isEmpty() ? found : sure.stream()).map(PackedFile::path).toList();
  }

  /**
   * Returns the distance of files from the nearest seed in imports, in either direction. Files
   * imported by seeds are added to the ranking.
   */
  private Map<String, Integer> steps() {
    List<String> named = List.copyOf(mentioned.keySet());
    Map<String, Integer> steps = new LinkedHashMap<>();
    seeds().forEach(seed -> steps.put(seed, 0));
    for (int step = 1; step < FAR; step++) {
      for (String path : List.copyOf(steps.keySet())) {
        for (String target : facts(path).imports()) {
          if (!mentioned.containsKey(target)) {
            mention(target, Source.CODE, 0, "imported by " + path);
          }
          steps.putIfAbsent(target, step);
        }
        for (String other : named) {
          if (facts(other).imports().contains(path)) {
            steps.putIfAbsent(other, step);
          }
        }
      }
    }
    return steps;
  }

  private double pathScore(String path) {
    List<String> name = stems(PathKind.stem(PathKind.name(path)));
    long known = name.stream().filter(words::contains).count();
    String folder = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    boolean inFolder = stems(folder).stream().anyMatch(words::contains);
    return (name.isEmpty() ? 0 : 0.7 * known / name.size()) + (inFolder ? 0.3 : 0);
  }

  private double density(String path) {
    long known = words.stream().filter(facts(path).terms()::contains).count();
    return Math.min(1, known / Math.max(1, Math.ceil(words.size() / 2.0)));
  }

  private double structure(String path) {
    if (facts(path).symbols().stream().map(Symbol::name).anyMatch(this::isNamed)) {
      return 1;
    }
    return switch (PathKind.of(path)) {
      case SOURCE -> Language.of(path).isCode() ? 0.8 : 0.5;
      case TEST -> 0.6;
      case DOCUMENTATION -> 0.4;
      case EXAMPLE, BENCHMARK -> 0.3;
      case GENERATED -> 0;
    };
  }

  private boolean isNamed(String symbol) {
    List<String> parts = stems(symbol);
    return parts.size() > 1 && words.containsAll(parts);
  }

  /** Returns the stems of a name's words, or bigrams for Chinese, Japanese and Korean. */
  static List<String> stems(String name) {
    return Terms.parts(name).stream().flatMap(part -> Terms.of(part).stream()).toList();
  }

  boolean isAbout(String path) {
    return words.stream().anyMatch(facts(path).terms()::contains);
  }

  boolean containsAll(String path, List<String> stems) {
    return facts(path).terms().containsAll(stems);
  }

  private FileFacts facts(String path) {
    return read.computeIfAbsent(
        path,
        any -> {
          String content = text.apply(path);
          ParsedSource parsed = SourceParser.parse(path, content);
          Set<String> terms = new HashSet<>(stems(path));
          terms.addAll(Terms.of(content));
          return new FileFacts(
              parsed.symbols(),
              graph.targets(IndexedFile.importing(path, parsed.imports())),
              terms);
        });
  }

  Map<String, Set<String>> importsAmong(List<PackedFile> files) {
    Set<String> chosen = files.stream().map(PackedFile::path).collect(Collectors.toSet());
    Map<String, Set<String>> among = new TreeMap<>();
    for (String path : chosen) {
      Set<String> targets = new TreeSet<>(facts(path).imports());
      targets.retainAll(chosen);
      among.put(path, targets);
    }
    return among;
  }

  /**
   * Orders files after their imports, then by path; in a cycle, the last file reached comes first.
   *
   * @param imports of each file among the others, sorted
   */
  static List<String> order(Map<String, Set<String>> imports) {
    TreeMap<String, Set<String>> waiting = new TreeMap<>(imports);
    List<String> ordered = new ArrayList<>();
    while (!waiting.isEmpty()) {
      append(waiting.firstKey(), waiting, ordered);
    }
    return ordered;
  }

  private static void append(String path, Map<String, Set<String>> waiting, List<String> ordered) {
    Set<String> targets = waiting.remove(path);
    if (targets != null) {
      targets.forEach(target -> append(target, waiting, ordered));
      ordered.add(path);
    }
  }
}

package dev.conclave.activities.context;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.SourceParser.ParsedSource;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.temporal.Cut;
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
 * Which files of a tree matter for a task, and how much: what sources mention, and what that
 * imports in at most two steps. Not thread-safe.
 */
final class FileRanking {
  static final int MOST_FILES = 50;

  /** More imports away from what matters than files may be. */
  private static final int FAR = 3;

  private static final int MOST_SEEDS = 5;
  private static final int MOST_REASONS = 3;
  private static final int LONGEST_REASON = 200;

  /** What an exploration says of a file it is sure of. */
  private static final double SURE = 0.7;

  /** Where a mention comes from; of equal files that of the first source stands first. */
  enum Source {
    USER_INTENT,
    ARCHIVE,
    DOCS,
    EXPLORATION,
    CODE
  }

  /** A file's place among the others by its relevance. */
  enum Tier {
    CRITICAL(0.85),
    HIGH(0.70),
    MEDIUM(0.50),
    LOW(0);

    private final double least;

    Tier(double least) {
      this.least = least;
    }

    static Tier of(double relevance) {
      return Stream.of(values()).filter(tier -> relevance >= tier.least).findFirst().orElse(LOW);
    }
  }

  /**
   * That a source names a file.
   *
   * @param relevance what the source itself says, 0 to 1
   */
  record Mention(Source source, double relevance, String why) {}

  private static final List<Source> TELLING =
      List.of(Source.USER_INTENT, Source.EXPLORATION, Source.CODE, Source.ARCHIVE, Source.DOCS);

  /** A file of the package. */
  record PackedFile(String path, double relevance, List<Mention> mentions) {
    /** The best reasons: those of a source that has looked at the file before all others. */
    String rationale() {
      // What the search found is no reason where an explorer has read the file.
      return mentions.stream()
          .filter(one -> one.source() != Source.CODE || !is(Source.EXPLORATION))
          .sorted(Comparator.comparing(one -> TELLING.indexOf(one.source())))
          .map(one -> Cut.shown(one.why().replaceFirst("[.;]\\s*$", ""), LONGEST_REASON))
          .filter(why -> !why.isBlank())
          .distinct()
          .limit(MOST_REASONS)
          .collect(Collectors.joining("; "));
    }

    Tier tier() {
      return Tier.of(relevance);
    }

    boolean is(Source source) {
      return mentions.stream().anyMatch(one -> one.source() == source);
    }
  }

  /** What a file itself says of its relevance, each from 0 to 1; see docs/context.md. */
  record Factors(double path, double density, double structure, double dependency) {
    double relevance() {
      return 0.4 * path + 0.3 * density + 0.2 * structure + 0.1 * dependency;
    }
  }

  private final ImportGraph graph;
  private final Set<String> paths;
  private final UnaryOperator<String> text;
  private final Set<String> words = new LinkedHashSet<>();
  private final Map<String, List<Mention>> mentions = new LinkedHashMap<>();
  private final Map<String, ParsedSource> parsed = new HashMap<>();
  private final Map<String, Set<String>> terms = new HashMap<>();
  private final Map<String, Set<String>> imported = new HashMap<>();

  /**
   * Ranks files of a tree.
   *
   * @param text of a file; empty for one that is never shown
   * @param keywords of the task
   */
  FileRanking(Collection<String> paths, UnaryOperator<String> text, List<String> keywords) {
    this.paths = Set.copyOf(paths);
    this.text = text;
    graph = new ImportGraph(paths.stream().map(path -> file(path, List.of())).toList());
    keywords.forEach(keyword -> words.addAll(stems(keyword)));
  }

  /** Whether the tree has the file; what it does not have is not ranked. */
  boolean mention(String path, Source source, double relevance, String why) {
    boolean there = paths.contains(path);
    if (there) {
      mentions
          .computeIfAbsent(path, any -> new ArrayList<>())
          .add(new Mention(source, Math.max(0, Math.min(1, relevance)), why));
    }
    return there;
  }

  /** The best files, at most {@value #MOST_FILES}; equal ones by source, then by path. */
  List<PackedFile> best() {
    Map<String, Integer> steps = steps(seeds());
    return mentions.entrySet().stream()
        .map(one -> packed(one.getKey(), one.getValue(), steps.getOrDefault(one.getKey(), FAR)))
        .sorted(
            Comparator.comparingDouble(PackedFile::relevance)
                .reversed()
                .thenComparing(file -> file.mentions().get(0).source())
                .thenComparing(PackedFile::path))
        .limit(MOST_FILES)
        .toList();
  }

  private PackedFile packed(String path, List<Mention> said, int steps) {
    List<Mention> sorted = said.stream().sorted(Comparator.comparing(Mention::source)).toList();
    double relevance = raised(factors(path, sorted, steps).relevance(), sorted);
    return new PackedFile(path, Math.round(relevance * 1000) / 1000.0, sorted);
  }

  /** A relevance brought nearer to 1 by what sources say; see docs/context.md. */
  static double raised(double relevance, List<Mention> mentions) {
    List<Mention> explored = of(Source.EXPLORATION, mentions);
    double best = explored.stream().mapToDouble(Mention::relevance).max().orElse(0);
    double exploration =
        explored.isEmpty() ? 0 : Math.min(0.9, 0.6 * best + 0.1 * (explored.size() - 1));
    double user = of(Source.USER_INTENT, mentions).isEmpty() ? 0 : 0.8;
    double archive = of(Source.ARCHIVE, mentions).isEmpty() ? 0 : 0.15;
    return 1 - (1 - relevance) * (1 - user) * (1 - exploration) * (1 - archive);
  }

  private static List<Mention> of(Source source, List<Mention> mentions) {
    return mentions.stream().filter(one -> one.source() == source).toList();
  }

  private Set<String> seeds() {
    Set<String> seeds = new LinkedHashSet<>();
    mentions.forEach(
        (path, said) -> {
          if (!of(Source.USER_INTENT, said).isEmpty()
              || of(Source.EXPLORATION, said).stream().anyMatch(one -> one.relevance() >= SURE)) {
            seeds.add(path);
          }
        });
    if (seeds.isEmpty()) {
      mentions.entrySet().stream()
          .filter(one -> !of(Source.CODE, one.getValue()).isEmpty())
          .sorted(
              Comparator.comparingDouble(
                  one -> -of(Source.CODE, one.getValue()).get(0).relevance()))
          .limit(MOST_SEEDS)
          .forEach(one -> seeds.add(one.getKey()));
    }
    return seeds;
  }

  /**
   * How many imports files are away from a seed, in either direction; what seeds import is code
   * that may matter.
   */
  private Map<String, Integer> steps(Set<String> seeds) {
    List<String> mentioned = List.copyOf(mentions.keySet());
    Map<String, Integer> steps = new HashMap<>();
    seeds.forEach(seed -> steps.put(seed, 0));
    Set<String> from = seeds;
    for (int step = 1; step < FAR; step++) {
      Set<String> next = new LinkedHashSet<>();
      for (String path : from) {
        for (String target : imports(path)) {
          if (!mentions.containsKey(target)) {
            mention(target, Source.CODE, 0, "imported by " + path);
          }
          next.add(target);
        }
        mentioned.stream().filter(other -> imports(other).contains(path)).forEach(next::add);
      }
      for (String path : next) {
        steps.putIfAbsent(path, step);
      }
      from = next;
    }
    return steps;
  }

  private Factors factors(String path, List<Mention> said, int steps) {
    double search = of(Source.CODE, said).stream().mapToDouble(Mention::relevance).max().orElse(0);
    return new Factors(
        of(Source.USER_INTENT, said).isEmpty() ? pathScore(path) : 1,
        Math.max(search, density(path)),
        structure(path),
        steps <= 1 ? 1 : steps == 2 ? 0.5 : 0);
  }

  private double pathScore(String path) {
    List<String> name = stems(PathKind.stem(PathKind.name(path)));
    long known = name.stream().filter(words::contains).count();
    String folder = path.substring(0, Math.max(0, path.lastIndexOf('/')));
    boolean inFolder = stems(folder).stream().anyMatch(words::contains);
    return (name.isEmpty() ? 0 : 0.7 * known / name.size()) + (inFolder ? 0.3 : 0);
  }

  private double density(String path) {
    long known = words.stream().filter(terms(path)::contains).count();
    return Math.min(1, known / Math.max(1, Math.ceil(words.size() / 2.0)));
  }

  private double structure(String path) {
    if (parsed(path).symbols().stream().map(Symbol::name).anyMatch(this::isNamed)) {
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

  /** Whether all of a compound name are words of the task. */
  private boolean isNamed(String symbol) {
    List<String> parts = stems(symbol);
    return parts.size() > 1 && words.containsAll(parts);
  }

  /** The words of a name; of Chinese, Japanese and Korean the bigrams. */
  static List<String> stems(String name) {
    List<String> stems = new ArrayList<>();
    Terms.tokens(
        name,
        token -> {
          if (Terms.isCjk(token.charAt(0))) {
            stems.addAll(Terms.of(token));
          } else {
            Terms.parts(token).forEach(part -> stems.add(Terms.stem(part)));
          }
        });
    return stems;
  }

  /** Whether a file has a word of the task in its path or its text. */
  boolean isAbout(String path) {
    return words.stream().anyMatch(terms(path)::contains);
  }

  /** Whether a file has all these words in its path or its text. */
  boolean says(String path, List<String> stems) {
    return terms(path).containsAll(stems);
  }

  private Set<String> terms(String path) {
    return terms.computeIfAbsent(
        path,
        any -> {
          Set<String> said = new HashSet<>(stems(path));
          said.addAll(Terms.of(text.apply(path)));
          return said;
        });
  }

  private Set<String> imports(String path) {
    return imported.computeIfAbsent(path, any -> graph.targets(file(path, parsed(path).imports())));
  }

  private ParsedSource parsed(String path) {
    return parsed.computeIfAbsent(path, any -> SourceParser.parse(path, text.apply(path)));
  }

  private static IndexedFile file(String path, List<String> imports) {
    return new IndexedFile(path, Language.of(path), List.of(), imports);
  }

  /** What each of some files imports of the others, by path. */
  Map<String, Set<String>> importsAmong(List<PackedFile> files) {
    Set<String> chosen = files.stream().map(PackedFile::path).collect(Collectors.toSet());
    Map<String, Set<String>> among = new TreeMap<>();
    for (String path : chosen) {
      Set<String> targets = new TreeSet<>(imports(path));
      targets.retainAll(chosen);
      among.put(path, targets);
    }
    return among;
  }

  /**
   * Files after what they import, otherwise by path; in a cycle the last that is reached comes
   * first.
   *
   * @param imports of every file those among the others
   */
  static List<String> order(Map<String, Set<String>> imports) {
    Set<String> ordered = new LinkedHashSet<>();
    Set<String> seen = new HashSet<>();
    new TreeSet<>(imports.keySet()).forEach(path -> append(path, imports, seen, ordered));
    return List.copyOf(ordered);
  }

  private static void append(
      String path, Map<String, Set<String>> imports, Set<String> seen, Set<String> ordered) {
    if (seen.add(path)) {
      new TreeSet<>(imports.getOrDefault(path, Set.of()))
          .forEach(target -> append(target, imports, seen, ordered));
      ordered.add(path);
    }
  }
}

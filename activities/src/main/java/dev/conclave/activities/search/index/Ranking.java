package dev.conclave.activities.search.index;

import dev.conclave.activities.search.index.RankedFile.Factor;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.SourceParser;
import dev.conclave.activities.search.source.SourceText;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Ranks the files of an index for one query; see docs/search.md, "How files are ranked". */
public final class Ranking {
  private static final int READ_FOR_PASSAGES = 60;
  private static final int MOST_NEIGHBOURS = 50;
  private static final int MOST_SYMBOLS = 8;

  /** Half-lives in days: of a commit message as a field, of a commit's vote, and of a change. */
  private static final double SPOKEN_HALF_LIFE = 730;

  private static final double VOTE_HALF_LIFE = 400;
  private static final double CHURN_HALF_LIFE = 365;

  private static final double UNWANTED = 0.7;

  private static final Set<String> NAMED_BY_FOLDER =
      Set.of("index", "mod", "__init__", "main", "lib");

  private final CodeIndex index;
  private final History history;
  private final QueryTerms query;

  /** The weight of each term in the query times its rarity. */
  private final Map<String, Double> worth = new HashMap<>();

  private final Map<String, double[]> termScores = new HashMap<>();
  private final Map<Factor, double[]> scores = new EnumMap<>(Factor.class);
  private final Map<String, History.Neighbour> nearest = new HashMap<>();

  private Ranking(CodeIndex index, History history, QueryTerms query) {
    this.index = index;
    this.history = history;
    this.query = query;
  }

  public static List<RankedFile> of(
      CodeIndex index, History history, TreeFiles tree, String query, int limit)
      throws IOException {
    QueryTerms terms = QueryTerms.of(query);
    return terms.terms().isEmpty()
        ? List.of()
        : new Ranking(index, history, terms).rank(tree, limit);
  }

  private List<RankedFile> rank(TreeFiles tree, int limit) throws IOException {
    put(Factor.TEXT, text());
    put(Factor.NEIGHBOURS, votes());
    put(Factor.STEM, perFile(this::stem));
    put(Factor.SCOPE, perFile(this::scope));
    put(Factor.SYMBOL, perFile(this::symbol));
    put(Factor.CHURN, perFile(file -> Math.log1p(history.churn(file.path(), CHURN_HALF_LIFE))));
    Map<Integer, Passages> passages = new HashMap<>();
    double[] chunks = new double[index.size()];
    for (int i : order().stream().limit(Math.max(READ_FOR_PASSAGES, limit)).toList()) {
      IndexedFile file = index.file(i);
      String text = tree.bytes(file.path()).flatMap(SourceText::of).orElse("");
      Passages found = Passages.of(worth, text, file);
      passages.put(i, found);
      chunks[i] = found.worth();
    }
    put(Factor.CHUNK, chunks);
    List<Integer> order = order();
    double best = order.isEmpty() ? 1 : Math.max(Double.MIN_NORMAL, total(order.get(0)));
    return order.stream()
        .limit(limit)
        .map(i -> rankedFile(i, total(i) / best, Optional.ofNullable(passages.get(i))))
        .toList();
  }

  private RankedFile rankedFile(int i, double score, Optional<Passages> passages) {
    IndexedFile file = index.file(i);
    return new RankedFile(
        file.path(),
        file.language(),
        score,
        namedSymbols(file),
        passages.map(Passages::lines).orElse(List.of()),
        explain(i));
  }

  private void put(Factor factor, double[] values) {
    double greatest = DoubleStream.of(values).max().orElse(0);
    double divisor = greatest > 0 ? greatest : 1;
    scores.put(factor, DoubleStream.of(values).map(value -> value / divisor).toArray());
  }

  private List<Integer> order() {
    double[] totals = IntStream.range(0, index.size()).mapToDouble(this::total).toArray();
    return IntStream.range(0, index.size())
        .filter(index::isFile)
        .filter(i -> value(Factor.TEXT, i) > 0 || value(Factor.NEIGHBOURS, i) > 0)
        .boxed()
        .sorted(
            Comparator.comparingDouble((Integer i) -> -totals[i])
                .thenComparing(i -> index.file(i).path()))
        .toList();
  }

  private double value(Factor factor, int file) {
    return Optional.ofNullable(scores.get(factor)).map(values -> values[file]).orElse(0.0);
  }

  private double total(int file) {
    return damping(index.file(file).kind())
        * Stream.of(Factor.values()).mapToDouble(f -> f.weight * value(f, file)).sum();
  }

  private double damping(PathKind kind) {
    if (query.wanted().contains(kind)) {
      return 1;
    }
    double seldomMeant =
        switch (kind) {
          case SOURCE -> 1;
          case TEST -> 0.35;
          case EXAMPLE -> 0.4;
          case DOCUMENTATION, BENCHMARK, GENERATED -> 0.5;
        };
    return seldomMeant * (query.wanted().isEmpty() ? 1 : UNWANTED);
  }

  private double[] text() throws IOException {
    Bm25f scorer = new Bm25f(index);
    double[] sum = new double[index.size()];
    for (Map.Entry<String, Double> term : query.terms().entrySet()) {
      Bm25f.Frequencies frequencies = scorer.frequencies(term.getKey());
      Map<String, Double> spoken = history.messageFrequency(term.getKey(), SPOKEN_HALF_LIFE);
      for (int i = 0; i < sum.length && !spoken.isEmpty(); i++) {
        frequencies.weighted()[i] += spoken.getOrDefault(index.file(i).path(), 0.0);
      }
      worth.put(term.getKey(), term.getValue() * scorer.idf(frequencies.holding()));
      double[] score = scorer.saturate(frequencies);
      for (int i = 0; i < sum.length; i++) {
        score[i] *= term.getValue();
        sum[i] += score[i];
      }
      termScores.put(term.getKey(), score);
    }
    return sum;
  }

  private double[] votes() {
    Map<String, Double> votes = new HashMap<>();
    for (History.Neighbour near : history.neighbours(query.terms(), MOST_NEIGHBOURS)) {
      double vote =
          Math.pow(near.similarity(), 2)
              * history.decay(near.commit(), VOTE_HALF_LIFE)
              / Math.sqrt(near.files().size());
      for (String file : near.files()) {
        votes.merge(file, vote, Double::sum);
        nearest.putIfAbsent(file, near);
      }
    }
    return perFile(file -> votes.getOrDefault(file.path(), 0.0));
  }

  private double scope(IndexedFile file) {
    Set<String> path = query.scope().isEmpty() ? Set.of() : new HashSet<>(Terms.of(file.path()));
    return query.scope().stream().filter(path::contains).count();
  }

  /** Returns how much the query names a file: its joined name, or every part of it. */
  private double stem(IndexedFile file) {
    boolean byFolder = NAMED_BY_FOLDER.contains(file.stem()) && !file.directory().isEmpty();
    String folder = file.directory().substring(file.directory().lastIndexOf('/') + 1);
    String name = byFolder ? folder : file.stem();
    List<Double> parts = Terms.parts(name).stream().map(part -> worth(Terms.stem(part))).toList();
    boolean inParts = parts.size() > 1 && !parts.contains(0.0);
    return whole(name) > 0 || !inParts
        ? whole(name)
        : parts.stream().mapToDouble(part -> part).sum();
  }

  private double symbol(IndexedFile file) {
    Map<String, Double> best = new HashMap<>();
    for (Symbol symbol : file.symbols()) {
      double whole = whole(symbol.name()) * strength(symbol);
      best.merge(Terms.stem(Terms.joined(symbol.name())), whole, Math::max);
    }
    return best.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double strength(Symbol symbol) {
    return switch (symbol.kind()) {
      case TYPE -> 1;
      case FUNCTION -> 0.8;
      case VALUE -> 0.5;
    };
  }

  private List<Symbol> namedSymbols(IndexedFile file) {
    Map<Symbol, Double> worths = new HashMap<>();
    for (Symbol symbol : file.symbols()) {
      double parts =
          Terms.parts(symbol.name()).stream().mapToDouble(part -> worth(Terms.stem(part))).sum();
      worths.put(symbol, 2 * whole(symbol.name()) + parts * strength(symbol));
    }
    return worths.entrySet().stream()
        .filter(symbol -> symbol.getValue() > 0)
        .sorted(
            Map.Entry.<Symbol, Double>comparingByValue()
                .reversed()
                .thenComparing(entry -> entry.getKey().line()))
        .limit(MOST_SYMBOLS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private double whole(String name) {
    return worth(Terms.stem(Terms.joined(name)));
  }

  private double worth(String term) {
    return worth.getOrDefault(term, 0.0);
  }

  private double[] perFile(ToDoubleFunction<IndexedFile> score) {
    return IntStream.range(0, index.size())
        .mapToDouble(i -> index.isFile(i) ? score.applyAsDouble(index.file(i)) : 0)
        .toArray();
  }

  private RankedFile.Explanation explain(int i) {
    PathKind kind = index.file(i).kind();
    return new RankedFile.Explanation(
        Stream.of(Factor.values())
            .filter(factor -> value(factor, i) > 0)
            .map(f -> new RankedFile.Share(f, value(f, i), f.weight, because(f, i)))
            .sorted(Comparator.comparingDouble(RankedFile.Share::points).reversed())
            .toList(),
        damping(kind),
        Words.of(kind));
  }

  private String because(Factor factor, int i) {
    IndexedFile file = index.file(i);
    return switch (factor) {
      case TEXT -> factor.reason + ": " + bestTerms(i);
      case NEIGHBOURS ->
          Optional.ofNullable(nearest.get(file.path()))
              .map(near -> "a similar commit changed it: " + near.commit().subject())
              .orElse(factor.reason);
      case SYMBOL ->
          "defines "
              + namedSymbols(file).stream()
                  .limit(3)
                  .map(Symbol::name)
                  .collect(Collectors.joining(", "));
      case CHURN -> "changed by " + Words.counted(history.of(file.path()).size(), "commit");
      case STEM, SCOPE, CHUNK -> factor.reason;
    };
  }

  private String bestTerms(int i) {
    return termScores.entrySet().stream()
        .filter(term -> term.getValue()[i] > 0)
        .sorted(
            Comparator.<Map.Entry<String, double[]>>comparingDouble(term -> -term.getValue()[i])
                .thenComparing(Map.Entry::getKey))
        .map(term -> query.word(term.getKey()))
        .distinct()
        .limit(6)
        .collect(Collectors.joining(", "));
  }

  /** The passages of a text with the most weighted terms. */
  private record Passages(double worth, List<RankedFile.BestLine> lines) {
    private static final int WINDOW = 30;
    private static final int MOST_LINES = 5;
    private static final double DEFINING = 1.5;
    private static final double IMPORTING = 0.3;
    private static final double SATURATION = 1.2;
    private static final int LONGEST_LINE = 400;
    private static final int SHOWN = 160;

    /** Finds the best passages. Lines with definitions count more, lines with imports less. */
    static Passages of(Map<String, Double> terms, String text, IndexedFile file) {
      Set<Integer> defining =
          file.symbols().stream().map(symbol -> symbol.line() - 1).collect(Collectors.toSet());
      String[] lines = text.split("\n", -1);
      List<Set<String>> hits = new ArrayList<>(lines.length);
      Map<Integer, Double> worths = new HashMap<>();
      for (int i = 0; i < lines.length; i++) {
        Set<String> hit = new HashSet<>();
        if (lines[i].length() <= LONGEST_LINE) {
          hit.addAll(Terms.of(lines[i]));
          hit.retainAll(terms.keySet());
        }
        hits.add(hit);
        if (!hit.isEmpty()) {
          boolean importing =
              !file.imports().isEmpty() && SourceParser.target(lines[i]).isPresent();
          double worth = hit.stream().mapToDouble(term -> terms.getOrDefault(term, 0.0)).sum();
          worths.put(i, worth * (defining.contains(i) ? DEFINING : importing ? IMPORTING : 1));
        }
      }
      List<RankedFile.BestLine> best =
          worths.entrySet().stream()
              .sorted(
                  Map.Entry.<Integer, Double>comparingByValue(Comparator.reverseOrder())
                      .thenComparing(Map.Entry.comparingByKey()))
              .limit(MOST_LINES)
              .map(Map.Entry::getKey)
              .map(i -> new RankedFile.BestLine(i + 1, Cut.shorten(lines[i].strip(), SHOWN)))
              .toList();
      double worth =
          IntStream.iterate(0, start -> start < hits.size(), start -> start + WINDOW / 2)
              .mapToDouble(
                  start -> worth(terms, hits.subList(start, Math.min(hits.size(), start + WINDOW))))
              .max()
              .orElse(0);
      return new Passages(worth, best);
    }

    private static double worth(Map<String, Double> terms, List<Set<String>> window) {
      return window.stream()
          .flatMap(Set::stream)
          .collect(Collectors.groupingBy(term -> term, Collectors.counting()))
          .entrySet()
          .stream()
          .mapToDouble(
              n -> terms.getOrDefault(n.getKey(), 0.0) * n.getValue() / (n.getValue() + SATURATION))
          .sum();
    }
  }
}

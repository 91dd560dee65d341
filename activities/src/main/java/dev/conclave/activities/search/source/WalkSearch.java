package dev.conclave.activities.search.source;

import dev.conclave.activities.Passing;
import dev.conclave.activities.search.History;
import dev.conclave.activities.search.OpenSearch;
import dev.conclave.activities.search.index.Factor;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.QueryReader;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.index.RankingWeights;
import dev.conclave.activities.search.index.SearchQuery;
import dev.conclave.activities.search.index.Terms;
import dev.conclave.workflows.temporal.Words;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The search that needs no index: every file's name and content is compared with the query, each
 * time. Slow on large trees, and without rarity of words or history in its ranking.
 */
public final class WalkSearch implements OpenSearch {
  private static final int MOST_FILES = 20_000;
  private static final double NAME = 3;
  private static final int MOST_LINES = 5;

  private final SourceTree tree;
  private final History history;
  private final RankingWeights weights;
  private final List<String> notes;
  private final Map<IndexedFile, SourceFile> files;

  private WalkSearch(
      SourceTree tree,
      History history,
      RankingWeights weights,
      List<String> notes,
      Map<IndexedFile, SourceFile> files) {
    this.tree = tree;
    this.history = history;
    this.weights = weights;
    this.notes = notes;
    this.files = files;
  }

  /** Reads a tree once for its symbols; each query reads it again for its words. */
  public static WalkSearch over(
      SourceTree tree, History history, RankingWeights weights, List<String> notes)
      throws IOException {
    Map<IndexedFile, SourceFile> files = new HashMap<>();
    List<String> all = new ArrayList<>(notes);
    List<String> unread = new ArrayList<>();
    for (SourceFile file : tree.files()) {
      if (files.size() >= MOST_FILES) {
        all.add("only the first " + MOST_FILES + " files were walked");
        break;
      }
      text(tree, file, unread).ifPresent(text -> files.put(parsed(file, text), file));
    }
    Unread.note(unread).ifPresent(all::add);
    return new WalkSearch(tree, history, weights, List.copyOf(all), files);
  }

  @Override
  public String backend() {
    return "walk";
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public List<IndexedFile> files() {
    return List.copyOf(files.keySet());
  }

  @Override
  public History history() {
    return history;
  }

  @Override
  public List<RankedFile> rank(String query, int limit) {
    SearchQuery read = QueryReader.read(query, weights);
    List<RankedFile> found = new ArrayList<>();
    files.forEach((file, source) -> ranked(read, file, source).ifPresent(found::add));
    found.sort(
        Comparator.comparingDouble(RankedFile::score).reversed().thenComparing(RankedFile::path));
    double best = found.isEmpty() ? 1 : found.get(0).score();
    return found.stream()
        .limit(limit)
        .map(
            f ->
                new RankedFile(
                    f.path(),
                    f.language(),
                    f.score() / best,
                    f.symbols(),
                    f.lines(),
                    f.explanation()))
        .toList();
  }

  private Optional<RankedFile> ranked(SearchQuery query, IndexedFile file, SourceFile source) {
    Set<String> path = new HashSet<>(Terms.of(file.path()));
    List<RankedFile.BestLine> lines = new ArrayList<>();
    Set<String> said = new HashSet<>();
    int number = 0;
    for (String line : text(tree, source, new ArrayList<>()).orElse("").split("\n", -1)) {
      number++;
      Set<String> hit = new HashSet<>(Terms.of(line));
      hit.retainAll(query.terms().keySet());
      if (!hit.isEmpty() && lines.size() < MOST_LINES && said.addAll(hit)) {
        lines.add(new RankedFile.BestLine(number, line.strip()));
      }
    }
    double score = 0;
    for (Map.Entry<String, Double> term : query.terms().entrySet()) {
      score += path.contains(term.getKey()) ? NAME * term.getValue() : 0;
      score += said.contains(term.getKey()) ? term.getValue() : 0;
    }
    double damping = weights.damping(query, file.kind());
    return score == 0
        ? Optional.empty()
        : Optional.of(
            new RankedFile(
                file.path(),
                file.language(),
                score * damping,
                List.of(),
                lines,
                explanation(file, damping)));
  }

  private static RankedFile.Explanation explanation(IndexedFile file, double damping) {
    String because = "words of the query in its path (" + NAME + " each) and content (1 each)";
    return new RankedFile.Explanation(
        List.of(new RankedFile.Share(Factor.TEXT, 1, 1, because)), damping, Words.of(file.kind()));
  }

  private static Optional<String> text(SourceTree tree, SourceFile file, List<String> unread) {
    Passing.requireWanted();
    if (Eligibility.refused(file).isPresent()) {
      return Optional.empty();
    }
    try {
      return SourceText.of(tree.read(file))
          .filter(text -> Eligibility.refused(file.path(), text).isEmpty());
    } catch (IOException e) {
      unread.add(file.path());
      return Optional.empty();
    }
  }

  private static IndexedFile parsed(SourceFile file, String text) {
    ParsedSource source = SourceParser.parse(file.path(), text);
    return new IndexedFile(
        file.path(), file.id(), source.language(), source.symbols(), source.imports());
  }

  @Override
  public void close() {}
}

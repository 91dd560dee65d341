package dev.conclave.activities.direct;

import dev.conclave.activities.search.OpenSearch;
import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.symbols.Symbol;
import dev.conclave.activities.search.text.Identifiers;
import dev.conclave.workflows.search.ContextPackage.RelevantFile;
import dev.conclave.workflows.wire.Cut;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds the likely places of a change, and gathers what the tree shows of each. */
final class Places {
  private static final int MOST = 4;
  private static final double LIKELY = 0.3;
  private static final int MOST_TODOS = 3;
  private static final int OFTEN_TOGETHER = 3;
  private static final Pattern TODO = Pattern.compile("\\b(?:TODO|FIXME|HACK|XXX)\\b.*");

  private final OpenSearch search;
  private final Texts texts;
  private final TaskWords task;
  private final Map<String, IndexedFile> files = new LinkedHashMap<>();
  private final Usages usages;

  Places(OpenSearch search, Texts texts, TaskWords task) {
    this.search = search;
    this.texts = texts;
    this.task = task;
    search.files().stream()
        .sorted(Comparator.comparing(IndexedFile::path))
        .forEach(file -> files.put(file.path(), file));
    this.usages = new Usages(files, new ImportGraph(search.files()), texts);
  }

  Optional<IndexedFile> file(String path) {
    return Optional.ofNullable(files.get(path));
  }

  List<IndexedFile> all() {
    return List.copyOf(files.values());
  }

  /** The likeliest places, best first: source code when there is any, else whatever was found. */
  List<Place> likely(List<RelevantFile> relevant) {
    List<RelevantFile> there = relevant.stream().filter(f -> files.containsKey(f.path())).toList();
    List<RelevantFile> code = there.stream().filter(this::isSource).toList();
    return (code.isEmpty() ? there : code)
        .stream()
            .filter(f -> f.relevance() >= LIKELY * (code.isEmpty() ? 1 : code.get(0).relevance()))
            .limit(MOST)
            .flatMap(f -> file(f.path()).map(file -> place(file, f)).stream())
            .toList();
  }

  private boolean isSource(RelevantFile relevant) {
    return file(relevant.path())
        .filter(file -> file.language().isCode() && file.kind() == PathKind.SOURCE)
        .isPresent();
  }

  private Place place(IndexedFile file, RelevantFile relevant) {
    Optional<Symbol> symbol = symbol(file);
    int line = symbol.map(Symbol::line).orElseGet(() -> bestLine(file, relevant));
    return new Place(
        file,
        symbol,
        line,
        relevant.rationale(),
        usages.of(file, symbol),
        search.history().of(file.path()),
        together(file),
        todos(file, line));
  }

  /** What the task names most of a file, else the type that the file is called after. */
  private Optional<Symbol> symbol(IndexedFile file) {
    return named(file)
        .findFirst()
        .or(
            () ->
                file.symbols().stream()
                    .filter(s -> s.kind() == Symbol.Kind.TYPE && isCalledLike(file, s.name()))
                    .findFirst());
  }

  /** The symbols of a file that the task names, most named first. */
  Stream<Symbol> named(IndexedFile file) {
    return file.symbols().stream()
        .filter(s -> s.kind() != Symbol.Kind.VALUE && task.naming(s) > 0)
        .sorted(
            Comparator.<Symbol>comparingDouble(task::naming)
                .reversed()
                .thenComparing(Symbol::line));
  }

  static boolean isCalledLike(IndexedFile file, String name) {
    return Identifiers.joined(name).equals(Identifiers.joined(file.stem()));
  }

  private int bestLine(IndexedFile file, RelevantFile relevant) {
    int count = texts.lines(file).size();
    return relevant.lines().stream().filter(l -> l >= 1 && l <= count).findFirst().orElse(1);
  }

  private List<Place.CoChange> together(IndexedFile file) {
    Map<String, Integer> counts = new HashMap<>(search.history().changedWith(file.path()));
    counts.keySet().retainAll(files.keySet());
    return counts.entrySet().stream()
        .filter(e -> e.getValue() >= OFTEN_TOGETHER)
        .sorted(
            Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(3)
        .map(e -> new Place.CoChange(e.getKey(), e.getValue()))
        .toList();
  }

  /** Of what comments leave undone, the nearest to a line; in the order of the file. */
  private List<Place.Mark> todos(IndexedFile file, int near) {
    List<Place.Mark> marks = new ArrayList<>();
    List<String> lines = texts.comments(file);
    for (int i = 0; i < lines.size(); i++) {
      Matcher matcher = TODO.matcher(lines.get(i));
      if (matcher.find()) {
        marks.add(new Place.Mark(i + 1, Cut.head(matcher.group().strip(), 120)));
      }
    }
    return marks.stream()
        .sorted(Comparator.comparingInt(mark -> Math.abs(mark.line() - near)))
        .limit(MOST_TODOS)
        .sorted(Comparator.comparingInt(Place.Mark::line))
        .toList();
  }
}

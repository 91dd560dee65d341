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

/** Finds the likely places of a change, and gathers what the tree shows of each. */
final class Places {
  private static final int MOST = 4;
  private static final double LIKELY = 0.3;
  private static final int MOST_TODOS = 3;
  private static final int OFTEN_TOGETHER = 3;
  private static final Pattern TODO = Pattern.compile("\\b(?:TODO|FIXME|HACK|XXX)\\b.*");

  private final OpenSearch search;
  private final Texts texts;
  private final Map<String, IndexedFile> files = new LinkedHashMap<>();
  private final Usages usages;

  Places(OpenSearch search, Texts texts) {
    this.search = search;
    this.texts = texts;
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
    Optional<Symbol> symbol = symbol(file, relevant.symbols());
    String name = symbol.map(Symbol::name).orElse(file.stem());
    int line = symbol.map(Symbol::line).orElseGet(() -> bestLine(file, relevant));
    // Users say the type's name, whichever of its members the task concerns.
    String used =
        file.symbols().stream()
            .filter(s -> s.kind() == Symbol.Kind.TYPE)
            .findFirst()
            .map(Symbol::name)
            .orElse(name);
    Usages.Users users = usages.of(file, used);
    return new Place(
        file,
        name,
        line,
        relevant.rationale(),
        users.sources(),
        users.tests(),
        usages.guards(name, users.tests()),
        search.history().of(file.path()),
        together(file),
        todos(file));
  }

  private static Optional<Symbol> symbol(IndexedFile file, List<String> named) {
    for (String name : named) {
      Optional<Symbol> found =
          file.symbols().stream().filter(s -> s.name().equals(name)).findFirst();
      if (found.isPresent()) {
        return found;
      }
    }
    List<Symbol> types = file.symbols().stream().filter(s -> s.kind() == Symbol.Kind.TYPE).toList();
    // Of several types that the task does not name, the first is no likelier than the rest.
    return types.stream()
        .filter(
            s ->
                types.size() == 1
                    || Identifiers.joined(s.name()).equals(Identifiers.joined(file.stem())))
        .findFirst();
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

  private List<Place.Mark> todos(IndexedFile file) {
    List<Place.Mark> marks = new ArrayList<>();
    List<String> lines = texts.lines(file);
    for (int i = 0; i < lines.size() && marks.size() < MOST_TODOS; i++) {
      Matcher matcher = TODO.matcher(lines.get(i));
      if (matcher.find()) {
        String text = matcher.group().strip();
        marks.add(new Place.Mark(i + 1, Cut.head(text, 120)));
      }
    }
    return marks;
  }
}

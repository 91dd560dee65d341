package dev.conclave.activities.search;

import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.activities.search.index.IndexedFile;
import dev.conclave.activities.search.index.RankedFile;
import dev.conclave.activities.search.source.Language;
import dev.conclave.activities.search.source.PathKind;
import dev.conclave.activities.search.source.Symbol;
import dev.conclave.workflows.temporal.Words;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What can be said of a tree's build in sentences, from paths and imports alone. */
final class Insights {
  private static final int MOST_MODULES = 8;
  private static final int MOST_IMPORTED = 5;
  private static final int MOST_IMPLEMENTATIONS = 6;
  private static final List<String> ENTRY_POINTS =
      List.of("main", "Main", "Application", "app", "cli", "server", "__main__", "manage");

  private Insights() {}

  static Map<String, Integer> languages(List<IndexedFile> files) {
    Map<String, Integer> counts = new TreeMap<>();
    for (IndexedFile file : files) {
      if (file.language() != Language.OTHER) {
        counts.merge(file.language().title(), 1, Integer::sum);
      }
    }
    Map<String, Integer> ordered = new LinkedHashMap<>();
    counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
    return ordered;
  }

  static String architecture(List<IndexedFile> files) {
    List<IndexedFile> code =
        files.stream()
            .filter(file -> file.language().isCode() && file.kind() == PathKind.SOURCE)
            .sorted(Comparator.comparing(IndexedFile::path))
            .toList();
    if (code.isEmpty()) {
      return "No source files in a known language.";
    }
    ImportGraph graph = new ImportGraph(code);
    StringBuilder text = new StringBuilder();
    text.append("Modules by source files: ").append(modules(code)).append('.');
    List<String> imported = graph.mostImported(MOST_IMPORTED);
    if (!imported.isEmpty()) {
      text.append(" Most imported: ")
          .append(
              imported.stream()
                  .map(path -> path + " (" + graph.importersOf(path).size() + " files)")
                  .collect(Collectors.joining(", ")))
          .append('.');
    }
    String entries =
        code.stream()
            .filter(file -> ENTRY_POINTS.contains(file.stem()))
            .map(IndexedFile::path)
            .sorted(Comparator.comparingInt(String::length))
            .limit(5)
            .collect(Collectors.joining(", "));
    return entries.isEmpty() ? text.toString() : text + " Likely entry points: " + entries + ".";
  }

  private static String modules(List<IndexedFile> code) {
    Map<String, Integer> counts = new TreeMap<>();
    code.forEach(file -> counts.merge(module(file), 1, Integer::sum));
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MOST_MODULES)
        .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
        .collect(Collectors.joining(", "));
  }

  /** The first folders of a path, without what build systems put between module and code. */
  private static String module(IndexedFile file) {
    String folder =
        file.directory()
            .replaceFirst("(^|/)src/(?:main|test)/(?:java|kotlin|resources)(/|$).*", "$1");
    String[] segments = folder.split("/", -1);
    String first = segments.length > 1 ? segments[0] + "/" + segments[1] : segments[0];
    return first.isEmpty() ? "(root)" : first;
  }

  static String implementations(List<RankedFile> ranked) {
    String text =
        ranked.stream()
            .filter(file -> !file.symbols().isEmpty())
            .limit(MOST_IMPLEMENTATIONS)
            .map(Insights::implementation)
            .collect(Collectors.joining("\n"));
    return text.isEmpty() ? "Nothing in the tree is named like the task." : text;
  }

  private static String implementation(RankedFile file) {
    Symbol first = file.symbols().get(0);
    return file.path()
        + ":"
        + first.line()
        + " defines "
        + file.symbols().stream()
            .limit(4)
            .map(symbol -> Words.of(symbol.kind()) + " " + symbol.name())
            .collect(Collectors.joining(", "));
  }
}

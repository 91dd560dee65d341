package dev.conclave.activities.artifact;

import dev.conclave.activities.discussion.EvidenceRules.CitedPlace;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.search.index.ImportGraph;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.model.LocalizedText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Renders the files of a round: as a tree, by imports, and those with the most impact. */
record RelatedFiles(RoundMaterial material) {
  private static final int MOST_IMPACTS = 10;
  private static final int MOST_IMPORTS = 200;
  private static final List<String> SCORES = List.of("critical", "high", "medium", "low");

  JsonFields render() {
    Map<String, JsonFields> files = new TreeMap<>();
    material.context().stream()
        .flatMap(context -> context.relevantFiles().stream())
        .flatMap(file -> TreeFacts.inside(file.path()).stream())
        .forEach(path -> files.put(path, file(path, "unchanged").with("impactScore", "low")));
    Set<String> leading = leading();
    material
        .cited()
        .forEach((path, places) -> files.put(path, cited(path, places, leading.contains(path))));
    return new JsonFields()
        .with("fileTree", nested("", files))
        .with("dependencyGraph", imports())
        .with("impactSummary", impacts());
  }

  private static JsonFields file(String path, String status) {
    return new JsonFields()
        .with("path", path)
        .with("type", "file")
        .with("modificationStatus", status);
  }

  /** Returns the files that the leading solution changes. */
  private Set<String> leading() {
    return material.leading().stream()
        .flatMap(solution -> solution.affectedFiles().stream())
        .flatMap(place -> TreeFacts.inside(place.file()).stream())
        .collect(Collectors.toSet());
  }

  private JsonFields cited(String path, List<CitedPlace> places, boolean inLeading) {
    boolean there = RoundMaterial.anyVerified(places);
    // An approach that names a missing file would add it.
    boolean added =
        !there && places.stream().anyMatch(p -> p.source() == CitedPlace.CitationKind.APPROACH);
    String said = RoundMaterial.claim(places);
    LocalizedText claim = said.isEmpty() ? null : material.words().label(said);
    return file(path, added ? "added" : inLeading ? "modified" : "unchanged")
        .with("impactScore", "medium")
        .with(
            "codeSnippet",
            places.stream()
                .filter(place -> place.verdict() == Evidence.THERE)
                .flatMap(place -> material.source().snippet(path, place.line(), claim).stream())
                .findFirst())
        .with("evidence", there ? Evidence.THERE : Evidence.MISSING);
  }

  /** Returns the nodes directly in a folder, whose name ends in a slash. */
  private static List<JsonFields> nested(String folder, Map<String, JsonFields> files) {
    Map<String, Map<String, JsonFields>> byName = new TreeMap<>();
    files.forEach(
        (path, file) -> {
          int end = path.indexOf('/', folder.length());
          String name = end < 0 ? path : path.substring(0, end);
          byName.computeIfAbsent(name, any -> new TreeMap<>()).put(path, file);
        });
    List<JsonFields> nodes = new ArrayList<>();
    byName.forEach(
        (name, inside) -> {
          JsonFields file = inside.remove(name);
          nodes.add(file != null && inside.isEmpty() ? file : folder(name, inside));
        });
    return nodes;
  }

  private static JsonFields folder(String path, Map<String, JsonFields> inside) {
    boolean touched =
        inside.values().stream()
            .anyMatch(file -> !file.json().path("modificationStatus").asText().equals("unchanged"));
    return new JsonFields()
        .with("path", path)
        .with("type", "directory")
        .with("modificationStatus", touched ? "modified" : "unchanged")
        .with("children", nested(path + "/", inside));
  }

  private List<JsonFields> imports() {
    ImportGraph graph = material.source().imports(material.cited().keySet());
    List<JsonFields> imports = new ArrayList<>();
    for (String path : material.cited().keySet()) {
      for (String target : new TreeSet<>(graph.importsOf(path))) {
        imports.add(
            new JsonFields()
                .with("source", path)
                .with("target", target)
                .with("relationship", "imports"));
      }
    }
    return imports.subList(0, Math.min(MOST_IMPORTS, imports.size()));
  }

  private List<JsonFields> impacts() {
    Set<String> leading = leading();
    return material.cited().entrySet().stream()
        .map(file -> impact(file.getKey(), leading.contains(file.getKey()), file.getValue()))
        .sorted(Comparator.comparing(row -> SCORES.indexOf(row.json().path("score").asText())))
        .limit(MOST_IMPACTS)
        .toList();
  }

  /**
   * Returns a file's score: critical if several agents cite it and the leading solution touches it.
   */
  private static String score(List<CitedPlace> places, boolean inLeading) {
    boolean there = RoundMaterial.anyVerified(places);
    boolean shared = places.stream().map(CitedPlace::agent).distinct().count() > 1;
    if (shared || inLeading) {
      return shared && inLeading && there ? "critical" : "high";
    }
    return there ? "medium" : "low";
  }

  private JsonFields impact(String path, boolean inLeading, List<CitedPlace> places) {
    String agents =
        places.stream().map(CitedPlace::agent).distinct().collect(Collectors.joining(", "));
    return new JsonFields()
        .with("filePath", path)
        .with("line", places.stream().map(CitedPlace::line).filter(line -> line > 0).findFirst())
        .with("score", score(places, inLeading))
        .with(
            "reasoning",
            RoundMaterial.claim(places).isEmpty()
                ? FileSpelling.say("Cited by %s", agents)
                : material.words().label(RoundMaterial.claim(places)));
  }
}

package dev.conclave.activities.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.activities.workspace.TreeFiles;
import dev.conclave.workflows.context.ContextActivities.Explored;
import dev.conclave.workflows.text.WireMapper;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Explorers' findings by angle, as far as a package includes them. */
record Explorations(Map<String, Findings> byAngle) {
  record Findings(
      String projectStructure,
      List<FoundFile> relevantFiles,
      List<String> patterns,
      List<String> dependencies,
      List<String> integrationPoints,
      List<String> constraints,
      List<Sign> conflictIndicators) {}

  record FoundFile(
      String path, double relevance, String rationale, String role, List<String> keySymbols) {}

  record Sign(String type, String severity, String description, List<String> affectedFiles) {}

  /** Reads explorations, with their paths in the tree's spelling. */
  static Explorations read(List<Explored> explored, DocumentStore documents, TreeFiles tree) {
    TreeFacts facts = TreeFacts.of(tree);
    Map<String, Findings> byAngle = new LinkedHashMap<>();
    for (Explored one : explored) {
      JsonNode found = documents.read(one.document(), JsonNode.class);
      for (JsonNode file : found.path("relevant_files")) {
        String cited = file.path("path").asText().replaceFirst(":\\d.*", "");
        String spelled = TreeFacts.inside(cited).map(facts::path).orElse(cited);
        ((ObjectNode) file).put("path", spelled);
      }
      byAngle.put(one.angle(), WireMapper.get().convertValue(found, Findings.class));
    }
    return new Explorations(byAngle);
  }

  <T> Stream<T> each(Function<Findings, List<T>> field) {
    return byAngle.values().stream().flatMap(found -> field.apply(found).stream());
  }

  List<String> all(Function<Findings, List<String>> field) {
    Set<String> once = new HashSet<>();
    return each(field)
        .map(ContextBriefing::line)
        .filter(text -> once.add(text.toLowerCase(Locale.ROOT)))
        .toList();
  }
}

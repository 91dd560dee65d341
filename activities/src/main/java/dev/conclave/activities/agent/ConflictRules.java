package dev.conclave.activities.agent;

import static java.util.stream.Collectors.toList;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.context.Modifications;
import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks what the schemas of a full context's replies cannot express. Each error is one sentence,
 * quoted back to the agent. The replies must match their schemas. Pure.
 */
final class ConflictRules {
  private ConflictRules() {}

  /** Returns the errors in the reply's conflicts; empty when it has no conflicts. */
  static List<String> contradictions(JsonNode reply) {
    List<String> errors = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (JsonNode conflict : reply.path("conflicts")) {
      String id = conflict.path("id").asText();
      if (!ids.add(id)) {
        errors.add("Conflict id %s is used more than once; each id must be unique.".formatted(id));
      }
      List<String> names = new ArrayList<>();
      conflict.path("strategies").forEach(one -> names.add(one.path("name").asText()));
      int recommended = conflict.path("recommended").asInt();
      if (recommended > names.size()) {
        errors.add(
            "%s: recommended is %d, but there are %d strategies; name one by its number from 1."
                .formatted(id, recommended, names.size()));
      }
      if (new HashSet<>(names).size() < names.size()) {
        errors.add("%s: two strategies have the same name; give each one its own.".formatted(id));
      }
    }
    return errors;
  }

  /** Returns errors for files, at any depth, not given as paths relative to the workspace root. */
  static List<String> strayPaths(JsonNode reply) {
    Set<String> stray = new LinkedHashSet<>();
    for (String field : List.of("path", "file", "affected_files")) {
      for (JsonNode said : reply.findValues(field)) {
        (said.isArray() ? said : List.of(said)).forEach(path -> stray.add(path.asText()));
      }
    }
    stray.removeIf(path -> TreeFacts.inside(path).isPresent());
    return stray.stream()
        .map(
            "\"%s\" is not a path inside the workspace; write it relative to its top, with /."
                ::formatted)
        .toList();
  }

  /**
   * Returns the modifications that do not apply to the shown documents, checked for each strategy
   * separately.
   *
   * @param shown texts by path
   */
  static List<String> inapplicable(JsonNode reply, Map<String, String> shown) {
    List<JsonNode> strategies = new ArrayList<>();
    reply.path("conflicts").forEach(one -> one.path("strategies").forEach(strategies::add));
    strategies.add(reply.path("updated_strategy"));
    List<String> errors = new ArrayList<>();
    for (JsonNode strategy : strategies) {
      Map<String, List<Modification>> byFile =
          strategy
              .path("modifications")
              .valueStream()
              .map(one -> WireMapper.get().convertValue(one, Modification.class))
              .filter(change -> shown.containsKey(change.file()))
              .collect(Collectors.groupingBy(Modification::file, LinkedHashMap::new, toList()));
      byFile.forEach(
          (file, changes) ->
              Modifications.inapplicable(shown.getOrDefault(file, ""), changes)
                  .forEach((change, why) -> errors.add(misfit(change, why))));
    }
    return errors;
  }

  private static String misfit(Modification change, String why) {
    String what = change.oldContent().isBlank() ? change.section() : change.oldContent();
    return "%s of %s does not apply, \"%s\": %s; quote the document as it stands."
        .formatted(Words.of(change.changeType()), change.file(), what, why);
  }
}

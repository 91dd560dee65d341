package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.TreeFacts;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What the schemas of a full context's replies cannot say, one sentence each, to be quoted back.
 * Each takes a reply that fits its schema. Pure.
 */
final class ConflictRules {
  private ConflictRules() {}

  /** Why nobody could decide by these conflicts; empty for a reply that names none. */
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

  /** The files that are named, at any depth, otherwise than by a path from the workspace's top. */
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
}

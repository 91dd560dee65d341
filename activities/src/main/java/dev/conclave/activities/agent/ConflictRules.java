package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.TreeFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * What the schemas of a full context's replies cannot say, one sentence each, to be quoted back.
 * Each takes a reply that fits its schema. Pure.
 */
final class ConflictRules {
  /** Fields that name a file, at any depth. */
  private static final List<String> PATHS = List.of("path", "file", "affected_files");

  private ConflictRules() {}

  /** Why nobody could decide by these conflicts; empty for one that names none. */
  static List<String> contradictions(JsonNode reply) {
    List<String> errors = new ArrayList<>();
    List<String> ids =
        elements(reply.path("conflicts")).map(one -> one.path("id").asText()).toList();
    for (String id : new LinkedHashSet<>(ids)) {
      if (Collections.frequency(ids, id) > 1) {
        errors.add("Conflict id %s is used more than once; each id must be unique.".formatted(id));
      }
    }
    for (JsonNode conflict : reply.path("conflicts")) {
      String id = conflict.path("id").asText();
      List<String> names =
          elements(conflict.path("strategies")).map(one -> one.path("name").asText()).toList();
      if (conflict.path("recommended").asInt() > names.size()) {
        errors.add(
            "%s: recommended is %d, but there are %d strategies; name one by its number from 1."
                .formatted(id, conflict.path("recommended").asInt(), names.size()));
      }
      if (names.stream().distinct().count() < names.size()) {
        errors.add("%s: two strategies have the same name; give each one its own.".formatted(id));
      }
    }
    return errors;
  }

  /** The files that are named otherwise than by a path from the top of the workspace. */
  static List<String> strayPaths(JsonNode reply) {
    return PATHS.stream()
        .flatMap(field -> reply.findValues(field).stream())
        .flatMap(said -> said.isArray() ? elements(said) : Stream.of(said))
        .filter(JsonNode::isTextual)
        .map(JsonNode::asText)
        .filter(path -> TreeFacts.inside(path).isEmpty())
        .distinct()
        .map(
            "\"%s\" is not a path inside the workspace; write it relative to its top, with /."
                ::formatted)
        .toList();
  }

  private static Stream<JsonNode> elements(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}

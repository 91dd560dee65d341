package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds citations that do not exist in the tree, and texts repeated from the prompt's example, in a
 * reply of any role. Pure.
 *
 * @param known paths that count as existing, such as documents that were shown
 */
public record ReplyEvidence(TreeFacts tree, Set<String> known) {
  /** Fields whose texts are quoted or new, not citations. */
  private static final Set<String> QUOTED = Set.of("modifications", "old_content", "new_content");

  private static final Set<String> PATHS = Set.of("path", "file", "affected_files");

  /** Fields with an object's main text, the likeliest first. */
  private static final List<String> WORDS =
      List.of("rationale", "summary", "description", "evidence", "point");

  /** Minimum length of an echo; shorter texts may match by chance. */
  private static final int ECHO = 25;

  /** Returns the texts of an example that a reply repeats word for word, one sentence each. */
  public static List<String> echoes(String form, JsonNode reply) {
    Set<String> example = texts(ReplySchemas.exampleJson(form));
    return texts(reply).stream()
        .filter(example::contains)
        .map(
            text ->
                LenientJson.quoted(text)
                    + " repeats the example of the prompt; report what you found here, or omit it.")
        .toList();
  }

  public static boolean isEcho(String form, JsonNode reply) {
    Set<String> said = texts(reply);
    return !said.isEmpty() && texts(ReplySchemas.exampleJson(form)).containsAll(said);
  }

  private static Set<String> texts(JsonNode node) {
    Set<String> texts = new LinkedHashSet<>();
    collect(node, texts);
    return texts;
  }

  private static void collect(JsonNode node, Set<String> texts) {
    if (node.isTextual() && node.asText().length() >= ECHO && node.asText().contains(" ")) {
      texts.add(node.asText().strip());
    }
    node.forEach(child -> collect(child, texts));
  }

  /**
   * Returns the citations that do not exist, at any depth, one sentence each, for a repair prompt.
   */
  public List<String> errors(JsonNode reply) {
    return missing(cited(reply)).stream()
        .map(
            place ->
                tree.lines(place.file()).isPresent()
                    ? "%s has %d lines, so line %d does not exist; look it up again."
                        .formatted(place.file(), tree.lines(place.file()).getAsInt(), place.line())
                    : "\"%s\" does not exist in the repository; look it up again, or omit it."
                        .formatted(named(place)))
        .toList();
  }

  /**
   * Returns a copy in which every text names its citations that do not exist. An object with such a
   * citation, or without evidence, gets a low confidence.
   */
  public JsonNode marked(JsonNode reply) {
    if (reply instanceof ArrayNode list) {
      ArrayNode marked = list.arrayNode();
      list.forEach(item -> marked.add(marked(item)));
      return marked;
    }
    if (!(reply instanceof ObjectNode object)) {
      return reply.isTextual()
          ? TextNode.valueOf(
              marked(reply.asText(), missing(EvidenceRules.citedIn(reply.asText(), tree))))
          : reply;
    }
    ObjectNode marked = object.objectNode();
    for (Map.Entry<String, JsonNode> field : object.properties()) {
      boolean kept = QUOTED.contains(field.getKey()) || PATHS.contains(field.getKey());
      marked.set(field.getKey(), kept ? field.getValue() : marked(field.getValue()));
    }
    List<CheckedLocation> missing = missing(paths(object));
    WORDS.stream()
        .filter(name -> marked.path(name).isTextual() && !missing.isEmpty())
        .findFirst()
        .ifPresent(name -> marked.put(name, marked(marked.path(name).asText(), missing)));
    boolean blank = object.has("evidence") && object.path("evidence").asText().isBlank();
    boolean doubted =
        blank || WORDS.stream().anyMatch(name -> !marked.path(name).equals(object.path(name)));
    if (doubted && marked.path("confidence").isTextual()) {
      marked.put("confidence", "low");
    }
    return marked;
  }

  private static String marked(String text, List<CheckedLocation> missing) {
    return missing.isEmpty()
        ? text
        : text
            + missing.stream()
                .map(ReplyEvidence::named)
                .collect(Collectors.joining(", ", " (not in the repository: ", ")"));
  }

  private List<CodeLocation> cited(JsonNode node) {
    List<CodeLocation> cited = new ArrayList<>();
    if (node.isTextual()) {
      cited.addAll(EvidenceRules.citedIn(node.asText(), tree));
    } else if (node instanceof ObjectNode object) {
      cited.addAll(paths(object));
      for (Map.Entry<String, JsonNode> field : object.properties()) {
        if (!QUOTED.contains(field.getKey())) {
          cited.addAll(cited(field.getValue()));
        }
      }
    } else {
      node.forEach(item -> cited.addAll(cited(item)));
    }
    return cited;
  }

  private static List<CodeLocation> paths(ObjectNode object) {
    return PATHS.stream()
        .sorted()
        .map(object::path)
        .flatMap(field -> field.isArray() ? field.valueStream() : Stream.of(field))
        .filter(path -> path.isTextual() && TreeFacts.inside(path.asText()).isPresent())
        .map(path -> LenientJson.place(path.asText()))
        .toList();
  }

  private List<CheckedLocation> missing(Collection<CodeLocation> cited) {
    return cited.stream()
        .filter(place -> place.line() > 0 || !tree.exists(tree.path(place.file())))
        .map(place -> EvidenceRules.check(place, tree))
        .filter(place -> place.verdict() == Evidence.MISSING)
        .filter(place -> !place.file().startsWith(".workflow/") && !known.contains(place.file()))
        .distinct()
        .toList();
  }

  private static String named(CheckedLocation place) {
    return place.file() + (place.line() > 0 ? ":" + place.line() : "");
  }
}

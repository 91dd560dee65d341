package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.ReplyBounds;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects which documents and explorations of a full context a prompt shows. */
record PromptExplorations(DocumentStore documents, AskRequest request, Fence fence) {
  private static final int SOURCES_BYTES = 32 << 10;

  /** Fields kept first when an exploration is shortened, since conflicts are derived from them. */
  private static final List<String> FIRST = List.of("conflict_indicators", "constraints");

  /** Returns the texts of a named document, each fenced, as far as they fit. */
  List<String> texts(String name) {
    List<String> fenced = new ArrayList<>();
    // The limit shrinks with a request that is repeated because it was too large.
    int left = Math.min(SOURCES_BYTES, 2 * request.contextBytes());
    DocumentRef given = request.documents().get(name);
    for (JsonNode source : given == null ? List.<JsonNode>of() : read(given)) {
      String text = source.path("text").asText().strip();
      String head = source.path("path").asText() + "\n";
      String shown = Cut.lines(text, left - PromptContext.length(head));
      boolean whole = shown.strip().equals(text);
      String rest = whole ? "" : "[… the rest is left out: read it in the workspace]";
      fenced.add(fence.around("source", head + shown + rest));
      left = Math.max(0, left - PromptContext.length(head + shown));
    }
    return fenced;
  }

  /** Returns the explorations as compact JSON, each fenced, within the context's size limit. */
  List<String> explorations() {
    Map<String, DocumentRef> given = new LinkedHashMap<>(request.documents());
    given.keySet().removeIf(name -> !name.startsWith("exploration "));
    List<String> fenced = new ArrayList<>();
    int left = request.contextBytes();
    for (Map.Entry<String, DocumentRef> one : given.entrySet()) {
      String fitting = fitting(read(one.getValue()), left / (given.size() - fenced.size()));
      left -= PromptContext.length(fitting);
      fenced.add(fence.around(one.getKey(), fitting));
    }
    return fenced;
  }

  private JsonNode read(DocumentRef document) {
    return documents.read(document, JsonNode.class);
  }

  private static String fitting(JsonNode exploration, int most) {
    ObjectNode ordered = WireMapper.get().createObjectNode();
    FIRST.stream()
        .filter(exploration::has)
        .forEach(field -> ordered.set(field, exploration.path(field)));
    exploration.properties().forEach(field -> ordered.set(field.getKey(), field.getValue()));
    String text = ordered.toString();
    for (int entries = 16; entries > 1 && PromptContext.length(text) > most; entries /= 2) {
      text = new ReplyBounds(entries, entries, 40 * entries).cut(ordered, entries).toString();
    }
    // A UTF-8 character has at most four bytes.
    return PromptContext.length(text) > most ? Cut.head(text, most / 4) : text;
  }
}

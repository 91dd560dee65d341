package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.ReplyBounds;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What the prompts of a full context say of its angles, of documents to read first and of
 * explorations.
 */
record PromptExplorations(DocumentStore documents, AskRequest request, Fence fence) {
  private static final int SOURCES_BYTES = 32 << 10;

  /** What is kept first where an exploration does not fit: what conflicts are made of. */
  private static final List<String> FIRST = List.of("conflict_indicators", "constraints");

  /** Tried in turn for an exploration that does not fit. */
  private static final List<ReplyBounds> SHORTER =
      List.of(
          new ReplyBounds(15, 15, 600),
          new ReplyBounds(8, 8, 300),
          new ReplyBounds(5, 5, 200),
          new ReplyBounds(3, 3, 120));

  /** Each with what whoever explores from it looks for. */
  private static final Map<String, String> ANGLES =
      """
      architecture: which layers and parts there are, what each is for, and where the task belongs
      dependencies: what relies on what the task touches, directly or further off, and on which packages it relies
      modularity: where the borders between modules run, what crosses them, and what can change without its neighbours
      integration-points: where new code meets what is there: entry points, registrations, interfaces, events, settings
      security: what somebody could attack here, which protection there is, and what the task opens or closes
      auth-patterns: how users and callers are recognized and what they may do, and where that is checked
      dataflow: the way of the data that the task concerns, from where it comes in to where it is kept or goes out
      validation: where input is checked, by which rules, and what gets through unchecked
      performance: which paths run often or on much data, what they cost, and how that is measured
      bottlenecks: what limits speed or size today: locks, queries in loops, blocking calls, single resources
      caching: what is cached where and for how long, what invalidates it, and what could be cached
      data-access: how data is read and written: queries, transactions, schemas, indexes, clients of stores
      error-handling: how failures arise, are passed on, told and recovered from on the way that the task concerns
      state-management: which state there is, who changes it when, and what happens side by side
      edge-cases: inputs and orders of events that the code does not expect: empty, huge, late, twice, at the same time
      patterns: how this code base solves such things already, and which conventions new code has to follow
      testing: how such code is tested here, which tests hold what the task touches, and what is not tested
      """
          .lines()
          .map(line -> line.split(": ", 2))
          .collect(Collectors.toMap(line -> line[0], line -> line[1]));

  /** The angle of the request, for ours with what it means. */
  String angle() {
    String angle = request.notes().getOrDefault("angle", "");
    return Optional.ofNullable(ANGLES.get(angle))
        .map(meaning -> angle + " (" + meaning + ")")
        .orElse(angle);
  }

  /** The texts of a document of this name, each in a fence, as far as they fit. */
  List<String> texts(String name) {
    DocumentRef given = request.documents().get(name);
    if (given == null) {
      return List.of();
    }
    List<String> fenced = new ArrayList<>();
    // A request that was too large has less of them as well.
    int left = Math.min(SOURCES_BYTES, 2 * request.contextBytes());
    for (JsonNode source : documents.read(given, JsonNode.class)) {
      String text = source.path("text").asText().strip();
      String head = source.path("path").asText() + "\n";
      String shown = PromptContext.lines(text, left - PromptContext.length(head));
      boolean whole = shown.strip().equals(text);
      fenced.add(
          fence.around(
              "source",
              head + shown + (whole ? "" : "[… the rest is left out: read it in the workspace]")));
      left = Math.max(0, left - PromptContext.length(head + shown));
    }
    return fenced;
  }

  /** The explorations as compact JSON, each in a fence, together as long as the context may be. */
  List<String> explorations() {
    List<Map.Entry<String, DocumentRef>> given =
        request.documents().entrySet().stream()
            .filter(one -> one.getKey().startsWith("exploration "))
            .toList();
    List<String> fenced = new ArrayList<>();
    int left = request.contextBytes();
    for (Map.Entry<String, DocumentRef> one : given) {
      JsonNode said = documents.read(one.getValue(), JsonNode.class);
      String fitting = fitting(said, left / (given.size() - fenced.size()));
      left -= PromptContext.length(fitting);
      fenced.add(fence.around(one.getKey(), fitting));
    }
    return fenced;
  }

  private static String fitting(JsonNode exploration, int most) {
    ObjectNode ordered = WireMapper.get().createObjectNode();
    FIRST.stream()
        .filter(exploration::has)
        .forEach(field -> ordered.set(field, exploration.path(field)));
    exploration.properties().forEach(field -> ordered.set(field.getKey(), field.getValue()));
    String text = ordered.toString();
    for (int i = 0; i < SHORTER.size() && PromptContext.length(text) > most; i++) {
      text = SHORTER.get(i).cut(ordered, SHORTER.get(i).entries()).toString();
    }
    // A character takes at most four bytes.
    return PromptContext.length(text) > most ? Cut.head(text, most / 4) : text;
  }
}

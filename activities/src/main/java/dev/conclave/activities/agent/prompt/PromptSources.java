package dev.conclave.activities.agent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.document.DocumentRef;
import dev.conclave.workflows.search.ContextPackage;
import dev.conclave.workflows.wire.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The documents that a prompt is made of. */
record PromptSources(DocumentStore documents) {

  /** The documents of earlier rounds, by number. */
  Map<String, JsonNode> rounds(AskRequest request) {
    TreeMap<Integer, JsonNode> byNumber = new TreeMap<>();
    request
        .documents()
        .forEach(
            (name, ref) -> {
              if (name.matches("round-\\d{1,4}")) {
                byNumber.put(Integer.parseInt(name.substring("round-".length())), json(ref));
              }
            });
    Map<String, JsonNode> rounds = new LinkedHashMap<>();
    byNumber.forEach((number, round) -> rounds.put("round " + number, round));
    return rounds;
  }

  /** What the search found. */
  Optional<ContextPackage> context(AskRequest request) {
    return Optional.ofNullable(request.documents().get("context"))
        .map(ref -> WireMapper.get().convertValue(json(ref), ContextPackage.class));
  }

  JsonNode json(DocumentRef ref) {
    try {
      return WireMapper.get().readTree(documents.get(ref));
    } catch (IOException e) {
      throw new UncheckedIOException("document " + ref.digest() + " is no JSON", e);
    }
  }
}

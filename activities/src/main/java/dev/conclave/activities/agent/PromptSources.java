package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.temporal.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/** The documents that a prompt is made of. */
record PromptSources(DocumentStore documents) {

  /** The chosen solution in full, from the document of the last round. */
  Optional<JsonNode> solution(AskRequest request, String name) {
    return Optional.ofNullable(request.documents().get(LedgerRules.DOCUMENT)).stream()
        .flatMap(ref -> StreamSupport.stream(json(ref).path("solutions").spliterator(), false))
        .filter(solution -> solution.path("name").asText().equals(name))
        .findFirst();
  }

  /** The same as a planner reads it: the flow and the milestones only restate the tasks. */
  Optional<String> shownSolution(AskRequest request, String name) {
    return solution(request, name)
        .map(
            solution -> {
              if (solution.path("implementation_plan") instanceof ObjectNode plan) {
                plan.remove(List.of("execution_flow", "milestones"));
              }
              return solution.toPrettyString();
            });
  }

  /** The places that the chosen solution names. */
  List<CodeLocation> places(AskRequest request) {
    return solution(request, request.notes().getOrDefault("solution", "")).stream()
        .flatMap(
            solution ->
                WireMapper.get().convertValue(solution, Solution.class).affectedFiles().stream())
        .toList();
  }

  /** What the search found. */
  Optional<ContextPackage> context(AskRequest request) {
    return Optional.ofNullable(request.documents().get("context"))
        .map(ref -> WireMapper.get().convertValue(json(ref), ContextPackage.class));
  }

  /** The ledger; absent in the first round of a direction. */
  Optional<Ledger> ledger(AskRequest request) {
    return LedgerRules.of(documents, request);
  }

  JsonNode json(DocumentRef ref) {
    try {
      return WireMapper.get().readTree(documents.get(ref));
    } catch (IOException e) {
      throw new UncheckedIOException("document " + ref.digest() + " is no JSON", e);
    }
  }
}

package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import dev.conclave.workflows.text.Words;
import io.temporal.activity.ActivityInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

public record CallRequest(CallKey key, WaitingActivity activity, AskRequest ask) {

  static CallRequest of(AskRequest ask, ActivityInfo activity, DocumentStore documents) {
    String workflow = Optional.ofNullable(activity.getWorkflowId()).orElse(ask.session());
    String run = Optional.ofNullable(activity.getWorkflowRunId()).orElse("");
    return new CallRequest(
        CallKey.of(activity.getNamespace(), workflow, question(ask, documents)),
        new WaitingActivity(run, activity.getActivityId()),
        ask);
  }

  /**
   * Returns the bytes that identify a question, each part under its own name. They contain no
   * clock, path or measurement, so that a reset or resumed session finds the same call: the tree is
   * given by its id, a round by its ledger. They do not follow the JSON form of {@link AskRequest},
   * so that a newer worker finds the calls of an older one.
   */
  static byte[] question(AskRequest ask, DocumentStore documents) {
    SortedMap<String, String> digests = new TreeMap<>();
    ask.documents().forEach((name, ref) -> digests.put(name, contentDigest(name, ref, documents)));
    // The search may find background documents in another way for the same task and tree.
    digests.keySet().removeAll(PromptWriter.BACKGROUND);
    SortedMap<String, Object> parts = new TreeMap<>();
    parts.put("call", ask.callId());
    parts.put("session", ask.session());
    parts.put("round", ask.round());
    parts.put("agent", ask.agent());
    parts.put("role", Words.of(ask.role()));
    parts.put("mode", Words.of(ask.mode()));
    parts.put("template", ask.template());
    parts.put("tree", ask.tree());
    parts.put("task", ask.task());
    parts.put("documents", digests);
    parts.put("notes", new TreeMap<>(ask.notes()));
    parts.put("repair", ask.repair());
    parts.put("previous", ask.previousReply().map(DocumentRef::digest).orElse(""));
    parts.put("languages", ask.languages());
    parts.put("excerpts", ask.contextBytes());
    parts.values().removeIf(part -> List.of("", List.of(), Map.of()).contains(part));
    return WireMapper.get().valueToTree(parts).toString().getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the digest of the part of a document that a prompt uses. */
  private static String contentDigest(String name, DocumentRef document, DocumentStore documents) {
    return Optional.of(document)
        .filter(any -> name.equals(LedgerRules.DOCUMENT))
        .flatMap(ref -> documents.find(ref, JsonNode.class))
        .map(round -> Digests.sha256(LedgerRules.ledger(round).toString()))
        .orElseGet(document::digest);
  }
}

package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What makes two requests the same question, each part under a name of its own. Unlike a record's
 * wire form it stays what it is when the records grow: a worker of the next version finds the calls
 * of this one. Pure.
 */
final class Question {
  private Question() {}

  /** The question in bytes, equal for equal questions on every JDK and in every version. */
  static byte[] bytes(AskRequest request) {
    return bytes(parts(request));
  }

  /** The parts in bytes. An empty one counts as absent, so that a new part changes no old key. */
  static byte[] bytes(SortedMap<String, Object> parts) {
    TreeMap<String, Object> said = new TreeMap<>(parts);
    said.values().removeIf(Question::isEmpty);
    try {
      return WireMapper.get().writeValueAsBytes(said);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are JSON", e);
    }
  }

  /** What the prompt, the program and its place are made of; how long it may take is not. */
  static SortedMap<String, Object> parts(AskRequest request) {
    TreeMap<String, Object> parts = new TreeMap<>();
    parts.put("call", request.callId());
    parts.put("session", request.session());
    parts.put("round", request.round());
    parts.put("agent", request.agent());
    parts.put("role", Words.of(request.role()));
    parts.put("mode", Words.of(request.mode()));
    parts.put("template", request.template());
    parts.put("workspace", request.workspace().path());
    parts.put("tree", request.tree());
    parts.put("task", request.task());
    parts.put("documents", digests(request.documents()));
    parts.put("notes", new TreeMap<>(request.notes()));
    parts.put("repair", request.repair());
    parts.put("previous", request.previousReply().map(DocumentRef::digest).orElse(""));
    parts.put("languages", request.languages());
    parts.put("excerpts", request.contextBytes());
    return parts;
  }

  private static SortedMap<String, String> digests(Map<String, DocumentRef> documents) {
    TreeMap<String, String> digests = new TreeMap<>();
    documents.forEach((name, document) -> digests.put(name, document.digest()));
    return digests;
  }

  private static boolean isEmpty(Object part) {
    return part.equals("")
        || (part instanceof Collection<?> list && list.isEmpty())
        || (part instanceof Map<?, ?> map && map.isEmpty());
  }
}

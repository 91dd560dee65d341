package dev.conclave.activities.agent;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.workflows.api.AgentFailure;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.FailureKind;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.activity.ActivityInfo;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One call to be made or found made.
 *
 * @param key of its folder
 * @param activity that waits for it
 */
public record AgentCall(CallKey key, WaitingActivity activity, AskRequest request) {

  /** The call that an activity asks for. */
  static AgentCall of(AskRequest request, ActivityInfo activity) {
    String workflow = Optional.ofNullable(activity.getWorkflowId()).orElse(request.session());
    String run = Optional.ofNullable(activity.getWorkflowRunId()).orElse("");
    return new AgentCall(
        CallKey.of(activity.getNamespace(), workflow, bytes(parts(request))),
        new WaitingActivity(run, activity.getActivityId()),
        request);
  }

  /** A call gave no reply. */
  public static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient AgentFailure failure;

    Failed(AgentFailure failure) {
      super(failure.message());
      this.failure = failure;
    }

    /** A failure before any process was started. */
    static Failed before(FailureKind kind, String message) {
      return new Failed(
          new AgentFailure(kind, message, Optional.empty(), List.of(), Optional.empty()));
    }

    public AgentFailure failure() {
      return failure;
    }
  }

  /**
   * What makes two requests the same question, each part under a name of its own: what the prompt,
   * the program and its folder are made of, but not how long it may take. Unlike a record's wire
   * form it stays what it is when the records grow: a worker of the next version finds the calls of
   * this one.
   */
  static SortedMap<String, Object> parts(AskRequest request) {
    SortedMap<String, String> digests = new TreeMap<>();
    request.documents().forEach((name, document) -> digests.put(name, document.digest()));
    SortedMap<String, Object> parts = new TreeMap<>();
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
    parts.put("documents", digests);
    parts.put("notes", new TreeMap<>(request.notes()));
    parts.put("repair", request.repair());
    parts.put("previous", request.previousReply().map(DocumentRef::digest).orElse(""));
    parts.put("languages", request.languages());
    parts.put("excerpts", request.contextBytes());
    return parts;
  }

  /**
   * The question in bytes, equal for equal questions on every JDK and in every version. An empty
   * part counts as absent, so that a new part changes no old key.
   */
  static byte[] bytes(SortedMap<String, Object> parts) {
    SortedMap<String, Object> said = new TreeMap<>(parts);
    said.values()
        .removeIf(
            part ->
                part.equals("")
                    || (part instanceof Collection<?> list && list.isEmpty())
                    || (part instanceof Map<?, ?> map && map.isEmpty()));
    try {
      return WireMapper.get().writeValueAsBytes(said);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("texts and numbers are JSON", e);
    }
  }
}

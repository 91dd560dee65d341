package dev.conclave.activities.agent;

import dev.conclave.activities.agent.process.CallFolder.CallKey;
import dev.conclave.activities.agent.process.CallFolder.WaitingActivity;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.temporal.WireMapper;
import dev.conclave.workflows.temporal.Words;
import io.temporal.activity.ActivityInfo;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** One call to be made or found made. */
public record CallRequest(CallKey key, WaitingActivity activity, AskRequest ask) {

  /** The call that an activity asks for. */
  static CallRequest of(AskRequest ask, ActivityInfo activity) {
    String workflow = Optional.ofNullable(activity.getWorkflowId()).orElse(ask.session());
    String run = Optional.ofNullable(activity.getWorkflowRunId()).orElse("");
    return new CallRequest(
        CallKey.of(activity.getNamespace(), workflow, question(ask)),
        new WaitingActivity(run, activity.getActivityId()),
        ask);
  }

  /**
   * What makes two requests the same question, each part under a name of its own: what the prompt,
   * the program and its folder are made of, but not how long it may take. The record's own JSON
   * changes when the record grows; this does not, so that a worker of the next version finds the
   * calls of this one.
   */
  static byte[] question(AskRequest ask) {
    SortedMap<String, String> digests = new TreeMap<>();
    ask.documents().forEach((name, document) -> digests.put(name, document.digest()));
    SortedMap<String, Object> parts = new TreeMap<>();
    parts.put("call", ask.callId());
    parts.put("session", ask.session());
    parts.put("round", ask.round());
    parts.put("agent", ask.agent());
    parts.put("role", Words.of(ask.role()));
    parts.put("mode", Words.of(ask.mode()));
    parts.put("template", ask.template());
    parts.put("workspace", ask.workspace().path());
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
}

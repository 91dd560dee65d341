package dev.conclave.workflows.api;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.text.Bounds;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One question to one agent. It carries references, never the prompt.
 *
 * @param template name and version, such as {@code analyst-1}
 * @param documents by the template's names: {@code context}, {@code ledger}, {@code previous-plan}
 * @param notes short texts by the template's names: human feedback, constraints
 */
@RecordBuilder
public record AskRequest(
    String callId,
    String session,
    int round,
    String agent,
    Role role,
    Mode mode,
    String template,
    Workspace workspace,
    String tree,
    String task,
    Map<String, DocumentRef> documents,
    Map<String, String> notes,
    List<String> repair,
    Optional<DocumentRef> previousReply,
    List<String> languages,
    Duration timeout,
    int contextBytes)
    implements AskRequestBuilder.With {
  private static final int ERRORS_SENT = 20;

  /** Note with the perspective that the agent takes. */
  public static final String PERSPECTIVE = "perspective";

  /** Note with the session's agents that can execute a plan. */
  public static final String EXECUTORS = "executors";

  /** Returns whether codex can execute the plan; true when the request does not say. */
  public boolean offersCodex() {
    return List.of(notes.getOrDefault(EXECUTORS, "codex").split(", ")).contains("codex");
  }

  /** Returns the author in the ledger: the perspective if there is one, else the agent. */
  public String voter() {
    return notes.getOrDefault(PERSPECTIVE, agent);
  }

  /**
   * Returns the same question with the errors of the reply.
   *
   * @param reply absent when it was lost with its host
   */
  public AskRequest forRepair(List<String> errors, Optional<DocumentRef> reply) {
    return withCallId(callId + "-repair" + (repair.isEmpty() ? "" : "2"))
        .withRepair(errors.stream().limit(ERRORS_SENT).map(Bounds::shortened).toList())
        .withPreviousReply(reply);
  }

  /** Returns the same question with a quarter of the code, for a prompt that was too large. */
  public AskRequest withLessContext() {
    return withContextBytes(contextBytes / 4);
  }
}

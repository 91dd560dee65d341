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
 * @param template name and version of the prompt template, such as {@code analyst-1}
 * @param documents what the prompt is made of, by the template's names: {@code context}, {@code
 *     ledger}, {@code previous-plan}
 * @param notes short texts for the template, by name: human feedback, constraints
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

  /** The note that names the perspective whose eyes the agent looks with. */
  public static final String PERSPECTIVE = "perspective";

  /** The note that names who of the session could carry a plan out. */
  public static final String EXECUTORS = "executors";

  /** Whether the codex program could carry a plan out, as far as the request says. */
  public boolean offersCodex() {
    return List.of(notes.getOrDefault(EXECUTORS, "codex").split(", ")).contains("codex");
  }

  /** Who speaks in the ledger: the perspective where there is one, else the agent. */
  public String voter() {
    return notes.getOrDefault(PERSPECTIVE, agent);
  }

  /**
   * The same question again, with what was wrong in the reply.
   *
   * @param reply absent when it was lost with its host
   */
  public AskRequest again(List<String> errors, Optional<DocumentRef> reply) {
    return withCallId(callId + "-repair" + (repair.isEmpty() ? "" : "2"))
        .withRepair(errors.stream().limit(ERRORS_SENT).map(Bounds::shortened).toList())
        .withPreviousReply(reply);
  }

  /** The same question with a quarter of the code, after it was too large. */
  public AskRequest smaller() {
    return withContextBytes(contextBytes / 4);
  }
}

package dev.conclave.activities.agent;

import dev.conclave.activities.discussion.TreeFacts;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Mode;
import dev.conclave.workflows.model.Receipt;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.model.Workspace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** Requests for tests. */
public final class Requests {
  private Requests() {}

  /** Returns a tree in which every citation exists, for any workspace. */
  public static TreeFacts wholeTree(Workspace workspace, String tree) {
    return file -> OptionalInt.of(100_000);
  }

  public static AskRequest analyst(String agent, String path) {
    return request(agent, path, Role.ANALYST, 1, Map.of(), Map.of());
  }

  public static AskRequest request(
      String agent,
      String path,
      Role role,
      int round,
      Map<String, DocumentRef> documents,
      Map<String, String> notes) {
    Workspace workspace =
        new Workspace("host", "lima", "key", path, Optional.empty(), path, true, Optional.empty());
    return new AskRequest(
        "r" + round + "-" + agent + "-1",
        "MCP-add-rate-limiting-2026-11-21",
        round,
        agent,
        role,
        Mode.ANALYSIS,
        switch (role) {
          case ANALYST -> documents.containsKey("ledger") ? "ballot-1" : "analyst-1";
          case REVIEWER -> documents.containsKey("ledger") ? "ballot-1" : "reviewer-1";
          case MODERATOR -> "moderator-1";
          case TOPIC_ANALYZER -> "topic-analyzer-1";
          case EXPLORER -> "explorer-1";
          case SYNTHESIZER -> "synthesizer-1";
          case CONTEXT_EXPLORER -> "context-explorer-1";
          case CONFLICT_ANALYST -> "conflict-analyst-1";
          case CONFLICT_CLARIFIER -> "conflict-clarifier-1";
          case PLANNER -> "planner-1";
          case EXECUTOR -> "executor-1";
        },
        workspace,
        "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
        "Add rate limiting",
        documents,
        notes,
        List.of(),
        Optional.empty(),
        List.of("en"),
        Duration.ofMinutes(4),
        60 << 10);
  }

  /** Returns the receipt of a call that took no time. */
  public static Receipt receipt(Instant at) {
    return CallResult.builtIn(analyst("gemini", "/repo"), at, at);
  }

  /** Returns a request for an existing tree. */
  public static AskRequest in(Workspace workspace, String tree, Role role) {
    return changed(
        request("s", workspace.path(), role, 1, Map.of(), Map.of()),
        Mode.ANALYSIS,
        workspace,
        tree,
        Duration.ofMinutes(4));
  }

  /** Returns a request for calls that build their own prompt. */
  static AskRequest of(String agent, Mode mode, String tree, Duration timeout) {
    AskRequest r = analyst(agent, "/");
    return changed(r, mode, r.workspace(), tree, timeout);
  }

  private static AskRequest changed(
      AskRequest r, Mode mode, Workspace workspace, String tree, Duration timeout) {
    return new AskRequest(
        r.callId(),
        r.session(),
        r.round(),
        r.agent(),
        r.role(),
        mode,
        r.template(),
        workspace,
        tree,
        r.task(),
        r.documents(),
        r.notes(),
        r.repair(),
        r.previousReply(),
        r.languages(),
        timeout,
        r.contextBytes());
  }

  /** Returns the same request as a repair. */
  public static AskRequest repair(AskRequest r, List<String> errors, DocumentRef reply) {
    return new AskRequest(
        r.callId() + "-repair",
        r.session(),
        r.round(),
        r.agent(),
        r.role(),
        r.mode(),
        r.template(),
        r.workspace(),
        r.tree(),
        r.task(),
        r.documents(),
        r.notes(),
        errors,
        Optional.of(reply),
        r.languages(),
        r.timeout(),
        r.contextBytes());
  }
}

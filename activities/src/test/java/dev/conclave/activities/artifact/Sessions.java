package dev.conclave.activities.artifact;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.Resources;
import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.discussion.ReplyParser;
import dev.conclave.activities.discussion.SynthesisRecord;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTerms;
import dev.conclave.workflows.api.SearchActivities.GatheredContext;
import dev.conclave.workflows.api.WorkspaceActivities.Tree;
import dev.conclave.workflows.context.ContextActivities.Assembled;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Disagreement;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergeRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergedReplies;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.discussion.Scope;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.model.BudgetLimits;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import dev.conclave.workflows.model.WorkspaceSpec;
import dev.conclave.workflows.plan.ContextDepth;
import dev.conclave.workflows.plan.DiscussionMode;
import dev.conclave.workflows.plan.Phase;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanRequest;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.session.RoundRecord;
import dev.conclave.workflows.session.SessionTerms;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The recorded session of the test resources, as state and documents. */
final class Sessions {
  static final String ID = "MCP-add-rate-limiting-2026-11-20";
  static final DocumentRef CONTEXT = new DocumentRef("c".repeat(64), 10);
  static final DocumentRef ROUND_1 = new DocumentRef("1".repeat(64), 10);
  static final DocumentRef ROUND_2 = new DocumentRef("2".repeat(64), 10);
  static final Workspace WORKSPACE =
      new Workspace(
          "host-1",
          "lima",
          "shop",
          "/srv/my shop",
          Optional.empty(),
          "/srv/my shop/.workflow/.multi-cli-plan",
          true,
          Optional.of("f".repeat(40)));

  private Sessions() {}

  static SynthesisRecord round(int number) {
    return read("synthesis-%d.json".formatted(number), SynthesisRecord.class);
  }

  static MemoryDocuments documents() {
    return new MemoryDocuments()
        .with(CONTEXT, resource("context.json"))
        .with(ROUND_1, resource("synthesis-1.json"))
        .with(ROUND_2, resource("synthesis-2.json"))
        .with(
            new DocumentRef("a".repeat(64), 1200),
            "thinking…\nexport API_TOKEN=ghp_0123456789abcdefABCDEF0123456789abcd\n"
                .getBytes(StandardCharsets.UTF_8));
  }

  static SessionArtifacts artifacts(MemoryDocuments documents) {
    return new SessionArtifacts(documents, (workspace, tree) -> tree(), new SecretFilter());
  }

  static TreeSource tree() {
    Path root = folder("tree");
    try (Stream<Path> walk = Files.walk(root)) {
      Map<String, Path> files =
          walk.filter(Files::isRegularFile)
              .collect(Collectors.toMap(file -> root.relativize(file).toString(), file -> file));
      return new TreeSource(
          files.keySet(),
          path -> Optional.ofNullable(files.get(path)).map(Resources::text),
          () -> {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns a round with some fields changed, given as JSON with single quotes; objects are merged.
   */
  static SynthesisRecord round(int number, String changes) {
    ObjectNode json = WireMapper.get().valueToTree(round(number));
    json(changes.replace("'", "\""))
        .properties()
        .forEach(
            change -> {
              if (change.getValue() instanceof ObjectNode part) {
                ((ObjectNode) json.path(change.getKey())).setAll(part);
              } else {
                json.set(change.getKey(), change.getValue());
              }
            });
    return WireMapper.get().convertValue(json, SynthesisRecord.class);
  }

  /** Returns a session with two rounds, a choice that replaced another, and a confirmed plan. */
  static PlanState complete() {
    return state(
        Phase.COMPLETE,
        List.of(record(1, ROUND_1), record(2, ROUND_2)),
        Optional.of(0),
        Optional.of(
            new PlanDraft(
                read("plan.json", Plan.class),
                new DocumentRef("9".repeat(64), 10),
                List.of(),
                "gemini",
                1,
                "2".repeat(40),
                new PlanTerms(
                    List.of("minimal-changes"),
                    new Scope(List.of("src"), List.of("src/legacy", "旧 代码/*.py"))),
                List.of("codex timed out (no reply for 900 s)"),
                List.of(),
                List.of(
                    "uncertain: the agents did not converge, and no rounds are left; these are the"
                        + " best options so far"),
                Instant.parse("2026-11-20T09:34:10Z"),
                List.of(),
                List.of())),
        decisions());
  }

  /** Returns the same session with a full context, explored from these angles. */
  static PlanState explored(String... angles) {
    ObjectNode state = WireMapper.get().valueToTree(complete());
    DocumentRef kept = new DocumentRef("e".repeat(64), 10);
    state.putPOJO(
        "explored",
        new Assembled(
            kept, List.of(angles), 2, List.of(), "", "none", List.of(), List.of(), List.of()));
    state.put("explored_on", WORKSPACE.host());
    return WireMapper.get().convertValue(state, PlanState.class);
  }

  /** Returns the session after round one without a decision. */
  static PlanState undecided() {
    return state(
        Phase.AWAITING_DECISION,
        List.of(record(1, ROUND_1)),
        Optional.empty(),
        Optional.empty(),
        List.of());
  }

  static PlanState started() {
    return state(Phase.INITIALIZING, List.of(), Optional.empty(), Optional.empty(), List.of());
  }

  static List<Decision> decisions() {
    return List.of(
        decision(
            "2026-11-20T08:30:00Z",
            1,
            "",
            "{'gate': '1-clarification', 'kind': 'clarify', 'answers': {'1': '1'}}"),
        decision(
            "2026-11-20T09:10:00Z",
            2,
            "Gateway limit",
            "{'gate': '2-decision', 'kind': 'approve', 'solution': 2}"),
        decision("2026-11-20T09:20:00Z", 2, "", "{'gate': '3-confirmation', 'kind': 'back'}"),
        decision(
            "2026-11-20T09:30:00Z",
            2,
            "Token bucket filter",
            "{'gate': '4-decision', 'kind': 'approve', 'solution': 1, 'execution_method': 'codex', 'code_review': 'gemini', 'constraints': ['minimal-changes']}"));
  }

  private static Decision decision(String at, int round, String solution, String answer) {
    GateAnswer read = GateAnswer.read(json(answer.replace("'", "\"")));
    return new Decision(
        Instant.parse(at),
        read.gate(),
        "0123456789abcdef",
        "lena",
        read.kind(),
        Optional.of(solution).filter(name -> !name.isEmpty()),
        List.of(),
        read,
        round,
        read.answers().isEmpty() ? List.of() : round(1).count().questions());
  }

  private static PlanState state(
      Phase phase,
      List<RoundRecord> rounds,
      Optional<Integer> selected,
      Optional<PlanDraft> plan,
      List<Decision> decisions) {
    BudgetLimits unlimited = BudgetLimits.NONE;
    SynthesisRecord first = round(1);
    PlanRequest request =
        new PlanRequest(
            new SessionTerms(
                first.task(),
                WorkspaceSpec.ofPath("host-1", WORKSPACE.path()),
                List.of("gemini", "codex"),
                false,
                List.of("gemini", "codex", "qwen", "direct"),
                false,
                unlimited,
                Optional.empty(),
                List.of("en", "zh"),
                61440,
                true,
                "lena",
                Optional.empty(),
                ""),
            Optional.empty(),
            3,
            DiscussionMode.PARALLEL,
            false,
            true,
            ContextDepth.SEARCH,
            null,
            List.of(),
            List.of());
    ObjectNode state =
        WireMapper.get()
            .valueToTree(new PlanState(ID, request, Instant.parse("2026-11-20T08:00:00Z")));
    state.putPOJO("phase", phase).putPOJO("resume_at", phase).put("revision", 7);
    state.put("updated_at", "2026-11-20T09:45:00Z").putPOJO("workspace", WORKSPACE);
    state.putPOJO("tree", new Tree("2".repeat(40), WORKSPACE.head(), true, 4, 0, Optional.empty()));
    state.put("rounds_left", 1).putPOJO("rounds", rounds).putPOJO("decisions", decisions);
    selected.ifPresent(index -> state.put("selected", index));
    plan.ifPresent(draft -> state.putPOJO("plan", draft));
    if (!rounds.isEmpty()) {
      state.putPOJO(
          "context",
          new GatheredContext(CONTEXT, 2, List.of("maven", "junit"), 4, "lucene", List.of()));
      state.putPOJO("analysts", List.of("gemini", "qwen"));
      state.putPOJO("last", synthesis(rounds.size()));
    }
    return WireMapper.get().convertValue(state, PlanState.class);
  }

  private static Synthesis synthesis(int number) {
    return round(number).whole(number == 1 ? ROUND_1 : ROUND_2);
  }

  static JsonNode json(String text) {
    return dev.conclave.activities.discussion.Analyses.read(JsonNode.class, text);
  }

  private static RoundRecord record(int number, DocumentRef document) {
    SynthesisRecord round = round(number);
    return new RoundRecord(
        number,
        0,
        round.tree(),
        round.started(),
        round.finished(),
        round.runs(),
        round.count().solutions().stream().map(Solution::name).toList(),
        round.crossVerification().disagreements().stream()
            .filter(Disagreement::open)
            .map(Disagreement::topic)
            .toList(),
        round.count().convergence(),
        false,
        false,
        document,
        round.feedback().orElse(null));
  }

  static <T> T read(String name, Class<T> type) {
    return dev.conclave.activities.discussion.Analyses.read(
        type, Resources.text("session/" + name));
  }

  static byte[] resource(String name) {
    return Resources.text("session/" + name).getBytes(StandardCharsets.UTF_8);
  }

  static Path folder(String name) {
    return Resources.path("session/" + name);
  }

  static Analysis reply(String agent) {
    String text = Resources.text("session/replies/" + agent + ".txt");
    return ReplyParser.parse(text, agent, "deep-code-analysis");
  }

  /** Returns a first or second round of gemini and qwen, entered and counted. */
  static Synthesis discussed(
      DocumentStore documents,
      DiscussionActivities rules,
      int round,
      Workspace workspace,
      String tree,
      List<Analysis> said,
      Optional<Moderation> moderation) {
    List<AgentRun> runs =
        Stream.of("gemini", "qwen")
            .map(
                agent ->
                    new AgentRun(
                        agent,
                        agent,
                        AgentRun.ANSWERED,
                        Optional.empty(),
                        round(1).runs().get(0).receipt()))
            .toList();
    List<DocumentRef> analyses = said.stream().map(one -> documents.put(wire(one))).toList();
    MergedReplies entered =
        rules.mergeReplies(
            new MergeRequest(
                round,
                workspace,
                tree,
                Optional.empty(),
                Ledger.EMPTY.next(),
                analyses,
                runs,
                List.of()));
    return rules.count(
        new CountRequest(
            ID,
            "Add rate limiting to the public API",
            round,
            workspace,
            tree,
            entered.ledger(),
            moderation.map(one -> documents.put(wire(one))),
            entered.moderate(),
            analyses,
            runs,
            true,
            3,
            3 - round,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            List.of("en", "zh"),
            Instant.parse("2026-11-20T08:00:00Z"),
            null));
  }

  private static String wire(Object record) {
    return WireMapper.get().valueToTree(record).toString();
  }
}

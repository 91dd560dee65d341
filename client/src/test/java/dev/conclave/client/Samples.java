package dev.conclave.client;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.gate.Note;
import dev.conclave.workflows.gate.Note.NoteKind;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.plan.Requests;
import dev.conclave.workflows.text.Digests;
import dev.conclave.workflows.text.WireMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Records with typical agent content: long, Chinese, with emoji. */
public final class Samples {
  private static final String DECISION =
      """
      {"title": "Choose among 2 options.",
       "options": [
         {"number": 1, "name": "令牌桶限流 token bucket 🚀 in the gateway",
          "summary": "在网关中为每个客户端保存一个令牌桶，超过速率时返回 429。",
          "sources": ["gemini", "codex"], "feasibility": 0.9, "effort": "low", "risk": "medium",
          "score": 0.82, "pros": ["bursts are allowed up to the bucket's size"],
          "cons": ["one entry of memory for each client"], "files": 3, "there": 4, "cited": 5},
         {"number": 2, "name": "Sliding window", "summary": "Count requests of the last minute.",
          "sources": ["codex"], "feasibility": 0.7, "effort": "high", "risk": "low",
          "score": 0.61, "pros": ["exact"], "cons": ["slow"], "files": 5, "cited": 2}],
       "notes": [
         {"kind": "subject", "severity": "info",
          "text": "0.77 (threshold 0.80), from 19 agreed points, 1 disagreement, feasibility 0.93 and new insights: the agents have not converged."},
         {"kind": "recommended", "severity": "info",
          "text": "1, ranked first by gemini, codex; 4 of 5 citations verified"},
         {"kind": "open", "severity": "info", "ref": "C2",
          "text": "C2 Where is the time taken? (in the dispatcher; in the server)"},
         {"kind": "uncertain", "severity": "warning",
          "text": "uncertain: the agents did not converge; these are the best options so far"},
         {"kind": "detail", "severity": "warning",
          "text": "1 of 7 citations does not exist in the repository: src/gone.py:3"}]}
      """;

  private static final String STRATEGY =
      """
      {"complexity": "low", "risk": "medium", "effort": "high",
       "pros": ["no client breaks"], "cons": ["two shapes to keep"],
       "modifications": [
         {"file": "docs/plan.md", "section": "Interfaces", "change_type": "update",
          "old_content": "The shape of the reply changes.",
          "new_content": "The old shape stays beside the new one.", "rationale": "clients read it"}]}
      """;

  private static final String CONFLICT =
      """
      {"severity": "High", "category": "API", "affected_files": ["src/api.py", "src/client.py"],
       "impact": {"scope": "clients", "compatibility": "breaks clients",
                  "migration_required": true, "estimated_effort": "2 days"},
       "overlap_analysis": {"existing_modules": [
         {"name": "Replies", "file": "src/replies.py", "overlap_scenarios": ["shapes the reply"]}]},
       "recommended": 1, "modification_suggestions": ["say in the plan which shape holds"]}
      """;

  private static final String SOLUTION =
      """
      {"source_cli": ["gemini"], "feasibility": 0.8, "effort": "low", "risk": "medium",
       "maintainability": "not assessed", "performance_impact": "not assessed",
       "pros": ["simple"], "cons": ["memory"],
       "affected_files": [{"file": "src/limiter.py", "line": 3, "reason": "here"}],
       "implementation_plan": {"approach": "do it"}, "dependencies": {},
       "score": 73, "verified": 1, "cited": 1, "entry": "S1"}
      """;

  /** An agreed point and a settled conflict. */
  private static final String AGREED =
      """
      {"next": {"point": 1, "conflict": 1, "approach": 1, "question": 1},
       "statements": [
         {"id": "gemini.1.f1", "agent": "gemini", "round": 1, "type": "finding", "counts": true,
          "text": {"en": "The limiter must be async"},
          "places": [{"file": "src/limiter.py", "line": 12, "verdict": "there"}]},
         {"id": "codex.1.f2", "agent": "codex", "round": 1, "type": "finding", "counts": true,
          "text": {"en": "限流器必须是同步的"},
          "places": [{"file": "src/gone.py", "line": 3, "verdict": "missing"}]}],
       "points": [
         {"id": "P1", "sentence": {"en": "Requests are not limited today"}, "kind": "fact",
          "changes": "plan", "members": ["gemini.1.f1", "codex.1.f2"], "state": "agreed",
          "round": 1, "voters": ["gemini", "codex"]}],
       "conflicts": [
         {"id": "C1", "question": {"en": "async limiter"}, "settled_by": "code",
          "sides": [{"position": {"en": "async"}, "members": ["gemini.1.f1"]},
                    {"position": {"en": "sync"}, "members": ["codex.1.f2"]}],
          "state": "settled", "how": "all voters: codex, gemini", "winner": 1, "round": 1}]}
      """;

  /** A human decision, a point against it, and a refuted point. */
  private static final String VOTED =
      """
      {"next": {"point": 1, "conflict": 1, "approach": 1, "question": 1},
       "statements": [
         {"id": "gemini.1.f1", "agent": "gemini", "round": 1, "type": "finding", "counts": true,
          "text": {"en": "Nothing limits requests", "zh": "没有限流"},
          "places": [{"file": "src/a.py", "line": 3, "verdict": "there"},
                     {"file": "src/b.py", "line": 9, "verdict": "missing"}]},
         {"id": "gemini.1.f2", "agent": "gemini", "round": 1, "type": "finding", "counts": true,
          "text": {"en": "said as gemini.1.f2"}},
         {"id": "codex.1.f1", "agent": "codex", "round": 1, "type": "finding", "counts": true,
          "text": {"en": "said as codex.1.f1"}},
         {"id": "codex.1.f2", "agent": "codex", "round": 1, "type": "finding", "counts": true,
          "text": {"en": "said as codex.1.f2"}}],
       "points": [
         {"id": "P1", "sentence": {"en": "Nothing limits requests", "zh": "没有限流"},
          "members": ["gemini.1.f1"], "state": "agreed", %1$s,
          "votes": [{"agent": "codex", "round": 2, "choice": "agree", %2$s,
                     "runs": ["pytest: 3 passed"], "note": "read it"}]},
         {"id": "P2", "sentence": {"en": "said as gemini.1.f2"},
          "members": ["gemini.1.f2"], "state": "decided", %1$s, "answer": "10 a second"},
         {"id": "P3", "sentence": {"en": "said as codex.1.f1"},
          "members": ["codex.1.f1"], "state": "lone", %1$s, "against": "Which limit? 10 a second"},
         {"id": "P4", "sentence": {"en": "said as codex.1.f2"},
          "members": ["codex.1.f2"], "state": "refuted", %1$s,
          "votes": [{"agent": "gemini", "round": 2, "choice": "disagree", %2$s,
                     "note": "it does"}]}]}
      """
          .formatted(
              """
              "kind": "fact", "changes": "choice", "round": 1, "voters": ["gemini", "codex"],
              "shown": [{"agent": "gemini", "round": 2}, {"agent": "codex", "round": 2}]""",
              """
              "evidence": [{"file": "src/a.py", "line": 3, "verdict": "there"}]""");

  private static final String SYNTHESIS =
      """
      {"convergence": {"score": 0.72, "agreement_ratio": 0.5, "mean_feasibility": 0.8,
                       "new_insights": true, "recommendation": "%s",
                       "rationale": "they mostly agree", "evidence_rate": 0.66},
       "voters": ["gemini", "codex"], "alpha": 0.5, "places": {}}
      """;

  private static final String PLAN =
      """
      {"summary": "Add a limiter", "approach": "Token bucket", "complexity": "Low",
       "estimated_time": "1 h", "recommended_execution": "Agent",
       "tasks": [
         {"id": "TASK-001", "title": "Limiter", "scope": "src", "action": "Add",
          "description": "Add it to the gateway",
          "files": [{"path": "src/limiter.py", "line": 3, "action": "modify",
                     "change": "take a token"}],
          "implementation": ["write", "test"], "acceptance": ["a burst of 11 is refused"],
          "execution_group": 1, "verification": "run the tests", "risks": ["clock skew"],
          "rationale": "needed"}]}
      """;

  private Samples() {}

  /** Reads a record from its wire format; a missing list or text is empty. */
  public static <T> T read(Class<T> type, String json) {
    try {
      return WireMapper.get().readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Gate decision(List<String> drift) {
    return showing(
        gate("2-decision", GateType.DECISION, read(GateContent.class, DECISION)),
        Map.of("drift", drift));
  }

  /** Returns a gate that accepts every answer of its type. */
  public static Gate gate(String id, GateType type, GateContent shown) {
    Instant opened = Instant.parse("2026-11-21T08:00:00Z");
    return new Gate(id, type, "0123456789abcdef", type.kinds(), opened, false, shown);
  }

  /** Returns the gate with other values for some displayed fields, by wire name. */
  public static Gate showing(Gate gate, Map<String, ?> values) {
    return Requests.with(gate, Map.of("shown", Requests.with(gate.shown(), values)));
  }

  /** Returns the gate with a question whose first option gemini recommends. */
  public static Gate asking(Gate gate) {
    return showing(
        gate, Map.of("questions", List.of(question("Q1", "Which limit?", "ten", "a hundred"))));
  }

  /** Returns a conflict with so many strategies; the last one asks a question first. */
  public static PlanningConflict conflict(String id, String brief, int strategies) {
    List<Strategy> all = new ArrayList<>();
    for (int number = 1; number <= strategies; number++) {
      List<String> asks =
          number == strategies ? List.of("How long does the old shape stay?") : List.of();
      all.add(
          Requests.with(
              read(Strategy.class, STRATEGY),
              Map.of(
                  "name",
                  "Strategy " + number + " of " + id,
                  "approach",
                  "Keep the old shape beside the new one, 并保留旧接口, until no client uses it. "
                      .repeat(4),
                  "clarification_needed",
                  asks)));
    }
    String why = "Every client reads the reply as it is today, and the task changes it. ".repeat(3);
    return Requests.with(
        read(PlanningConflict.class, CONFLICT),
        Map.of("id", id, "brief", brief, "description", why, "strategies", all));
  }

  /** Returns the gate of that conflict, as its session shows it. */
  public static Gate conflictGate(PlanningConflict conflict) {
    List<ObjectNode> options = new ArrayList<>();
    for (Strategy strategy : conflict.strategies()) {
      ObjectNode option = WireMapper.get().valueToTree(strategy);
      option.retain("name", "effort", "risk", "pros", "cons");
      option.put("number", options.size() + 1).put("summary", strategy.approach()).put("files", 1);
      option.putArray("sources").add("gemini");
      options.add(option);
    }
    List<Note> notes =
        List.of(
            Note.of(NoteKind.SUBJECT, conflict.id() + ", 1 of 2: High, API"),
            Note.of(NoteKind.CONFLICT, conflict.description()),
            Note.of(
                NoteKind.CONFLICT,
                "affects src/api.py, src/client.py; breaks clients; needs a migration"),
            Note.of(NoteKind.RECOMMENDED, "1, by gemini"),
            Note.warning("no agent explored dataflow: timed out"));
    return showing(
        gate("1-conflict", GateType.CONFLICT, GateContent.of(conflict.brief(), notes)),
        Map.of("options", options));
  }

  public static Synthesis synthesis(int round, Recommendation recommendation) {
    return Requests.with(
        synthesis(round, recommendation, AGREED),
        Map.of(
            "also_considered",
            List.of("Leaky bucket (score 40 of 73)"),
            "questions",
            List.of(
                question("Q1", "Which limit?", "10 a second", "100 a second"),
                question("Q2", "每个用户还是每个 IP？", "每个用户", "每个 IP"))));
  }

  /** Returns a round with votes, a human decision, a point against it, and a refuted point. */
  public static Synthesis voted() {
    return synthesis(1, Recommendation.CONTINUE, VOTED);
  }

  private static Synthesis synthesis(int round, Recommendation recommendation, String ledger) {
    return Requests.with(
        read(Synthesis.class, SYNTHESIS.formatted(recommendation)),
        Map.of(
            "round", round,
            "ledger", read(Ledger.class, ledger),
            "solutions", List.of(solution("Token bucket"), solution("Sliding window")),
            "document", document("synthesis")));
  }

  private static Solution solution(String name) {
    return Requests.with(
        read(Solution.class, SOLUTION),
        Map.of("name", name, "description", name + " described", "summary", name + " in short"));
  }

  /** Returns a question whose first option gemini recommends. */
  public static Ledger.Question question(String id, String text, String first, String second) {
    return read(
        Ledger.Question.class,
        """
        {"id": "%s", "question": {"en": "%s"}, "options": [{"en": "%s"}, {"en": "%s"}],
         "recommended": 1, "recommended_by": ["gemini"]}
        """
            .formatted(id, text, first, second));
  }

  public static Plan plan() {
    return read(Plan.class, PLAN);
  }

  public static DocumentRef document(String content) {
    return new DocumentRef(Digests.sha256(content), content.length());
  }
}

package dev.conclave.client;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanTask;
import dev.conclave.workflows.api.PlanTask.PlanFile;
import dev.conclave.workflows.context.PlanningConflict;
import dev.conclave.workflows.context.PlanningConflict.Change;
import dev.conclave.workflows.context.PlanningConflict.Impact;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import dev.conclave.workflows.context.PlanningConflict.Strategy;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CitedPlaces;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Convergence;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.ImplementationPlan;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.discussion.Level;
import dev.conclave.workflows.discussion.PointView;
import dev.conclave.workflows.discussion.Position;
import dev.conclave.workflows.discussion.Recommendation;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateContent;
import dev.conclave.workflows.gate.GateContent.Option;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.temporal.Digests;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Records with the kind of content that agents bring: long, Chinese, with emoji. */
public final class Samples {
  private Samples() {}

  public static Gate decision(List<String> drift) {
    return new Gate(
        "2-decision",
        GateType.DECISION,
        "0123456789abcdef",
        GateType.DECISION.kinds(),
        Instant.parse("2026-11-21T08:00:00Z"),
        false,
        new GateContent(
            "Choose among 2 options.",
            List.of(
                new Option(
                    1,
                    "令牌桶限流 token bucket 🚀 in the gateway",
                    "在网关中为每个客户端保存一个令牌桶，超过速率时返回 429。",
                    List.of("gemini", "codex"),
                    Optional.of(0.9),
                    Level.LOW,
                    Level.MEDIUM,
                    0.82,
                    List.of("bursts are allowed up to the bucket's size"),
                    List.of("one entry of memory for each client"),
                    3,
                    4,
                    5),
                new Option(
                    2,
                    "Sliding window",
                    "Count requests of the last minute.",
                    List.of("codex"),
                    Optional.of(0.7),
                    Level.HIGH,
                    Level.LOW,
                    0.61,
                    List.of("exact"),
                    List.of("slow"),
                    5,
                    0,
                    2)),
            List.of(),
            List.of(
                "0.77 of 0.80 from 19 agreed points, 1 disagreement, feasibility 0.93 and new"
                    + " insights: the agents have not converged.",
                "recommended: 1, ranked first by gemini, codex; 4 of 5 cited places found",
                "open: C2 Where is the time taken? (in the dispatcher; in the server)",
                "uncertain: the agents did not converge; these are the best options so far",
                "1 of 7 cited places is not in the code: src/gone.py:3"),
            drift,
            List.of()));
  }

  /** A conflict of so many strategies; the last asks a question first. */
  public static PlanningConflict conflict(String id, String brief, int strategies) {
    List<Strategy> all = new ArrayList<>();
    for (int number = 1; number <= strategies; number++) {
      all.add(
          new Strategy(
              "Strategy " + number + " of " + id,
              "Keep the old shape beside the new one, 并保留旧接口, until no client uses it. ".repeat(4),
              Level.LOW,
              Level.MEDIUM,
              Level.HIGH,
              List.of("no client breaks"),
              List.of("two shapes to keep"),
              number == strategies ? List.of("How long does the old shape stay?") : List.of(),
              List.of(
                  new Modification(
                      "docs/plan.md",
                      "Interfaces",
                      Change.UPDATE,
                      "The shape of the reply changes.",
                      "The old shape stays beside the new one.",
                      "clients read it"))));
    }
    return new PlanningConflict(
        id,
        brief,
        "High",
        "API",
        List.of("src/api.py", "src/client.py"),
        "Every client reads the reply as it is today, and the task changes it. ".repeat(3),
        new Impact("clients", "breaks clients", true, "2 days"),
        Optional.empty(),
        all,
        1,
        List.of("say in the plan which shape holds"));
  }

  /** The gate of that conflict, as its session shows it. */
  public static Gate conflictGate(PlanningConflict conflict) {
    List<Option> options = new ArrayList<>();
    for (Strategy strategy : conflict.strategies()) {
      options.add(
          new Option(
              options.size() + 1,
              strategy.name(),
              strategy.approach(),
              List.of("gemini"),
              Optional.empty(),
              strategy.effort(),
              strategy.risk(),
              0,
              strategy.pros(),
              strategy.cons(),
              1,
              0,
              0));
    }
    return new Gate(
        "1-conflict",
        GateType.CONFLICT,
        "0123456789abcdef",
        GateType.CONFLICT.kinds(),
        Instant.parse("2026-11-21T08:00:00Z"),
        false,
        new GateContent(
            conflict.brief(),
            options,
            List.of(),
            List.of(
                conflict.id() + ", 1 of 2: High, API",
                "conflict: " + conflict.description(),
                "conflict: affects src/api.py, src/client.py; breaks clients; needs a migration",
                "recommended: 1, by gemini",
                "nobody explored dataflow: timed out"),
            List.of(),
            List.of()));
  }

  public static Synthesis synthesis(int round, Recommendation recommendation) {
    Position gemini =
        new Position(
            "gemini",
            "The limiter must be async",
            List.of(new CheckedLocation("src/limiter.py", 12, Evidence.THERE)));
    Position codex =
        new Position(
            "codex", "限流器必须是同步的", List.of(new CheckedLocation("src/gone.py", 3, Evidence.MISSING)));
    PointView agreed =
        new PointView("P1", "Requests are not limited today", List.of(gemini, codex));
    Ledger points = ledger(List.of(agreed), List.of(), List.of());
    Conflict settled =
        new Conflict(
            "C1",
            Label.of("async limiter"),
            List.of(
                new Side(Label.of("async"), List.of("gemini.1.f1")),
                new Side(Label.of("sync"), List.of("codex.1.f2"))),
            SettledBy.CODE,
            "",
            List.of(),
            Conflict.ConflictState.SETTLED,
            Optional.of("all voters: codex, gemini"),
            Optional.of(1),
            1,
            List.of());
    Ledger ledger =
        new Ledger(
            points.next(),
            points.statements(),
            points.points(),
            List.of(settled),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            0);
    return synthesis(
        round, ledger, recommendation, List.of("Leaky bucket (score 40 of 73)"), questions());
  }

  private static Synthesis synthesis(
      int round,
      Ledger ledger,
      Recommendation recommendation,
      List<String> considered,
      List<Ledger.Question> questions) {
    return new Synthesis(
        round,
        ledger,
        List.of(solution("Token bucket"), solution("Sliding window")),
        considered,
        new Convergence(
            0.72, 0.5, Optional.of(0.8), true, recommendation, "they mostly agree", 0.66),
        questions,
        List.of("gemini", "codex"),
        false,
        0.5,
        CitedPlaces.NONE,
        List.of(),
        false,
        document("synthesis"));
  }

  private static List<Ledger.Question> questions() {
    return List.of(
        question("Q1", "Which limit?", "10 a second", "100 a second"),
        question("Q2", "每个用户还是每个 IP？", "每个用户", "每个 IP"));
  }

  /** A question of which gemini recommends the first option. */
  public static Ledger.Question question(String id, String text, String first, String second) {
    return new Ledger.Question(
        id,
        Label.of(text),
        List.of(Label.of(first), Label.of(second)),
        Optional.of(1),
        List.of("gemini"),
        List.of(),
        Optional.empty());
  }

  /** A ledger of these points, whose positions are statements. */
  private static Ledger ledger(
      List<PointView> agreed, List<PointView> partial, List<PointView> lone) {
    List<Ledger.Statement> statements = new ArrayList<>();
    List<Ledger.Point> points = new ArrayList<>();
    Map.of(PointState.AGREED, agreed, PointState.PARTIAL, partial, PointState.LONE, lone)
        .forEach((state, of) -> of.forEach(point -> add(point, state, statements, points)));
    return new Ledger(
        Ledger.EMPTY.next(),
        statements,
        points,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  private static void add(
      PointView point,
      PointState state,
      List<Ledger.Statement> statements,
      List<Ledger.Point> points) {
    List<String> members = new ArrayList<>();
    for (Position position : point.positions()) {
      String id = position.agent() + ".1.f" + (statements.size() + 1);
      members.add(id);
      statements.add(
          new Ledger.Statement(
              id,
              position.agent(),
              1,
              Ledger.Statement.StatementType.FINDING,
              Label.of(position.statement()),
              position.evidence(),
              true,
              false,
              Optional.empty()));
    }
    points.add(
        new Ledger.Point(
            point.id(),
            Label.of(point.statement()),
            Ledger.Point.PointKind.FACT,
            Ledger.Point.Changes.PLAN,
            members,
            List.of(),
            List.of(),
            state,
            1,
            List.of("gemini", "codex"),
            List.of(),
            Optional.empty(),
            Optional.empty()));
  }

  private static Solution solution(String name) {
    return new Solution(
        name,
        name + " described",
        List.of("gemini"),
        Optional.of(0.8),
        Level.LOW,
        Level.MEDIUM,
        false,
        "not assessed",
        "not assessed",
        name + " in short",
        List.of("simple"),
        List.of("memory"),
        List.of(new CodeLocation("src/limiter.py", 3, "here")),
        new ImplementationPlan("do it", List.of(), "", List.of()),
        new Solution.Dependencies(List.of(), List.of()),
        List.of(),
        73,
        1,
        1,
        "S1",
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** A round with votes, a decision of the human's, what contradicts it, and a refuted point. */
  public static Synthesis voted() {
    List<CheckedLocation> there = List.of(new CheckedLocation("src/a.py", 3, Evidence.THERE));
    List<CheckedLocation> both =
        List.of(there.get(0), new CheckedLocation("src/b.py", 9, Evidence.MISSING));
    Label sentence = new Label("Nothing limits requests", "没有限流");
    List<Ledger.Statement> said = new ArrayList<>();
    for (String id : List.of("gemini.1.f1", "gemini.1.f2", "codex.1.f1", "codex.1.f2")) {
      said.add(
          new Ledger.Statement(
              id,
              id.replaceFirst("\\..*", ""),
              1,
              Ledger.Statement.StatementType.FINDING,
              id.equals("gemini.1.f1") ? sentence : Label.of("said as " + id),
              id.equals("gemini.1.f1") ? both : List.of(),
              true,
              false,
              Optional.empty()));
    }
    Vote confirms =
        new Vote("codex", 2, Vote.Choice.AGREE, there, List.of("pytest: 3 passed"), "read it");
    Vote disagrees = new Vote("gemini", 2, Vote.Choice.DISAGREE, there, List.of(), "it does");
    Ledger ledger =
        new Ledger(
            Ledger.EMPTY.next(),
            said,
            List.of(
                point("P1", sentence, said.get(0), PointState.AGREED, List.of(confirms), "", ""),
                point(
                    "P2",
                    said.get(1).text(),
                    said.get(1),
                    PointState.DECIDED,
                    List.of(),
                    "",
                    "10 a second"),
                point(
                    "P3",
                    said.get(2).text(),
                    said.get(2),
                    PointState.LONE,
                    List.of(),
                    "Which limit? 10 a second",
                    ""),
                point(
                    "P4",
                    said.get(3).text(),
                    said.get(3),
                    PointState.REFUTED,
                    List.of(disagrees),
                    "",
                    "")),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            List.of(),
            0);
    return synthesis(1, ledger, Recommendation.CONTINUE, List.of(), List.of());
  }

  private static Ledger.Point point(
      String id,
      Label sentence,
      Ledger.Statement member,
      PointState state,
      List<Vote> votes,
      String against,
      String answer) {
    return new Ledger.Point(
        id,
        sentence,
        Ledger.Point.PointKind.FACT,
        Ledger.Point.Changes.CHOICE,
        List.of(member.id()),
        List.of(),
        votes,
        state,
        1,
        List.of("gemini", "codex"),
        List.of(new Ledger.Shown("gemini", 2), new Ledger.Shown("codex", 2)),
        Optional.of(against).filter(text -> !text.isEmpty()),
        Optional.of(answer).filter(text -> !text.isEmpty()));
  }

  public static Plan plan() {
    return new Plan(
        "Add a limiter",
        "Token bucket",
        Plan.Complexity.LOW,
        "1 h",
        "Agent",
        Optional.empty(),
        List.of(),
        List.of(
            new PlanTask(
                "TASK-001",
                "Limiter",
                "src",
                "Add",
                "Add it to the gateway",
                List.of(new PlanFile("src/limiter.py", 3, "modify", "take a token")),
                List.of("write", "test"),
                List.of("a burst of 11 is refused"),
                List.of(),
                1,
                "run the tests",
                List.of("clock skew"),
                "needed")),
        List.of(),
        false,
        List.of());
  }

  public static DocumentRef document(String content) {
    return new DocumentRef(Digests.sha256(content), content.length());
  }
}

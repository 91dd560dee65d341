package dev.conclave.workflows.plan;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.model.LocalizedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Small ledgers. */
public final class Ledgers {
  private Ledgers() {}

  /** Returns a point that two agents stated and all agree on. */
  static Ledger agreed() {
    return of(List.of(point(Point.PointState.AGREED, List.of())), List.of());
  }

  /** Returns a statement not yet on a ballot. */
  static Ledger unseen() {
    return of(List.of(point(Point.PointState.LONE, List.of())), List.of());
  }

  /** Returns a conflict between gemini and codex that a ballot has not settled. */
  static Ledger divided(String question, String geminis, String codexs) {
    Conflict conflict =
        new Conflict(
            "C1",
            LocalizedText.of(question),
            List.of(
                new Side(LocalizedText.of(geminis), List.of("gemini.1.f1")),
                new Side(LocalizedText.of(codexs), List.of("codex.1.f1"))),
            Conflict.SettledBy.HUMAN,
            "they cannot both be done",
            List.of(),
            Conflict.ConflictState.OPEN,
            Optional.empty(),
            Optional.empty(),
            1,
            List.of(new Ledger.Shown("gemini", 2), new Ledger.Shown("codex", 2)),
            null);
    return of(List.of(), List.of(conflict));
  }

  /** Returns a code conflict that ballots have not settled. */
  static Ledger divided(int ballots) {
    Conflict conflict = divided("Which is it?", "this", "that").conflicts().get(0);
    List<Ledger.Shown> shown = new ArrayList<>();
    for (int round = 2; round < 2 + ballots; round++) {
      shown.add(new Ledger.Shown("gemini", round));
    }
    return of(
        List.of(),
        List.of(
            new Conflict(
                conflict.id(),
                conflict.question(),
                conflict.sides(),
                Conflict.SettledBy.CODE,
                conflict.why(),
                List.of(),
                Conflict.ConflictState.OPEN,
                Optional.empty(),
                Optional.empty(),
                1,
                shown,
                null)));
  }

  /** Returns a tie of two approaches, decided by the human for the second. */
  static Ledger wayDecided() {
    Ledger ledger = divided("Which way?", "the first", "the second");
    Conflict decided =
        Requests.with(
            ledger.conflicts().get(0),
            Map.of("why", Conflict.WHICH_WAY, "state", "settled", "winner", 2));
    List<Map<String, Object>> approaches =
        List.of(
            Map.of("id", "S1", "members", List.of("gemini.1.f1")),
            Map.of("id", "S2", "members", List.of("codex.1.f1")));
    return Requests.with(ledger, Map.of("conflicts", List.of(decided), "approaches", approaches));
  }

  /** Returns a point one agent disputes after so many ballots. */
  static Ledger disputed(int ballots) {
    return of(
        List.of(point(Point.PointState.DISPUTED, divided(ballots).conflicts().get(0).shown())),
        List.of());
  }

  /** Returns a question with two options, of which gemini recommends the first. */
  public static Question question(String id, String text, String first, String second) {
    return new Question(
        id,
        LocalizedText.of(text),
        List.of(LocalizedText.of(first), LocalizedText.of(second)),
        Optional.of(1),
        List.of("gemini"),
        List.of("gemini.1.q1"),
        Optional.empty());
  }

  private static Ledger of(List<Point> points, List<Conflict> conflicts) {
    List<Statement> statements = new ArrayList<>();
    for (String agent : List.of("gemini", "codex")) {
      statements.add(
          new Statement(
              agent + ".1.f1",
              agent,
              1,
              Statement.StatementType.FINDING,
              LocalizedText.of("There is no limit"),
              List.of(),
              true,
              false,
              Optional.empty(),
              null));
    }
    return new Ledger(
        new Ledger.Next(2, 2, 1, 3),
        statements,
        points,
        conflicts,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        0);
  }

  private static Point point(Point.PointState state, List<Ledger.Shown> shown) {
    return new Point(
        "P1",
        LocalizedText.of("There is no limit"),
        Optional.empty(),
        Point.PointKind.FACT,
        Point.Changes.PLAN,
        state == Point.PointState.LONE
            ? List.of("gemini.1.f1")
            : List.of("gemini.1.f1", "codex.1.f1"),
        List.of(),
        List.of(),
        List.of(),
        state,
        1,
        List.of("gemini", "codex"),
        shown,
        Optional.empty(),
        Optional.empty());
  }
}

package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What a ledger has come to, in the form in which pages and files show it; docs/discussion.md,
 * section 5.
 *
 * @param agreements agreed points
 * @param partial points that several agents make and not all confirm
 * @param disagreements open conflicts and disputed points that a ballot has seen, then what was
 *     settled, and how
 * @param unique points of one agent alone
 * @param resolution one sentence on what is settled and what is open
 */
public record CrossVerification(
    List<Point> agreements,
    List<Point> partial,
    List<Disagreement> disagreements,
    List<Point> unique,
    String resolution) {

  /** What a ledger has come to, in the first of these languages. */
  public static CrossVerification of(Ledger ledger, List<String> languages) {
    return new Reading(ledger, languages).verification();
  }

  /** A ledger as it is read for people. */
  private record Reading(Ledger ledger, Map<String, Statement> statements, List<String> languages) {
    Reading(Ledger ledger, List<String> languages) {
      this(ledger, ledger.byId(), languages);
    }

    CrossVerification verification() {
      List<Disagreement> disagreements = new ArrayList<>();
      ledger.conflicts().stream()
          .filter(one -> !one.open() || one.ballots() > 0)
          .forEach(one -> disagreements.add(disagreement(one)));
      ledger.points().stream()
          .filter(one -> one.state() == Ledger.Point.State.DISPUTED && one.ballots() > 0)
          .forEach(one -> disagreements.add(disagreement(one)));
      disagreements.sort((one, other) -> Boolean.compare(other.open(), one.open()));
      return new CrossVerification(
          points(Ledger.Point.State.AGREED),
          points(Ledger.Point.State.PARTIAL),
          List.copyOf(disagreements),
          points(Ledger.Point.State.LONE),
          resolution(disagreements));
    }

    private List<Point> points(Ledger.Point.State state) {
      return ledger.points(state).stream()
          .filter(point -> point.kind() != Ledger.Point.Kind.NOTE)
          .map(
              point -> new Point(point.id(), point.sentence().in(languages), said(point.members())))
          .toList();
    }

    private List<Position> said(List<String> members) {
      return members.stream()
          .map(statements::get)
          .filter(Objects::nonNull)
          .map(said -> new Position(said.agent(), said.text().in(languages), said.places()))
          .toList();
    }

    /** An agent's side is that of its vote; without a vote, the one that it has spoken for. */
    private Disagreement disagreement(Conflict conflict) {
      Map<String, Position> byAgent = new LinkedHashMap<>();
      conflict
          .sides()
          .forEach(
              side ->
                  said(side.members())
                      .forEach(
                          said ->
                              byAgent.putIfAbsent(
                                  said.agent(),
                                  new Position(
                                      said.agent(),
                                      side.position().in(languages),
                                      said.evidence()))));
      conflict
          .votes()
          .forEach(
              vote ->
                  byAgent.put(
                      vote.agent(),
                      new Position(vote.agent(), choice(conflict, vote), vote.evidence())));
      return new Disagreement(
          conflict.id(),
          conflict.question().in(languages),
          List.copyOf(byAgent.values()),
          conflict.open() ? toBeSettled(conflict) : settled(conflict),
          conflict.open());
    }

    private String choice(Conflict conflict, SideVote vote) {
      String choice =
          switch (vote.side()) {
            case SideVote.BOTH_HOLD -> "both hold";
            case SideVote.NEITHER -> "neither holds";
            default -> conflict.sides().get(vote.side() - 1).position().in(languages);
          };
      return vote.why().isBlank() ? choice : choice + " (" + vote.why() + ")";
    }

    private static String toBeSettled(Conflict conflict) {
      return conflict.settledBy() == Conflict.SettledBy.HUMAN
          ? "open: for you to decide"
          : "open: the code can settle it";
    }

    private String settled(Conflict conflict) {
      String winner =
          conflict
              .winner()
              .filter(side -> side >= 1 && side <= conflict.sides().size())
              .map(side -> conflict.sides().get(side - 1).position().in(languages) + " ")
              .orElse("");
      return winner + "(" + conflict.how().orElse("settled") + ")";
    }

    private Disagreement disagreement(Ledger.Point point) {
      Map<String, Position> byAgent = new LinkedHashMap<>();
      said(point.members()).forEach(said -> byAgent.putIfAbsent(said.agent(), said));
      point
          .votes()
          .forEach(
              vote ->
                  byAgent.put(
                      vote.agent(), new Position(vote.agent(), words(vote), vote.evidence())));
      return new Disagreement(
          point.id(),
          point.sentence().in(languages),
          List.copyOf(byAgent.values()),
          "open: disputed",
          true);
    }

    private static String words(Vote vote) {
      String choice = Words.of(vote.choice());
      return vote.note().isBlank() ? choice : choice + ": " + vote.note();
    }

    private static String resolution(List<Disagreement> disagreements) {
      List<String> settled =
          disagreements.stream()
              .filter(one -> !one.open())
              .map(one -> one.topic() + ": " + one.resolution())
              .toList();
      long open = disagreements.stream().filter(Disagreement::open).count();
      if (disagreements.isEmpty()) {
        return "No disagreement.";
      }
      return (settled.isEmpty() ? "" : "Settled: " + String.join("; ", settled) + ". ")
          + (open == 0 ? "Nothing is open." : open + " open.");
    }
  }
}

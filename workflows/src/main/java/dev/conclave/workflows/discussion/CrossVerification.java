package dev.conclave.workflows.discussion;

import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/**
 * A summary of the ledger for pages and files; docs/discussion.md, section 5.
 *
 * @param partial points that several agents make but not all confirm, in each agent's words
 * @param disagreements open conflicts and disputed points that were in a ballot, then settled ones
 */
public record CrossVerification(
    List<PointView> agreements,
    List<PointView> partial,
    List<Disagreement> disagreements,
    List<PointView> unique,
    String resolution) {

  public static CrossVerification of(Ledger ledger, List<String> languages) {
    List<Disagreement> disagreements = new ArrayList<>();
    ledger.conflicts().stream()
        .filter(one -> !one.open() || one.ballots() > 0)
        .forEach(one -> disagreements.add(disagreement(ledger, one, languages)));
    ledger.points(PointState.DISPUTED).stream()
        .filter(one -> one.ballots() > 0)
        .forEach(one -> disagreements.add(disagreement(ledger, one, languages)));
    disagreements.sort(Comparator.comparing(Disagreement::open).reversed());
    return new CrossVerification(
        points(ledger, languages, PointState.AGREED),
        points(ledger, languages, PointState.PARTIAL, PointState.PUT_TOGETHER),
        List.copyOf(disagreements),
        points(ledger, languages, PointState.LONE),
        resolution(disagreements));
  }

  private static List<PointView> points(
      Ledger ledger, List<String> languages, PointState... states) {
    return ledger.points(states).stream()
        // A lone point is shown even if the moderator calls it a note.
        .filter(
            point ->
                point.kind() != Ledger.Point.PointKind.NOTE || point.state() == PointState.LONE)
        .map(
            point ->
                new PointView(
                    point.id(),
                    point.sentence().in(languages),
                    said(ledger, point.members(), languages)))
        .toList();
  }

  private static List<Position> said(Ledger ledger, List<String> members, List<String> languages) {
    return ledger
        .statementsOf(members)
        .filter(said -> !said.withdrawn())
        .map(said -> new Position(said.agent(), said.text().in(languages), said.places()))
        .toList();
  }

  /** Returns the position of each agent in a conflict: its vote, else its own words. */
  public static Disagreement disagreement(
      Ledger ledger, Conflict conflict, List<String> languages) {
    Function<Integer, String> side =
        number -> conflict.sides().get(number - 1).position().in(languages);
    Map<String, Position> byAgent = new LinkedHashMap<>();
    Map<String, Integer> own = new HashMap<>();
    for (int number = 1; number <= conflict.sides().size(); number++) {
      for (Position said : said(ledger, conflict.sides().get(number - 1).members(), languages)) {
        byAgent.merge(said.agent(), said, Position::and);
        own.putIfAbsent(said.agent(), number);
      }
    }
    for (SideVote vote : conflict.votes()) {
      String choice =
          switch (vote.side()) {
            case SideVote.BOTH_HOLD -> "both hold";
            case SideVote.NEITHER -> "neither holds";
            default ->
                Integer.valueOf(vote.side()).equals(own.get(vote.agent()))
                    ? Objects.requireNonNull(byAgent.get(vote.agent())).statement()
                    : side.apply(vote.side());
          };
      String why = vote.why().isBlank() ? "" : " (" + vote.why() + ")";
      byAgent.put(vote.agent(), new Position(vote.agent(), choice + why, vote.evidence()));
    }
    String winner =
        conflict
            .winner()
            .filter(number -> number >= 1 && number <= conflict.sides().size())
            .map(number -> side.apply(number) + " ")
            .orElse("");
    String resolution =
        !conflict.open()
            ? winner + "(" + conflict.how().orElse("settled") + ")"
            : conflict.settledBy() == Conflict.SettledBy.HUMAN
                ? "open: your decision"
                : "open: the code can settle it";
    return new Disagreement(
        conflict.id(),
        conflict.question().in(languages),
        List.copyOf(byAgent.values()),
        resolution,
        conflict.open());
  }

  private static Disagreement disagreement(
      Ledger ledger, Ledger.Point point, List<String> languages) {
    Map<String, Position> byAgent = new LinkedHashMap<>();
    said(ledger, point.members(), languages)
        .forEach(said -> byAgent.merge(said.agent(), said, Position::and));
    for (Vote vote : point.votes()) {
      String words = Words.of(vote.choice()) + (vote.note().isBlank() ? "" : ": " + vote.note());
      byAgent.put(vote.agent(), new Position(vote.agent(), words, vote.evidence()));
    }
    String sentence = point.sentence().in(languages);
    List<Position> positions = List.copyOf(byAgent.values());
    return new Disagreement(point.id(), sentence, positions, "open: disputed", true);
  }

  private static String resolution(List<Disagreement> disagreements) {
    if (disagreements.isEmpty()) {
      return "No disagreement.";
    }
    List<String> settled =
        disagreements.stream()
            .filter(one -> !one.open())
            .map(one -> one.topic() + ": " + one.resolution())
            .toList();
    int open = disagreements.size() - settled.size();
    return (settled.isEmpty() ? "" : "Settled: " + String.join("; ", settled) + ". ")
        + (open == 0 ? "No open points." : open + " open.");
  }
}

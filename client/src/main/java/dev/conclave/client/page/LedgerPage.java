package dev.conclave.client.page;

import dev.conclave.client.terminal.Page;
import dev.conclave.client.terminal.Screen.Ink;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.AgentRanking;
import dev.conclave.workflows.discussion.Ledger.ApproachEntry;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Objection;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Revision;
import dev.conclave.workflows.discussion.Ledger.Shown;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** A ledger in full: who said what, who confirmed it with which evidence, and what came of it. */
record LedgerPage(
    Page page,
    Ledger ledger,
    Map<String, Statement> statements,
    Map<String, String> quoted,
    List<String> languages,
    boolean plans,
    Optional<String> only) {

  /**
   * Writes it, texts of agents in the first of these languages that they gave.
   *
   * @param plans whether there is a plan that a point can change
   * @param only the id of the one entry that is wanted, in any case; empty for all
   */
  static void write(
      Page page, Ledger ledger, List<String> languages, boolean plans, Optional<String> only) {
    LedgerPage to =
        new LedgerPage(page, ledger, ledger.byId(), new HashMap<>(), languages, plans, only);
    to.section("Conflicts", ledger.conflicts(), Conflict::id, to::conflict);
    to.section("Questions", ledger.questions(), Question::id, to::question);
    to.points("Contrary to what you decided", ledger.points(), p -> p.against().isPresent());
    to.state("Agreed", PointState.AGREED);
    to.state("Decided by you", PointState.DECIDED);
    to.state("Disputed", PointState.DISPUTED);
    to.state("Put together by the moderator, not confirmed", PointState.PUT_TOGETHER);
    to.state("Said by several, not confirmed by all", PointState.PARTIAL);
    to.state("Outvoted", PointState.OUTVOTED);
    to.state("Said by one agent, not confirmed", PointState.LONE);
    to.state("Refuted", PointState.REFUTED);
    to.state("Withdrawn", PointState.WITHDRAWN);
    to.points(
        "About the analyses, not the code", ledger.points(), p -> p.kind() == Point.PointKind.NOTE);
    to.section("Approaches", ledger.approaches(), ApproachEntry::id, to::approach);
    if (only.isPresent()) {
      if (page.height() == 0) {
        page.text("There is no entry \"" + only.get() + "\"; v alone lists all.");
      }
      return;
    }
    for (AgentRanking ranking : ledger.rankings()) {
      page.item(
          Ink.NAME,
          0,
          ranking.agent() + " ranks, round " + ranking.round() + ":",
          String.join(", ", ranking.approaches()));
    }
  }

  /** How many points of each agent were refuted, by its name. */
  static Map<String, Integer> refuted(Ledger ledger) {
    Map<String, Statement> statements = ledger.byId();
    Map<String, Integer> refuted = new TreeMap<>();
    statements.values().forEach(said -> refuted.put(said.agent(), 0));
    for (Point point : ledger.points(PointState.REFUTED, PointState.OUTVOTED)) {
      long against = point.votes().stream().filter(v -> v.choice() == Vote.Choice.DISAGREE).count();
      if (point.state() == PointState.REFUTED || 2 * against > point.votes().size()) {
        point.members().stream()
            .map(statements::get)
            .filter(Objects::nonNull)
            .map(Statement::agent)
            .distinct()
            .forEach(agent -> refuted.merge(agent, 1, Integer::sum));
      }
    }
    return refuted;
  }

  private <T> void section(
      String heading, List<T> entries, Function<T, String> id, Consumer<T> writer) {
    List<T> wanted =
        entries.stream()
            .filter(one -> only.isEmpty() || only.get().equalsIgnoreCase(id.apply(one)))
            .toList();
    if (!wanted.isEmpty()) {
      page.heading(heading);
      wanted.forEach(writer);
    }
  }

  private void state(String heading, PointState state) {
    points(
        heading,
        ledger.points(state),
        p -> p.against().isEmpty() && p.kind() != Point.PointKind.NOTE);
  }

  private void points(String heading, List<Point> points, Predicate<Point> which) {
    section(heading, points.stream().filter(which).toList(), Point::id, this::point);
  }

  private String in(LocalizedText text) {
    return text.in(languages);
  }

  private void point(Point point) {
    String sentence = in(point.sentence());
    boolean idle = point.changes() == Point.Changes.NONE;
    String change =
        !plans ? "" : ", changes " + (idle ? "nothing" : "the " + Words.of(point.changes()));
    page.item(
        point.against().isPresent() ? Ink.CAREFUL : Ink.STRONG,
        0,
        point.id(),
        "%s (%s%s%s)".formatted(sentence, Words.of(point.kind()), change, since(point)));
    point.against().ifPresent(decision -> page.text(Ink.CAREFUL, 3, "you decided: " + decision));
    point.answer().ifPresent(answer -> page.text(Ink.GOOD, 3, "decided: " + answer));
    point
        .proposed()
        .ifPresent(text -> page.item(Ink.FAINT, 3, "the moderator, not confirmed:", in(text)));
    said(point.id(), point.members(), sentence);
    for (Vote vote : point.votes()) {
      String choice =
          switch (vote.choice()) {
            case AGREE ->
                vote.evidence().isEmpty() && vote.runs().isEmpty() ? "agrees" : "confirms";
            case DISAGREE -> "disagrees";
            case PARTLY -> "agrees in part";
            case UNSURE -> "is unsure";
            case MISREAD -> "says it was misread";
          };
      cast(vote.agent(), choice, vote.round(), vote.note(), vote.evidence(), vote.runs());
    }
    shown(point.shown());
  }

  /** Which of the points nobody had made before the last round. */
  private String since(Point point) {
    int last = statements.values().stream().mapToInt(Statement::round).max().orElse(0);
    boolean fresh =
        point.members().stream()
            .map(statements::get)
            .allMatch(said -> said != null && said.round() == last);
    return fresh && last > 1 ? ", new in " + last : "";
  }

  /** Each member in its agent's words, where they are not the sentence itself; quoted once. */
  private void said(String entry, List<String> members, String sentence) {
    for (String member : members) {
      Statement said = statements.get(member);
      if (said == null) {
        continue;
      }
      String before = quoted.putIfAbsent(member, entry);
      page.item(
          Ink.NAME,
          3,
          said.agent() + (said.withdrawn() ? " (withdrawn):" : ":"),
          before != null && !before.equals(entry)
              ? "as quoted at " + before
              : (in(said.text()).equals(sentence) ? "in these words" : in(said.text()))
                  + evidence(said.places(), List.of(), " [no place cited]"));
    }
  }

  private void cast(
      String agent,
      String choice,
      int round,
      String why,
      List<CheckedLocation> evidence,
      List<String> runs) {
    String reason = (why + evidence(evidence, runs, "")).strip();
    page.item(Ink.NAME, 3, agent, choice + ", round " + round + ": " + reason);
  }

  private void shown(List<Shown> shown) {
    Map<Integer, TreeSet<String>> byRound = new TreeMap<>();
    shown.forEach(
        one -> byRound.computeIfAbsent(one.round(), n -> new TreeSet<>()).add(one.agent()));
    byRound.forEach(
        (round, agents) ->
            page.text(
                Ink.FAINT, 3, "shown to " + String.join(", ", agents) + " in round " + round));
  }

  private void conflict(Conflict conflict) {
    boolean open = conflict.open();
    page.item(
        open ? Ink.CAREFUL : Ink.STRONG,
        0,
        conflict.id(),
        in(conflict.question())
            + (conflict.settledBy() == Conflict.SettledBy.HUMAN
                ? " (for you to decide)"
                : " (the code can settle it)"));
    if (!conflict.why().isBlank()) {
      page.item(Ink.FAINT, 3, conflict.asksWhichWay() ? "" : "the moderator:", conflict.why());
    }
    int number = 1;
    for (Ledger.Side side : conflict.sides()) {
      page.item(3, number++ + ")", in(side.position()));
      said(conflict.id(), side.members(), in(side.position()));
    }
    for (SideVote vote : conflict.votes()) {
      String choice =
          switch (vote.side()) {
            case SideVote.BOTH_HOLD -> "says that both hold";
            case SideVote.NEITHER -> "says that neither holds";
            default -> "votes for " + vote.side();
          };
      cast(vote.agent(), choice, vote.round(), vote.why(), vote.evidence(), vote.runs());
    }
    shown(conflict.shown());
    String winner =
        conflict.winner().map(side -> (open ? ", the voters recommend " : ": ") + side).orElse("");
    page.text(
        open ? Ink.CAREFUL : Ink.GOOD,
        3,
        Words.of(conflict.state())
            + winner
            + conflict.how().map(how -> " (" + how + ")").orElse(""));
  }

  private void question(Question question) {
    Question asked = question.in(languages);
    page.item(Ink.STRONG, 0, asked.id(), asked.line());
    asked.answer().ifPresent(answer -> page.text(Ink.GOOD, 3, "decided: " + answer));
  }

  private void approach(ApproachEntry approach) {
    page.item(Ink.STRONG, 0, approach.id(), in(approach.name()));
    approach
        .proposed()
        .ifPresent(text -> page.item(Ink.FAINT, 3, "the moderator, not confirmed:", in(text)));
    said(approach.id(), approach.members(), in(approach.name()));
    if (approach.whole()) {
      approach.differences().forEach(text -> page.item(3, "they differ:", text));
      approach.pros().forEach(text -> page.item(Ink.GOOD, 3, "+", text));
      approach.cons().forEach(text -> page.item(Ink.BAD, 3, "-", text));
    }
    for (Objection one : approach.objections()) {
      cast(one.agent(), "objects", one.round(), one.text(), one.evidence(), one.runs());
    }
    for (Revision one : approach.revisions()) {
      String of =
          one.member()
              .map(statements::get)
              .map(said -> " as " + said.agent() + " proposes it")
              .orElse("");
      cast(one.agent(), "would change it" + of, one.round(), one.changes(), List.of(), List.of());
    }
  }

  /** Cited places with their verdicts, and what was run. */
  private static String evidence(
      List<CheckedLocation> places, List<String> runs, String otherwise) {
    List<String> all = new ArrayList<>();
    for (CheckedLocation place : places) {
      String line = place.line() > 0 ? ":" + place.line() : "";
      all.add(place.file() + line + (place.verdict() == Evidence.THERE ? " found" : " missing"));
    }
    runs.forEach(run -> all.add("ran: " + run));
    return all.isEmpty() ? otherwise : " [" + String.join("; ", all) + "]";
  }
}

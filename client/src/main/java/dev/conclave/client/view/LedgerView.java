package dev.conclave.client.view;

import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
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
import dev.conclave.workflows.discussion.Ledger.Statement.StatementType;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A ledger in full: who said what, who confirmed it with which evidence, and what came of it.
 *
 * @param rankings how each agent ranks the approaches
 */
public record LedgerView(List<Section> sections, List<Line> rankings) {
  /** Entries of one state, under a heading. */
  public record Section(String heading, List<Entry> entries) {}

  /**
   * An entry of the ledger.
   *
   * @param lines what was said of it, oldest first
   */
  public record Entry(String id, Tone tone, String text, List<Line> lines) {}

  /**
   * Tells it, texts of agents in the first of these languages that they gave.
   *
   * @param plans whether there is a plan that a point can change
   * @param only the id of the one entry that is wanted, in any case; empty for all
   */
  public static LedgerView of(Ledger ledger, List<String> languages, boolean plans, String only) {
    return new Reader(ledger, languages, plans, only, ledger.byId(), new HashMap<>()).view();
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

  /**
   * Tells one ledger.
   *
   * @param quoted the entry at which a statement was quoted first
   */
  private record Reader(
      Ledger ledger,
      List<String> languages,
      boolean plans,
      String only,
      Map<String, Statement> statements,
      Map<String, String> quoted) {

    LedgerView view() {
      List<Section> sections = new ArrayList<>();
      section(sections, "Conflicts", ledger.conflicts(), Conflict::id, this::conflict);
      section(sections, "Questions", ledger.questions(), Question::id, this::question);
      points(sections, "Contrary to what you decided", p -> p.against().isPresent());
      state(sections, "Agreed", PointState.AGREED);
      state(sections, "Decided by you", PointState.DECIDED);
      state(sections, "Disputed", PointState.DISPUTED);
      state(sections, "Put together by the moderator, not confirmed", PointState.PUT_TOGETHER);
      state(sections, "Said by several, not confirmed by all", PointState.PARTIAL);
      state(sections, "Outvoted", PointState.OUTVOTED);
      state(sections, "Said by one agent, not confirmed", PointState.LONE);
      state(sections, "Refuted", PointState.REFUTED);
      state(sections, "Withdrawn", PointState.WITHDRAWN);
      points(sections, "About the analyses, not the code", p -> p.kind() == Point.PointKind.NOTE);
      section(sections, "Said without a vote", unvoted(), Statement::id, this::unvoted);
      section(sections, "Approaches", ledger.approaches(), ApproachEntry::id, this::approach);
      List<Line> rankings =
          !only.isEmpty()
              ? List.of()
              : ledger.rankings().stream()
                  .map(
                      one ->
                          new Line(
                              Tone.NAME,
                              one.agent() + " ranks, round " + one.round() + ":",
                              String.join(", ", one.approaches())))
                  .toList();
      return new LedgerView(sections, rankings);
    }

    private <T> void section(
        List<Section> sections,
        String heading,
        List<T> entries,
        Function<T, String> id,
        Function<T, Entry> reader) {
      List<Entry> wanted =
          entries.stream()
              .filter(one -> only.isEmpty() || only.equalsIgnoreCase(id.apply(one)))
              .map(reader)
              .toList();
      if (!wanted.isEmpty()) {
        sections.add(new Section(heading, wanted));
      }
    }

    private void state(List<Section> sections, String heading, PointState state) {
      points(
          sections,
          heading,
          p -> p.state() == state && p.against().isEmpty() && p.kind() != Point.PointKind.NOTE);
    }

    private void points(List<Section> sections, String heading, Predicate<Point> which) {
      List<Point> points = ledger.points().stream().filter(which).toList();
      section(sections, heading, points, Point::id, this::point);
    }

    /** What was read out of prose, or found by the built-in analyst, and joined no point. */
    private List<Statement> unvoted() {
      Set<String> joined =
          ledger.points().stream()
              .flatMap(point -> point.members().stream())
              .collect(Collectors.toSet());
      return ledger.statements().stream()
          .filter(said -> !said.counts() && !joined.contains(said.id()))
          .filter(
              said -> said.type() == StatementType.FINDING || said.type() == StatementType.CONCERN)
          .toList();
    }

    private Entry unvoted(Statement said) {
      String places = evidence(said.places(), List.of(), " [no place cited]");
      return new Entry(said.id(), Tone.FAINT, in(said.text()) + places, List.of());
    }

    private String in(LocalizedText text) {
      return text.in(languages);
    }

    private Entry point(Point point) {
      List<Line> lines = new ArrayList<>();
      String sentence = in(point.sentence());
      boolean idle = point.changes() == Point.Changes.NONE;
      String change =
          !plans ? "" : ", changes " + (idle ? "nothing" : "the " + Words.of(point.changes()));
      point.against().ifPresent(it -> lines.add(new Line(Tone.CAREFUL, "", "you decided: " + it)));
      point.answer().ifPresent(answer -> lines.add(new Line(Tone.GOOD, "", "decided: " + answer)));
      point.proposed().ifPresent(text -> lines.add(proposed(text)));
      said(lines, point.id(), point.members(), sentence);
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
        lines.add(
            cast(vote.agent(), choice, vote.round(), vote.note(), vote.evidence(), vote.runs()));
      }
      shown(lines, point.shown());
      return new Entry(
          point.id(),
          point.against().isPresent() ? Tone.CAREFUL : Tone.STRONG,
          "%s (%s%s%s)".formatted(sentence, Words.of(point.kind()), change, since(point)),
          lines);
    }

    private Line proposed(LocalizedText text) {
      return new Line(Tone.FAINT, "the moderator, not confirmed:", in(text));
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
    private void said(List<Line> lines, String entry, List<String> members, String sentence) {
      for (String member : members) {
        Statement said = statements.get(member);
        if (said == null) {
          continue;
        }
        String before = quoted.putIfAbsent(member, entry);
        lines.add(
            new Line(
                Tone.NAME,
                said.agent() + (said.withdrawn() ? " (withdrawn):" : ":"),
                before != null && !before.equals(entry)
                    ? "as quoted at " + before
                    : (in(said.text()).equals(sentence) ? "in these words" : in(said.text()))
                        + evidence(said.places(), List.of(), " [no place cited]")));
      }
    }

    private static Line cast(
        String agent,
        String choice,
        int round,
        String why,
        List<CheckedLocation> evidence,
        List<String> runs) {
      String reason = (why + evidence(evidence, runs, "")).strip();
      return new Line(Tone.NAME, agent, choice + ", round " + round + ": " + reason);
    }

    private static void shown(List<Line> lines, List<Shown> shown) {
      Map<Integer, TreeSet<String>> byRound = new TreeMap<>();
      shown.forEach(
          one -> byRound.computeIfAbsent(one.round(), n -> new TreeSet<>()).add(one.agent()));
      byRound.forEach(
          (round, agents) ->
              lines.add(
                  new Line(
                      Tone.FAINT,
                      "",
                      "shown to " + String.join(", ", agents) + " in round " + round)));
    }

    private Entry conflict(Conflict conflict) {
      List<Line> lines = new ArrayList<>();
      boolean open = conflict.open();
      if (!conflict.why().isBlank()) {
        String who = conflict.asksWhichWay() ? "" : "the moderator:";
        lines.add(new Line(Tone.FAINT, who, conflict.why()));
      }
      int number = 1;
      for (Ledger.Side side : conflict.sides()) {
        lines.add(new Line(Tone.PLAIN, number++ + ")", in(side.position())));
        said(lines, conflict.id(), side.members(), in(side.position()));
      }
      for (SideVote vote : conflict.votes()) {
        String choice =
            switch (vote.side()) {
              case SideVote.BOTH_HOLD -> "says that both hold";
              case SideVote.NEITHER -> "says that neither holds";
              default -> "votes for " + vote.side();
            };
        lines.add(
            cast(vote.agent(), choice, vote.round(), vote.why(), vote.evidence(), vote.runs()));
      }
      shown(lines, conflict.shown());
      String winner =
          conflict
              .winner()
              .map(side -> (open ? ", the voters recommend " : ": ") + side)
              .orElse("");
      String how = conflict.how().map(way -> " (" + way + ")").orElse("");
      lines.add(
          new Line(open ? Tone.CAREFUL : Tone.GOOD, "", Words.of(conflict.state()) + winner + how));
      String who =
          conflict.settledBy() == Conflict.SettledBy.HUMAN
              ? " (for you to decide)"
              : " (the code can settle it)";
      return new Entry(
          conflict.id(), open ? Tone.CAREFUL : Tone.STRONG, in(conflict.question()) + who, lines);
    }

    private Entry question(Question question) {
      Question asked = question.in(languages);
      return new Entry(
          asked.id(),
          Tone.STRONG,
          asked.line(),
          asked.answer().stream()
              .map(answer -> new Line(Tone.GOOD, "", "decided: " + answer))
              .toList());
    }

    private Entry approach(ApproachEntry approach) {
      List<Line> lines = new ArrayList<>();
      approach.proposed().ifPresent(text -> lines.add(proposed(text)));
      said(lines, approach.id(), approach.members(), in(approach.name()));
      if (approach.whole()) {
        approach.differences().forEach(it -> lines.add(new Line(Tone.PLAIN, "they differ:", it)));
        approach.pros().forEach(text -> lines.add(new Line(Tone.GOOD, "+", text)));
        approach.cons().forEach(text -> lines.add(new Line(Tone.BAD, "-", text)));
      }
      for (Objection one : approach.objections()) {
        lines.add(
            cast(one.agent(), "objects", one.round(), one.text(), one.evidence(), one.runs()));
      }
      for (Revision one : approach.revisions()) {
        String of =
            one.member()
                .map(statements::get)
                .map(said -> " as " + said.agent() + " proposes it")
                .orElse("");
        String what = "would change it" + of;
        lines.add(cast(one.agent(), what, one.round(), one.changes(), List.of(), List.of()));
      }
      return new Entry(approach.id(), Tone.STRONG, in(approach.name()), lines);
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
}

package dev.conclave.client.view;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.ApproachEntry;
import dev.conclave.workflows.discussion.Ledger.Conflict;
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
import dev.conclave.workflows.session.StatementNames;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in full: statements, votes with evidence, and outcomes.
 *
 * @param agents with statements or votes, in alphabetical order
 * @param rankings of the approaches, one per agent
 */
public record LedgerView(List<String> agents, List<Section> sections, List<Line> rankings) {
  /** For a round whose ledger is unknown. */
  public static final LedgerView NONE = new LedgerView(List.of(), List.of(), List.of());

  /** A group of entries under one heading. */
  public enum Group {
    CONFLICTS("Conflicts"),
    QUESTIONS("Questions"),
    AGAINST("Contradicts your decision"),
    AGREED("Agreed"),
    DECIDED("Decided by you"),
    DISPUTED("Disputed"),
    PUT_TOGETHER("Grouped by the moderator, not confirmed"),
    PARTIAL("Stated by several, not confirmed by all"),
    OUTVOTED("Outvoted"),
    LONE("Stated by one agent, not confirmed"),
    REFUTED("Refuted"),
    WITHDRAWN("Withdrawn"),
    NOTES("Notes about the analyses"),
    UNVOTED("Stated without a vote"),
    APPROACHES("Approaches");

    private final String heading;

    Group(String heading) {
      this.heading = heading;
    }

    public String heading() {
      return heading;
    }

    public String word() {
      return Words.of(this);
    }

    /** Whether its entries are points, which agents vote on with yes or no. */
    public boolean ofPoints() {
      return compareTo(AGAINST) >= 0 && compareTo(WITHDRAWN) <= 0;
    }
  }

  /** A group's share of all points. */
  public record Share(Section section, int before, int size) {}

  public List<Share> shares() {
    List<Share> shares = new ArrayList<>();
    for (Section section : sections) {
      if (section.group().ofPoints()) {
        shares.add(new Share(section, points(shares), section.entries().size()));
      }
    }
    return shares;
  }

  /** Returns the sections with open entries before those that are settled. */
  public List<Section> openFirst() {
    return sections.stream().sorted(Comparator.comparing(section -> !section.isOpen())).toList();
  }

  public int points() {
    return points(shares());
  }

  private static int points(List<Share> shares) {
    return shares.stream().mapToInt(Share::size).sum();
  }

  public record Section(Group group, List<Entry> entries) {
    public String heading() {
      return group.heading();
    }

    /** Whether its entries still matter to a decision: contradictions and missing answers. */
    public boolean isOpen() {
      return switch (group) {
        case QUESTIONS -> entries.stream().anyMatch(one -> one.voices().isEmpty());
        case CONFLICTS -> entries.stream().anyMatch(one -> one.tone() == Tone.CAREFUL);
        case AGAINST, DISPUTED, PUT_TOGETHER, PARTIAL -> true;
        default -> false;
      };
    }
  }

  /**
   * An entry of the ledger.
   *
   * @param tags short labels
   * @param voices statements and votes about it, oldest first
   * @param conflict its sides and votes; null for other entries
   */
  public record Entry(
      String id,
      Tone tone,
      String sentence,
      List<String> tags,
      List<Voice> voices,
      @Nullable ConflictView conflict) {

    public List<Line> lines(Language language) {
      return voices.stream().map(voice -> voice.line(language)).toList();
    }

    /** Returns an agent's newest vote, else its statement; empty if it has neither. */
    public Optional<Voice> of(String agent) {
      return voices.stream()
          .filter(voice -> voice.who().equals(agent) && !voice.choice().isEmpty())
          .reduce((earlier, later) -> later.isVote() || !earlier.isVote() ? later : earlier);
    }
  }

  /**
   * Builds the view, with agents' texts in the first of these languages that they gave.
   *
   * @param plans whether points can change a plan
   * @param only the id of one entry, ignoring case; empty for all
   */
  public static LedgerView of(Ledger ledger, List<String> languages, boolean plans, String only) {
    return of(ledger, List.of(), languages, plans, only);
  }

  /**
   * Builds the view, including votes that were changed later.
   *
   * @param earlier the ledger after earlier rounds, as far as known
   */
  public static LedgerView of(
      Ledger ledger, List<Ledger> earlier, List<String> languages, boolean plans, String only) {
    StatementNames names = StatementNames.of(ledger);
    Ledger named = names.in(ledger, Ledger.class);
    List<Ledger> before = earlier.stream().map(one -> names.in(one, Ledger.class)).toList();
    return new Reader(named, before, languages, plans, only, named.byId(), new HashMap<>()).view();
  }

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
   * Builds the view of one ledger.
   *
   * @param quoted the entry that first quotes a statement
   */
  private record Reader(
      Ledger ledger,
      List<Ledger> earlier,
      List<String> languages,
      boolean plans,
      String only,
      Map<String, Statement> statements,
      Map<String, String> quoted) {

    LedgerView view() {
      List<Section> sections = new ArrayList<>();
      section(sections, Group.CONFLICTS, ledger.conflicts(), Conflict::id, this::conflict);
      section(sections, Group.QUESTIONS, ledger.questions(), Question::id, this::question);
      points(sections, Group.AGAINST, p -> p.against().isPresent());
      state(sections, Group.AGREED, PointState.AGREED);
      state(sections, Group.DECIDED, PointState.DECIDED);
      state(sections, Group.DISPUTED, PointState.DISPUTED);
      state(sections, Group.PUT_TOGETHER, PointState.PUT_TOGETHER);
      state(sections, Group.PARTIAL, PointState.PARTIAL);
      state(sections, Group.OUTVOTED, PointState.OUTVOTED);
      state(sections, Group.LONE, PointState.LONE);
      state(sections, Group.REFUTED, PointState.REFUTED);
      state(sections, Group.WITHDRAWN, PointState.WITHDRAWN);
      points(sections, Group.NOTES, p -> p.kind() == Point.PointKind.NOTE);
      section(sections, Group.UNVOTED, unvoted(), Statement::id, this::unvoted);
      section(sections, Group.APPROACHES, ledger.approaches(), ApproachEntry::id, this::approach);
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
      return new LedgerView(agents(), sections, rankings);
    }

    private List<String> agents() {
      return Stream.of(
              ledger.statements().stream().map(Statement::agent),
              ledger.points().stream().flatMap(one -> one.votes().stream()).map(Vote::agent),
              ledger.conflicts().stream().flatMap(one -> one.votes().stream()).map(SideVote::agent))
          .flatMap(names -> names)
          .distinct()
          .sorted()
          .toList();
    }

    private <T> void section(
        List<Section> sections,
        Group group,
        List<T> entries,
        Function<T, String> id,
        Function<T, Entry> reader) {
      List<Entry> wanted =
          entries.stream()
              .filter(one -> only.isEmpty() || only.equalsIgnoreCase(id.apply(one)))
              .map(reader)
              .toList();
      if (!wanted.isEmpty()) {
        sections.add(new Section(group, wanted));
      }
    }

    private void state(List<Section> sections, Group group, PointState state) {
      points(
          sections,
          group,
          p -> p.state() == state && p.against().isEmpty() && p.kind() != Point.PointKind.NOTE);
    }

    private void points(List<Section> sections, Group group, Predicate<Point> which) {
      List<Point> points = ledger.points().stream().filter(which).toList();
      section(sections, group, points, Point::id, this::point);
    }

    /** Returns statements from prose or the built-in analyst that belong to no point. */
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
      String cited = Voice.quote(said, in(said.text())).evidence(Language.of(languages));
      return new Entry(said.id(), Tone.FAINT, in(said.text()) + cited, List.of(), List.of(), null);
    }

    private String in(LocalizedText text) {
      return text.in(languages);
    }

    private Entry point(Point point) {
      List<Voice> voices = new ArrayList<>();
      String sentence = in(point.sentence());
      point
          .against()
          .ifPresent(it -> voices.add(Voice.note(Tone.CAREFUL, "", "you decided: " + it)));
      point
          .answer()
          .ifPresent(answer -> voices.add(Voice.note(Tone.GOOD, "", "decided: " + answer)));
      point.proposed().ifPresent(text -> voices.add(proposed(text)));
      voices.addAll(said(point.id(), point.members(), sentence));
      votes(point).map(Voice::vote).forEach(voices::add);
      voices.addAll(shown(point.shown()));
      List<String> tags = new ArrayList<>();
      tags.add(Words.of(point.kind()));
      if (plans) {
        boolean idle = point.changes() == Point.Changes.NONE;
        tags.add("changes " + (idle ? "nothing" : "the " + Words.of(point.changes())));
      }
      since(point).ifPresent(tags::add);
      Tone tone = point.against().isPresent() ? Tone.CAREFUL : Tone.STRONG;
      return new Entry(point.id(), tone, sentence, tags, voices, null);
    }

    /** Returns the votes that count, after those of earlier rounds that were changed. */
    private Stream<Vote> votes(Point point) {
      Stream<Vote> before =
          earlier.stream()
              .flatMap(then -> then.points().stream())
              .filter(one -> one.id().equals(point.id()))
              .flatMap(one -> one.votes().stream());
      return newest(Stream.concat(before, point.votes().stream()), Vote::agent, Vote::round);
    }

    /** Keeps one vote per agent and round: the same vote may occur with truncated text. */
    private static <V> Stream<V> newest(
        Stream<V> votes, Function<V, String> agent, ToIntFunction<V> round) {
      Map<String, V> newest = new LinkedHashMap<>();
      votes.forEach(vote -> newest.put(agent.apply(vote) + " " + round.applyAsInt(vote), vote));
      return newest.values().stream();
    }

    private Voice proposed(LocalizedText text) {
      return Voice.note(Tone.FAINT, "the moderator, not confirmed:", in(text));
    }

    /** Returns a tag for a point that is new in the last round. */
    private Optional<String> since(Point point) {
      int last = statements.values().stream().mapToInt(Statement::round).max().orElse(0);
      boolean fresh =
          point.members().stream()
              .map(statements::get)
              .allMatch(said -> said != null && said.round() == last);
      return fresh && last > 1 ? Optional.of("new in " + last) : Optional.empty();
    }

    /**
     * Quotes each member in its agent's words unless they equal the sentence; quotes each only
     * once.
     */
    private List<Voice> said(String entry, List<String> members, String sentence) {
      List<Voice> quotes = new ArrayList<>();
      for (String member : members) {
        Statement said = statements.get(member);
        if (said == null) {
          continue;
        }
        String before = quoted.putIfAbsent(member, entry);
        String text = in(said.text());
        quotes.add(
            before != null && !before.equals(entry)
                ? Voice.quotedBefore(said, Voice.QUOTED + before)
                : Voice.quote(said, text.equals(sentence) ? Voice.VERBATIM : text));
      }
      return quotes;
    }

    private static List<Voice> shown(List<Shown> shown) {
      Map<Integer, TreeSet<String>> byRound = new TreeMap<>();
      shown.forEach(
          one -> byRound.computeIfAbsent(one.round(), n -> new TreeSet<>()).add(one.agent()));
      return byRound.entrySet().stream()
          .map(
              round ->
                  Voice.note(
                      Tone.FAINT,
                      "",
                      "shown to "
                          + String.join(", ", round.getValue())
                          + " in round "
                          + round.getKey()))
          .toList();
    }

    private Entry conflict(Conflict conflict) {
      List<Voice> voices = new ArrayList<>();
      boolean open = conflict.open();
      if (!conflict.why().isBlank()) {
        String who = conflict.asksForApproach() ? "" : "the moderator:";
        voices.add(Voice.note(Tone.FAINT, who, conflict.why()));
      }
      List<ConflictView.Side> sides = new ArrayList<>();
      for (Ledger.Side side : conflict.sides()) {
        int number = sides.size() + 1;
        String position = in(side.position());
        List<Voice> quotes = said(conflict.id(), side.members(), position);
        sides.add(
            new ConflictView.Side(
                number, position, conflict.winner().equals(Optional.of(number)), quotes));
        voices.add(Voice.note(Tone.PLAIN, number + ")", position));
        voices.addAll(quotes);
      }
      List<SideVote> votes = votes(conflict).toList();
      conflict.votes().stream().map(Voice::vote).forEach(voices::add);
      voices.addAll(shown(conflict.shown()));
      String winner =
          conflict
              .winner()
              .map(side -> (open ? ", the voters recommend side " : ": side ") + side)
              .orElse("");
      String how = conflict.how().map(way -> " (" + way + ")").orElse("");
      String outcome = Words.of(conflict.state()) + winner + how;
      voices.add(Voice.note(open ? Tone.CAREFUL : Tone.GOOD, "", outcome));
      String who =
          conflict.settledBy() == Conflict.SettledBy.HUMAN
              ? "for you to decide"
              : "can be settled from the code";
      return new Entry(
          conflict.id(),
          open ? Tone.CAREFUL : Tone.STRONG,
          in(conflict.asked() == null ? conflict.question() : conflict.asked()),
          List.of(who),
          voices,
          ConflictView.of(conflict.why(), sides, votes, open, outcome));
    }

    private Stream<SideVote> votes(Conflict conflict) {
      Stream<SideVote> before =
          earlier.stream()
              .flatMap(then -> then.conflicts().stream())
              .filter(one -> one.id().equals(conflict.id()))
              .flatMap(one -> one.votes().stream());
      return newest(
          Stream.concat(before, conflict.votes().stream()), SideVote::agent, SideVote::round);
    }

    private Entry question(Question question) {
      Question asked = question.in(languages);
      return new Entry(
          asked.id(),
          Tone.STRONG,
          asked.line(),
          List.of(),
          asked.answer().stream()
              .map(answer -> Voice.note(Tone.GOOD, "", "decided: " + answer))
              .toList(),
          null);
    }

    private Entry approach(ApproachEntry approach) {
      List<Voice> voices = new ArrayList<>();
      approach.proposed().ifPresent(text -> voices.add(proposed(text)));
      voices.addAll(said(approach.id(), approach.members(), in(approach.name())));
      if (approach.whole()) {
        approach
            .differences()
            .forEach(it -> voices.add(Voice.note(Tone.PLAIN, "they differ:", it)));
        approach.pros().forEach(text -> voices.add(Voice.note(Tone.GOOD, "+", text)));
        approach.cons().forEach(text -> voices.add(Voice.note(Tone.BAD, "-", text)));
      }
      approach.objections().stream().map(Voice::objection).forEach(voices::add);
      for (Revision one : approach.revisions()) {
        String of =
            one.member()
                .map(statements::get)
                .map(said -> " as proposed by " + said.agent())
                .orElse("");
        voices.add(Voice.revision(one, "requests a change" + of));
      }
      return new Entry(approach.id(), Tone.STRONG, in(approach.name()), List.of(), voices, null);
    }
  }
}

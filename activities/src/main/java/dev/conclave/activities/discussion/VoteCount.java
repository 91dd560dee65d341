package dev.conclave.activities.discussion;

import dev.conclave.activities.discussion.LedgerDraft.ApproachDraft;
import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Counts the votes of the ledger: states of points and conflicts, the next ballot, questions for
 * the user; docs/discussion.md, section 5.
 */
final class VoteCount {
  static final int ENTRIES = 30;

  /**
   * Maximum bytes of a ballot's entries with their members' words, less than the ledger in a
   * prompt.
   */
  private static final int BALLOT_BYTES = 36 << 10;

  private static final int QUESTIONS = 4;

  static final List<String> EFFORT = List.of("effort-against-quality");

  private final LedgerDraft draft;
  private final Map<String, Ledger.HumanAnswer> answers = new HashMap<>();
  private final Set<String> present;

  VoteCount(LedgerDraft draft, List<Ledger.HumanAnswer> answers, List<String> present) {
    this.draft = draft;
    answers.forEach(answer -> this.answers.put(answer.id(), answer));
    this.present = new LinkedHashSet<>(present);
  }

  void count() {
    for (PointDraft point : draft.points.values()) {
      weigh(point);
      if (answers.containsKey(point.id)) {
        point.answer = answers.get(point.id).words();
      }
      point.state = state(point);
      showWords(point);
    }
    draft.approaches.values().forEach(this::showWords);
    draft.conflicts.values().forEach(this::count);
    draft.questions.replaceAll(
        (id, one) ->
            answers.containsKey(id) ? one.withAnswer(Optional.of(answers.get(id).words())) : one);
    nextBallot();
  }

  /** The reporters of a fault, not the moderator, decide what it changes. */
  private void weigh(PointDraft point) {
    Severity severity = draft.severity(point);
    if (severity != null) {
      point.kind = point.kind == PointKind.NOTE ? PointKind.FACT : point.kind;
      point.changes =
          switch (severity) {
            case CRITICAL, HIGH -> Ledger.Point.Changes.CHOICE;
            case MEDIUM -> Ledger.Point.Changes.PLAN;
            case LOW -> Ledger.Point.Changes.NONE;
          };
    }
  }

  /**
   * Returns whether a severe fault has not been in a ballot yet, where it goes even if agents
   * agree.
   */
  private boolean needsVote(PointDraft point) {
    Severity severity = draft.severity(point);
    return severity != null && severity.atLeast(Severity.HIGH) && point.ballots() == 0;
  }

  /** Shows a moderator's sentence as the point's once none of its members' analysts objects. */
  private void showWords(PointDraft point) {
    LocalizedText proposed = point.proposed;
    if (proposed == null) {
      return;
    }
    List<String> standing = draft.countedStatements(point).map(Ledger.Statement::id).toList();
    if (point.state == PointState.AGREED
        || (!standing.isEmpty() && point.confirmed.containsAll(standing))) {
      point.sentence = proposed;
      point.proposed = null;
    } else if (point.hasVote(Choice.DISAGREE)) {
      // Votes against it were against the moderator's sentence, not the analysts' words.
      point.sentence = draft.withModeratorWords(point.members, proposed);
    } else {
      point.sentence = draft.ownWords(point.members, Ledger.Statement::text);
    }
  }

  private void showWords(ApproachDraft entry) {
    LocalizedText proposed = entry.proposed;
    if (proposed != null && entry.confirmed.containsAll(entry.members)) {
      entry.name = proposed;
      entry.proposed = null;
    } else if (proposed != null) {
      entry.name = draft.ownWords(entry.members, LedgerRules::name);
    }
  }

  /** Returns the first state that applies, in the order of docs/discussion.md. */
  private PointState state(PointDraft point) {
    if (point.answer != null) {
      return PointState.DECIDED;
    }
    Set<String> agree = agents(point, Choice.AGREE);
    agree.addAll(silentMembers(point));
    Set<String> disagree = agents(point, Choice.DISAGREE);
    if (agree.isEmpty()) {
      if (!disagree.isEmpty()) {
        return PointState.REFUTED;
      }
      // Its own agents call it partly right: the next moderation rewords it.
      if (point.votes.stream().anyMatch(vote -> vote.choice().unclear())) {
        return PointState.PARTIAL;
      }
      // A point that no voter stated, such as one of the built-in analyst, cannot be withdrawn.
      boolean withdrawn =
          !point.members.isEmpty()
              && point.members.stream().allMatch(id -> draft.statement(id).withdrawn());
      return withdrawn || !draft.agentsOf(point.members, true).isEmpty()
          ? PointState.WITHDRAWN
          : PointState.LONE;
    }
    if (!disagree.isEmpty()) {
      boolean outvoted =
          point.ballots() >= Ledger.BALLOTS
              && twoThirds(Math.max(agree.size(), disagree.size()), agree.size() + disagree.size());
      return outvoted ? PointState.OUTVOTED : PointState.DISPUTED;
    }
    if (agree.size() < 2) {
      return PointState.LONE;
    }
    if (LedgerDraft.noneVerified(draft.places(point))
        || point.against != null
        || !agree.containsAll(asked(point))) {
      return PointState.PARTIAL;
    }
    agree.removeIf(agent -> !standsBy(point, agent));
    return agree.size() > 1 && agree.containsAll(asked(point))
        ? PointState.AGREED
        : PointState.PUT_TOGETHER;
  }

  /**
   * Returns the voters who were shown a point while it was open; in its first round, all voters.
   */
  private static Set<String> asked(PointDraft point) {
    Set<String> asked = new TreeSet<>(point.voters);
    point.shown.forEach(shown -> asked.add(shown.agent()));
    return asked;
  }

  /**
   * Returns whether an agent stated a point's sentence, agreed to it, or did not object in a
   * ballot.
   */
  private boolean standsBy(PointDraft point, String agent) {
    return agents(point, Choice.AGREE).contains(agent)
        || draft.agentsOf(point.confirmed, true).contains(agent);
  }

  private static boolean twoThirds(int some, int all) {
    return 3 * some >= 2 * all;
  }

  private static Set<String> agents(PointDraft point, Choice choice) {
    return point.votes.stream()
        .filter(vote -> vote.choice() == choice)
        .map(Ledger.Vote::agent)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the agents of a point's members that have not voted on it; they count as agreeing. */
  private List<String> silentMembers(PointDraft point) {
    return draft.agentsOf(point.members, true).stream()
        .filter(agent -> point.voteOf(agent) == null)
        .toList();
  }

  /**
   * Returns the names of the votes on each point and conflict; the authors of a point have agreed.
   */
  List<List<String>> choices() {
    Stream<List<String>> sides =
        draft.conflicts.values().stream()
            .map(one -> one.votes.stream().map(vote -> String.valueOf(vote.side())).toList());
    Stream<List<String>> points =
        draft.points.values().stream()
            .map(
                point ->
                    Stream.concat(
                            silentMembers(point).stream()
                                .filter(agent -> standsBy(point, agent))
                                .map(agent -> Choice.AGREE),
                            point.votes.stream().map(Ledger.Vote::choice))
                        .map(Choice::name)
                        .toList());
    return Stream.concat(points, sides).toList();
  }

  private void count(ConflictDraft conflict) {
    Ledger.HumanAnswer answer = answers.get(conflict.id);
    if (answer != null) {
      conflict.settledBy = SettledBy.HUMAN;
      close(conflict, Ledger.Conflict.ConflictState.SETTLED, answer.by() + ": " + answer.words());
      conflict.winner = answer.option().orElse(null);
      return;
    }
    if (conflict.settledBy == SettledBy.HUMAN
        && conflict.state == Ledger.Conflict.ConflictState.SETTLED) {
      return; // a session drops the oldest answers, but keeps their decisions
    }
    conflict.state = Ledger.Conflict.ConflictState.OPEN;
    conflict.how = null;
    conflict.winner = null;
    Map<Integer, Set<String>> support = support(conflict);
    if (support.isEmpty() && bothHold(conflict)) {
      close(conflict, Ledger.Conflict.ConflictState.DISSOLVED, "every side says that both hold");
      return;
    }
    if (isBeforeThePresent(conflict)
        && support.size() < 2
        && support.values().stream().allMatch(side -> Collections.disjoint(side, present))) {
      conflict.settledBy = SettledBy.HUMAN; // only absent agents support a side, or none does
    }
    if (support.isEmpty()) {
      return;
    }
    int voters = support.values().stream().mapToInt(Set::size).sum();
    var first =
        support.entrySet().stream()
            .max(
                Comparator.comparing(
                        (Map.Entry<Integer, Set<String>> side) -> side.getValue().size())
                    .thenComparing(side -> -side.getKey()))
            .orElseThrow();
    Set<String> most = first.getValue();
    if (conflict.settledBy == SettledBy.HUMAN) {
      conflict.winner = 2 * most.size() > voters ? first.getKey() : null;
    } else if ((support.size() == 1 && conflict.ballots() > 0)
        || (twoThirds(most.size(), voters)
            && (conflict.ballots() >= Ledger.BALLOTS || onlyTheyBringEvidence(conflict, most)))) {
      String who = support.size() == 1 ? "all" : most.size() + " of " + voters;
      String how = who + " voters: " + String.join(", ", most);
      close(conflict, Ledger.Conflict.ConflictState.SETTLED, how);
      conflict.winner = first.getKey();
    }
  }

  /** Returns whether an agent of this round has voted on a conflict or made a statement in it. */
  private boolean isBeforeThePresent(ConflictDraft conflict) {
    return conflict.votes.stream().map(Ledger.SideVote::agent).anyMatch(present::contains)
        || conflict.sides.stream()
            .flatMap(side -> draft.agentsOf(side.members(), false).stream())
            .anyMatch(present::contains);
  }

  private static void close(
      ConflictDraft conflict, Ledger.Conflict.ConflictState state, String how) {
    conflict.state = state;
    conflict.how = how;
  }

  /** Returns the supporters of each side, by their last vote or else by their statements. */
  private Map<Integer, Set<String>> support(ConflictDraft conflict) {
    boolean whichWay = conflict.why.equals(Ledger.Conflict.WHICH_WAY);
    Map<String, Set<Integer>> sides = new LinkedHashMap<>();
    if (whichWay) {
      conflict.votes.clear();
      draft.rankings.values().forEach(ranking -> rank(conflict, ranking));
    }
    for (int side = 1; side <= conflict.sides.size() && !whichWay; side++) {
      for (String agent : draft.agentsOf(conflict.sides.get(side - 1).members(), true)) {
        sides.computeIfAbsent(agent, key -> new TreeSet<>()).add(side);
      }
    }
    conflict.votes.forEach(vote -> sides.put(vote.agent(), Set.of(vote.side())));
    Map<Integer, Set<String>> support = new TreeMap<>();
    sides.forEach(
        (agent, some) -> {
          int side = some.iterator().next();
          if (some.size() == 1 && side > 0) {
            support.computeIfAbsent(side, key -> new TreeSet<>()).add(agent);
          }
        });
    return support;
  }

  private void rank(ConflictDraft conflict, Ledger.AgentRanking ranking) {
    ApproachDraft first = draft.approaches.get(ranking.approaches().get(0));
    for (int side = 1; first != null && side <= conflict.sides.size(); side++) {
      if (first.members.containsAll(conflict.sides.get(side - 1).members())) {
        String agent = ranking.agent();
        conflict.vote(
            new Ledger.SideVote(agent, ranking.round(), side, List.of(), List.of(), "ranking"));
        conflict.shown.add(new Ledger.Shown(agent, ranking.round()));
      }
    }
  }

  private boolean bothHold(ConflictDraft conflict) {
    return conflict.sides.stream()
        .map(side -> draft.agentsOf(side.members(), true))
        .allMatch(
            agents ->
                conflict.votes.stream()
                    .anyMatch(
                        vote ->
                            agents.contains(vote.agent())
                                && vote.side() == Ledger.SideVote.BOTH_HOLD));
  }

  private static boolean onlyTheyBringEvidence(ConflictDraft conflict, Set<String> agents) {
    List<String> evident =
        conflict.votes.stream()
            .filter(vote -> LedgerDraft.anyVerified(vote.evidence()) || !vote.runs().isEmpty())
            .map(Ledger.SideVote::agent)
            .toList();
    return !evident.isEmpty() && agents.containsAll(evident);
  }

  /** Opens a conflict for the user if voters rank different approaches first in equal numbers. */
  void findWhichWay(int round) {
    Map<String, Long> firsts =
        draft.rankings.values().stream()
            .map(ranking -> ranking.approaches().get(0))
            .collect(Collectors.groupingBy(id -> id, TreeMap::new, Collectors.counting()));
    List<ApproachDraft> ways =
        firsts.keySet().stream()
            .flatMap(id -> Stream.ofNullable(draft.approaches.get(id)))
            .toList();
    boolean tied = firsts.size() > 1 && Set.copyOf(firsts.values()).size() == 1;
    boolean known =
        draft.conflicts.values().stream()
            .filter(one -> one.why.equals(Ledger.Conflict.WHICH_WAY))
            .anyMatch(
                one ->
                    one.open()
                        || ways.stream()
                            .noneMatch(way -> Collections.disjoint(one.members(), way.members)));
    if (!tied || known) {
      return;
    }
    ConflictDraft same =
        draft.conflicts.values().stream().filter(one -> asksOf(one, ways)).findFirst().orElse(null);
    if (same != null) {
      // Its sides are these approaches: its answer ranks them, so the user is not asked twice.
      same.why = Ledger.Conflict.WHICH_WAY;
    } else {
      ConflictDraft conflict = draft.newConflict(round);
      conflict.question = new LocalizedText("Which of these approaches?", "走哪条路：选择哪个方案？");
      conflict.sides =
          ways.stream().map(way -> new Ledger.Side(way.name, List.copyOf(way.members))).toList();
      conflict.settledBy = SettledBy.HUMAN;
      conflict.why = Ledger.Conflict.WHICH_WAY;
      count(conflict);
    }
  }

  private static boolean asksOf(ConflictDraft conflict, List<ApproachDraft> ways) {
    return conflict.open()
        && conflict.settledBy == SettledBy.HUMAN
        && conflict.sides.size() == ways.size()
        && ways.stream()
            .allMatch(
                way ->
                    conflict.sides.stream()
                            .filter(side -> !Collections.disjoint(side.members(), way.members))
                            .count()
                        == 1)
        && conflict.sides.stream()
            .allMatch(
                side ->
                    ways.stream()
                        .anyMatch(way -> !Collections.disjoint(side.members(), way.members)));
  }

  /**
   * Sets the next ballot: conflicts first, then points that change the choice, the plan, nothing.
   * Adds, in one line each, points in which analysts have yet to confirm the moderator's grouping.
   */
  private void nextBallot() {
    List<String> open = new ArrayList<>();
    draft.conflicts.values().stream()
        .filter(conflict -> conflict.open() && !conflict.why.equals(Ledger.Conflict.WHICH_WAY))
        .forEach(conflict -> open.add(conflict.id));
    draft.points.values().stream()
        .filter(point -> draft.isOpen(point) || needsVote(point))
        .sorted(
            Comparator.comparing((PointDraft point) -> point.changes)
                .thenComparing(PointDraft::ballots))
        .forEach(point -> open.add(point.id));
    List<String> put =
        draft.points.values().stream()
            .filter(point -> point.kind != PointKind.NOTE && point.against == null)
            .filter(point -> !open.contains(point.id) && draft.isUnconfirmed(point))
            .map(point -> point.id)
            .toList();
    List<String> confirm =
        fitting(put, put.size(), BALLOT_BYTES / 3, id -> bytes(worded(id), List.of()));
    int left = BALLOT_BYTES - confirm.stream().mapToInt(id -> bytes(worded(id), List.of())).sum();
    List<String> voted = fitting(open, ENTRIES, left, this::bytes);
    draft.ballot = Stream.concat(voted.stream(), confirm.stream()).toList();
    draft.waiting = open.size() + put.size() - draft.ballot.size();
  }

  private static List<String> fitting(
      List<String> ids, int most, int bytes, ToIntFunction<String> size) {
    int fitting = 0;
    int left = bytes;
    while (fitting < Math.min(most, ids.size())) {
      left -= size.applyAsInt(ids.get(fitting));
      if (left < 0 && fitting > 0) {
        break;
      }
      fitting++;
    }
    return ids.subList(0, fitting);
  }

  private String worded(String id) {
    PointDraft point = Objects.requireNonNull(draft.points.get(id));
    return point.wording().en();
  }

  /**
   * Returns an upper estimate of the entry's bytes in the prompt, with its statements and votes.
   */
  private int bytes(String id) {
    PointDraft point = draft.points.get(id);
    if (point != null) {
      boolean lone = draft.isWhole(point);
      int sentence = lone ? 0 : bytes(worded(id), draft.places(point));
      return sentence
          + said(point.members, lone ? LedgerRules.IN_FULL : LedgerRules.SAID)
          + point.votes.stream().mapToInt(vote -> bytes(vote.note(), vote.evidence())).sum();
    }
    ConflictDraft conflict = Objects.requireNonNull(draft.conflicts.get(id));
    return bytes(conflict.question.en(), List.of())
        + conflict.sides.stream().mapToInt(side -> bytes(side.position().en(), List.of())).sum()
        + said(conflict.members(), LedgerRules.SAID)
        + conflict.votes.stream().mapToInt(vote -> bytes(vote.why(), vote.evidence())).sum();
  }

  private int said(Collection<String> members, int most) {
    return members.stream()
        .map(draft::statement)
        .mapToInt(said -> bytes(Cut.shorten(said.text().en(), most), said.places()))
        .sum();
  }

  private static int bytes(String text, Collection<CheckedLocation> places) {
    return 40
        + text.getBytes(StandardCharsets.UTF_8).length
        + places.stream().mapToInt(place -> place.file().length() + 20).sum();
  }

  /** Returns the questions for the user, the most important first, at most {@link #QUESTIONS}. */
  List<Ledger.Question> questions() {
    return Stream.of(
            draft.conflicts.values().stream()
                .filter(one -> one.open() && one.settledBy == SettledBy.HUMAN)
                .map(this::question),
            unanswered().filter(one -> !isOfEffort(one)),
            draft.conflicts.values().stream()
                .filter(one -> one.open() && one.settledBy == SettledBy.CODE)
                .filter(one -> one.ballots() >= Ledger.BALLOTS)
                .map(this::question),
            draft.points.values().stream()
                .filter(one -> one.state == PointState.DISPUTED && one.ballots() >= Ledger.BALLOTS)
                .map(VoteCount::question),
            unanswered().filter(VoteCount::isOfEffort))
        .flatMap(every -> every)
        .limit(QUESTIONS)
        .toList();
  }

  private Stream<Ledger.Question> unanswered() {
    return draft.questions.values().stream().filter(one -> one.answer().isEmpty());
  }

  static boolean isOfEffort(Ledger.Question question) {
    return question.from().equals(EFFORT);
  }

  private Ledger.Question question(ConflictDraft conflict) {
    Integer best = conflict.winner;
    Set<String> by = best == null ? Set.of() : support(conflict).getOrDefault(best, Set.of());
    return new Ledger.Question(
        conflict.id,
        conflict.question,
        conflict.sides.stream().map(Ledger.Side::position).toList(),
        Optional.ofNullable(best),
        List.copyOf(by),
        conflict.members(),
        Optional.empty());
  }

  private static Ledger.Question question(PointDraft point) {
    String chinese = point.sentence.zh();
    return new Ledger.Question(
        point.id,
        new LocalizedText(
            "Is this correct: " + point.sentence.en(),
            chinese.isEmpty() ? "" : "这一点成立吗：" + chinese),
        List.of(
            new LocalizedText("it is correct", "成立"),
            new LocalizedText("it is not correct", "不成立")),
        Optional.empty(),
        List.of(),
        List.copyOf(point.members),
        Optional.empty());
  }

  /** Returns the number of agreed points, except notes, which are not about code. */
  int agreed() {
    return (int)
        draft.points.values().stream()
            .filter(point -> point.state == PointState.AGREED && point.kind != PointKind.NOTE)
            .count();
  }

  /**
   * Returns the number of disagreements that ballots have left open. Those that were in no ballot
   * do not count.
   */
  int disagreements() {
    return (int) (openConflicts().count() + disputedPoints().count());
  }

  /**
   * Returns the number of disagreements that another ballot would not settle, or that no ballot
   * will.
   */
  int unresolvable(int roundsLeft) {
    long conflicts =
        openConflicts()
            .filter(
                one ->
                    roundsLeft == 0
                        || one.ballots() >= Ledger.BALLOTS
                        || one.settledBy == SettledBy.HUMAN)
            .count();
    long points =
        disputedPoints().filter(one -> roundsLeft == 0 || one.ballots() >= Ledger.BALLOTS).count();
    return (int) (conflicts + points);
  }

  private Stream<ConflictDraft> openConflicts() {
    return draft.conflicts.values().stream().filter(one -> one.open() && one.ballots() > 0);
  }

  private Stream<PointDraft> disputedPoints() {
    return draft.points.values().stream()
        .filter(one -> one.state == PointState.DISPUTED && one.ballots() > 0);
  }
}

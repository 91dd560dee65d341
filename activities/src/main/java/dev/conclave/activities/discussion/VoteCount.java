package dev.conclave.activities.discussion;

import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Shown;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.temporal.Cut;
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
import java.util.function.Predicate;

/**
 * Counts the votes over the ledger: what each point and conflict has come to, what the next ballot
 * asks, what the human is asked; docs/discussion.md, section 5.
 */
final class VoteCount {
  /** Entries of a ballot. */
  static final int ENTRIES = 30;

  /** Bytes of a ballot's entries, with their members' words. */
  static final int BALLOT_BYTES = 36 << 10;

  /** Questions at a gate. */
  static final int QUESTIONS = 4;

  /** Why a conflict is there that no moderator has seen: voters rank different approaches first. */
  static final String WHICH_WAY = "the voters rank different approaches first";

  private final LedgerDraft draft;
  private final Map<String, HumanAnswer> answers = new HashMap<>();
  private final Set<String> present;

  /**
   * A count.
   *
   * @param answers of the human
   * @param present voters of the last round
   */
  VoteCount(LedgerDraft draft, List<HumanAnswer> answers, List<String> present) {
    this.draft = draft;
    answers.forEach(answer -> this.answers.put(answer.id(), answer));
    this.present = new LinkedHashSet<>(present);
  }

  /** Counts everything. */
  void count() {
    draft.points.values().forEach(this::count);
    draft.conflicts.values().forEach(this::count);
    draft.questions.replaceAll((id, question) -> answered(question));
    nextBallot();
  }

  private void count(PointDraft point) {
    point.answer =
        Optional.ofNullable(answers.get(point.id)).map(HumanAnswer::words).or(() -> point.answer);
    point.state = state(point);
  }

  /** In the order of docs/discussion.md: the first that fits. */
  private State state(PointDraft point) {
    if (point.answer.isPresent()) {
      return State.DECIDED;
    }
    Set<String> agree = voters(point, Choice.AGREE);
    Set<String> disagree = voters(point, Choice.DISAGREE);
    if (agree.isEmpty()) {
      // What no voter ever said, such as a point of the built-in analyst, cannot be withdrawn.
      boolean never = point.agents(true).isEmpty() && !withdrawn(point);
      if (!disagree.isEmpty()) {
        return State.REFUTED;
      }
      // Half right in everybody's eyes: the next moderation words it anew.
      boolean unclear = point.votes.values().stream().anyMatch(vote -> vote.choice().unclear());
      return unclear ? State.PARTIAL : never ? State.LONE : State.WITHDRAWN;
    }
    if (!disagree.isEmpty()) {
      int all = agree.size() + disagree.size();
      boolean clear = Math.max(agree.size(), disagree.size()) * 3 >= 2 * all;
      return point.ballots() >= Ledger.BALLOTS && clear ? State.OUTVOTED : State.DISPUTED;
    }
    if (agree.size() < 2) {
      return State.LONE;
    }
    boolean all = agree.containsAll(shownTo(point)) && !allMissing(point);
    return all && point.against.isEmpty() ? State.AGREED : State.PARTIAL;
  }

  /** Its votes, and for those who said it without voting on it, their having said it. */
  private Set<String> voters(PointDraft point, Choice choice) {
    Set<String> voters = new TreeSet<>();
    point.votes.values().stream()
        .filter(vote -> vote.choice() == choice)
        .map(Vote::agent)
        .forEach(voters::add);
    if (choice == Choice.AGREE) {
      point.agents(true).stream()
          .filter(agent -> !point.votes.containsKey(agent))
          .forEach(voters::add);
    }
    return voters;
  }

  private boolean withdrawn(PointDraft point) {
    return point.members.stream().allMatch(id -> draft.said(id).withdrawn());
  }

  private static Set<String> shownTo(PointDraft point) {
    Set<String> shown = new LinkedHashSet<>(point.voters);
    point.shown.stream().map(Shown::agent).forEach(shown::add);
    return shown;
  }

  private static boolean allMissing(PointDraft point) {
    var places = point.places();
    return !places.isEmpty()
        && places.stream().allMatch(place -> place.verdict() == Evidence.MISSING);
  }

  private void count(ConflictDraft conflict) {
    HumanAnswer answer = answers.get(conflict.id);
    if (answer != null) {
      conflict.settledBy = SettledBy.HUMAN;
      close(conflict, Conflict.State.SETTLED, answer.by() + ": " + answer.words(), answer.option());
      return;
    }
    if (conflict.settledBy == SettledBy.HUMAN && conflict.state == Conflict.State.SETTLED) {
      return; // a session forgets the oldest words, but not what was decided by them
    }
    conflict.state = Conflict.State.OPEN;
    conflict.how = Optional.empty();
    conflict.winner = Optional.empty();
    Map<Integer, Set<String>> support = support(conflict);
    List<Integer> held = List.copyOf(support.keySet());
    int voters = support.values().stream().mapToInt(Set::size).sum();
    if (held.isEmpty()) {
      if (bothHold(conflict)) {
        close(conflict, Conflict.State.DISSOLVED, "both hold, say all sides", Optional.empty());
      } else if (!present.isEmpty()) {
        conflict.settledBy = SettledBy.HUMAN;
      }
      return;
    }
    int first =
        held.stream()
            .max(Comparator.comparing((Integer side) -> size(support, side)))
            .orElseThrow();
    Set<String> most = support.getOrDefault(first, Set.of());
    if (held.size() == 1 && !present.isEmpty() && most.stream().noneMatch(present::contains)) {
      conflict.settledBy = SettledBy.HUMAN; // only who is absent still holds it
    }
    if (conflict.settledBy == SettledBy.HUMAN) {
      conflict.winner = 2 * most.size() > voters ? Optional.of(first) : Optional.empty();
      return;
    }
    boolean twoThirds = 3 * most.size() >= 2 * voters;
    if (held.size() == 1) {
      close(conflict, Conflict.State.SETTLED, "all voters: " + names(most), Optional.of(first));
    } else if (twoThirds
        && (conflict.ballots() >= Ledger.BALLOTS
            || (evident(conflict, most, true) && !evident(conflict, most, false)))) {
      close(
          conflict,
          Conflict.State.SETTLED,
          most.size() + " of " + voters + " voters: " + names(most),
          Optional.of(first));
    }
  }

  private static int size(Map<Integer, Set<String>> support, int side) {
    return support.getOrDefault(side, Set.of()).size();
  }

  private static String names(Set<String> agents) {
    return String.join(", ", new TreeSet<>(agents));
  }

  private static void close(
      ConflictDraft conflict, Conflict.State state, String how, Optional<Integer> winner) {
    conflict.state = state;
    conflict.how = Optional.of(how);
    conflict.winner = winner;
  }

  /** Who stands behind each side: by the last vote, else by having said it. */
  private Map<Integer, Set<String>> support(ConflictDraft conflict) {
    Map<Integer, Set<String>> support = new LinkedHashMap<>();
    if (conflict.why.equals(WHICH_WAY)) {
      conflict.votes.clear();
      draft.rankings.values().forEach(ranking -> rank(conflict, ranking));
    }
    Map<String, Set<Integer>> said = new LinkedHashMap<>();
    for (int side = 1; side <= conflict.sides.size(); side++) {
      for (String agent : draft.agentsOf(conflict.sides.get(side - 1).members(), true)) {
        said.computeIfAbsent(agent, key -> new LinkedHashSet<>()).add(side);
      }
    }
    conflict.votes.values().stream()
        .filter(vote -> vote.side() > 0)
        .forEach(
            vote ->
                support.computeIfAbsent(vote.side(), side -> new TreeSet<>()).add(vote.agent()));
    if (!conflict.why.equals(WHICH_WAY)) {
      said.forEach(
          (agent, sides) -> {
            if (sides.size() == 1 && !conflict.votes.containsKey(agent)) {
              support.computeIfAbsent(sides.iterator().next(), side -> new TreeSet<>()).add(agent);
            }
          });
    }
    return new TreeMap<>(support);
  }

  private void rank(ConflictDraft conflict, Ledger.Ranking ranking) {
    var first = draft.approaches.get(ranking.approaches().get(0));
    for (int side = 1; first != null && side <= conflict.sides.size(); side++) {
      if (first.members.containsAll(conflict.sides.get(side - 1).members())) {
        conflict.votes.put(
            ranking.agent(),
            new SideVote(ranking.agent(), ranking.round(), side, List.of(), List.of(), "ranking"));
        conflict.shown.add(new Shown(ranking.agent(), ranking.round()));
      }
    }
  }

  private boolean bothHold(ConflictDraft conflict) {
    return conflict.sides.stream()
        .allMatch(
            side ->
                draft.agentsOf(side.members(), true).stream()
                    .map(conflict.votes::get)
                    .anyMatch(vote -> vote != null && vote.side() == SideVote.BOTH_HOLD));
  }

  /** Whether any vote brings evidence, of these agents or of all others. */
  private static boolean evident(ConflictDraft conflict, Set<String> agents, boolean theirs) {
    return conflict.votes.values().stream()
        .anyMatch(vote -> agents.contains(vote.agent()) == theirs && evident(vote));
  }

  private static boolean evident(SideVote vote) {
    return LedgerDraft.there(vote.evidence()) || !vote.runs().isEmpty();
  }

  private Question answered(Question question) {
    return new Question(
        question.id(),
        question.question(),
        question.options(),
        question.recommended(),
        question.recommendedBy(),
        question.from(),
        Optional.ofNullable(answers.get(question.id()))
            .map(HumanAnswer::words)
            .or(question::answer));
  }

  /**
   * Opens a conflict for the human where voters rank different approaches first in equal numbers.
   */
  void findWhichWay(int round) {
    Map<String, Integer> firsts = new LinkedHashMap<>();
    draft
        .rankings
        .values()
        .forEach(ranking -> firsts.merge(ranking.approaches().get(0), 1, Integer::sum));
    boolean tied = firsts.size() > 1 && Set.copyOf(firsts.values()).size() == 1;
    boolean known =
        draft.conflicts.values().stream()
            .filter(conflict -> conflict.why.equals(WHICH_WAY))
            .anyMatch(
                conflict ->
                    conflict.open()
                        || firsts.keySet().stream()
                            .map(draft.approaches::get)
                            .allMatch(entry -> isSide(entry, conflict)));
    if (!tied || known) {
      return;
    }
    List<Side> sides =
        new TreeSet<>(firsts.keySet())
            .stream()
                .map(draft.approaches::get)
                .map(entry -> new Side(entry.name, List.copyOf(entry.members)))
                .toList();
    ConflictDraft conflict =
        draft.newConflict(
            new Label("Which way: which of these approaches?", "走哪条路：选择哪个方案？"),
            sides,
            SettledBy.HUMAN,
            WHICH_WAY,
            round);
    count(conflict);
  }

  // The next ballot: conflicts first, then what changes the choice, the plan, nothing.

  private void nextBallot() {
    List<String> open = new ArrayList<>();
    draft.conflicts.values().stream()
        .filter(conflict -> conflict.open() && !conflict.why.equals(WHICH_WAY))
        .forEach(conflict -> open.add(conflict.id));
    draft.points.values().stream()
        .filter(point -> point.point().open())
        .sorted(
            Comparator.comparing((PointDraft point) -> point.changes)
                .thenComparing(PointDraft::ballots))
        .forEach(point -> open.add(point.id));
    List<String> ballot = new ArrayList<>();
    int bytes = 0;
    for (String id : open) {
      bytes += words(id);
      if (ballot.size() == ENTRIES || (bytes > BALLOT_BYTES && !ballot.isEmpty())) {
        break;
      }
      ballot.add(id);
    }
    draft.ballot = List.copyOf(ballot);
    draft.waiting = open.size() - ballot.size();
  }

  /** As many bytes as the prompt has for the entry, with what was said and voted, or some more. */
  private int words(String id) {
    PointDraft point = draft.points.get(id);
    if (point != null) {
      boolean lone = point.members.size() == 1;
      return (lone ? 0 : bytes(point.sentence.en(), point.places(), LedgerRules.SAID))
          + said(point.members, lone ? LedgerRules.IN_FULL : LedgerRules.SAID)
          + said(point.refinements, LedgerRules.SAID)
          + point.votes.values().stream()
              .mapToInt(vote -> bytes(vote.note(), vote.evidence(), LedgerRules.SAID))
              .sum();
    }
    ConflictDraft conflict = Objects.requireNonNull(draft.conflicts.get(id));
    return bytes(conflict.question.en(), List.of(), LedgerRules.SAID)
        + conflict.sides.stream()
            .mapToInt(
                side ->
                    bytes(side.position().en(), List.of(), LedgerRules.SAID)
                        + said(side.members(), LedgerRules.SAID))
            .sum()
        + conflict.votes.values().stream()
            .mapToInt(vote -> bytes(vote.why(), vote.evidence(), LedgerRules.SAID))
            .sum();
  }

  private int said(Collection<String> members, int most) {
    return members.stream()
        .map(draft::said)
        .mapToInt(said -> bytes(said.text().en(), said.places(), most))
        .sum();
  }

  private static int bytes(String text, Collection<CheckedLocation> places, int most) {
    String shown = Cut.shown(text, most);
    return 40
        + shown.getBytes(StandardCharsets.UTF_8).length
        + places.stream().mapToInt(place -> place.file().length() + 20).sum();
  }

  private static boolean isSide(LedgerDraft.ApproachDraft entry, ConflictDraft conflict) {
    return conflict.sides.stream()
        .anyMatch(side -> !Collections.disjoint(side.members(), entry.members));
  }

  /** What the human is asked, the weightiest first, at most {@link #QUESTIONS}. */
  List<Question> asks() {
    List<Question> asks = new ArrayList<>();
    draft.conflicts.values().stream()
        .filter(one -> one.open() && one.settledBy == SettledBy.HUMAN)
        .forEach(one -> asks.add(question(one)));
    draft.questions.values().stream().filter(one -> one.answer().isEmpty()).forEach(asks::add);
    draft.conflicts.values().stream()
        .filter(
            one -> one.open() && one.settledBy == SettledBy.CODE && one.ballots() >= Ledger.BALLOTS)
        .forEach(one -> asks.add(question(one)));
    draft.points.values().stream()
        .filter(one -> one.state == State.DISPUTED && one.ballots() >= Ledger.BALLOTS)
        .forEach(one -> asks.add(question(one)));
    return asks.stream().limit(QUESTIONS).toList();
  }

  private Question question(ConflictDraft conflict) {
    List<String> by =
        conflict
            .winner
            .map(side -> List.copyOf(support(conflict).getOrDefault(side, Set.of())))
            .orElse(List.of());
    List<String> from = conflict.sides.stream().flatMap(side -> side.members().stream()).toList();
    return new Question(
        conflict.id,
        conflict.question,
        conflict.sides.stream().map(Side::position).toList(),
        conflict.winner,
        by,
        from,
        Optional.empty());
  }

  private Question question(PointDraft point) {
    return new Question(
        point.id,
        new Label(
            "Does this hold: " + point.sentence.en(),
            point.sentence.zh().isEmpty() ? "" : "这一点成立吗：" + point.sentence.zh()),
        List.of(new Label("it holds", "成立"), new Label("it does not hold", "不成立")),
        Optional.empty(),
        List.of(),
        List.copyOf(point.members),
        Optional.empty());
  }

  /** Points that all who were shown them agree on; notes speak of no code. */
  int agreed() {
    return (int)
        draft.points.values().stream()
            .filter(point -> point.state == State.AGREED && point.kind != Point.Kind.NOTE)
            .count();
  }

  /** What ballots have left open. What no ballot has seen counts as none. */
  int disagreements() {
    return open(conflict -> true, point -> true);
  }

  /** Disagreements that another ballot would not settle, or none will. */
  int stuck(int roundsLeft) {
    return open(
        conflict ->
            roundsLeft == 0
                || conflict.ballots() >= Ledger.BALLOTS
                || conflict.settledBy == SettledBy.HUMAN,
        point -> roundsLeft == 0 || point.ballots() >= Ledger.BALLOTS);
  }

  private int open(Predicate<ConflictDraft> conflicts, Predicate<PointDraft> points) {
    return (int)
        (draft.conflicts.values().stream()
                .filter(one -> one.open() && one.ballots() > 0)
                .filter(conflicts)
                .count()
            + draft.points.values().stream()
                .filter(one -> one.state == State.DISPUTED && one.ballots() > 0)
                .filter(points)
                .count());
  }
}

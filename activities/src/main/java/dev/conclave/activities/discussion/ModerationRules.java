package dev.conclave.activities.discussion;

import static dev.conclave.activities.discussion.ReplyEntry.SENTENCE;

import dev.conclave.activities.discussion.LedgerDraft.ApproachDraft;
import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Ranking;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Statement.Type;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Checks a moderator's reply and applies what of it is right; docs/discussion.md, section 4.
 * Nothing here reads what a sentence means.
 */
public final class ModerationRules {
  /** Questions of one moderation. */
  public static final int QUESTIONS = 4;

  /** Options of a question. */
  public static final int OPTIONS = 4;

  private static final int MERGED = 6;
  private static final int TEXT = 600;

  private final LedgerDraft draft;
  private final int round;
  private final List<String> errors = new ArrayList<>();

  private ModerationRules(LedgerDraft draft, int round) {
    this.draft = draft;
    this.round = round;
  }

  /** What is wrong with a moderation, one sentence each, to be quoted back; empty when nothing. */
  public static List<String> errors(Ledger ledger, Moderation moderation, int round) {
    ModerationRules rules = new ModerationRules(new LedgerDraft(ledger), round);
    rules.sound(moderation);
    List<String> missing =
        ledger.statements().stream()
            .filter(said -> said.type() == Type.APPROACH && said.round() == round)
            .map(Statement::id)
            .filter(id -> moderation.approaches().stream().noneMatch(a -> a.members().contains(id)))
            .toList();
    if (!missing.isEmpty()) {
      rules.errors.add(
          "approaches: every approach stands in exactly one entry; missing: "
              + String.join(", ", missing));
    }
    return List.copyOf(rules.errors);
  }

  /**
   * Applies a moderation to the ledger and returns what was left out of it, one sentence each.
   *
   * @param voters of the round
   */
  static List<String> apply(
      LedgerDraft draft, Moderation moderation, int round, List<String> voters) {
    ModerationRules rules = new ModerationRules(draft, round);
    Moderation sound = rules.sound(moderation);
    sound.points().forEach(same -> rules.point(same, voters));
    sound.single().forEach(rules::single);
    sound.conflicts().forEach(rules::conflict);
    sound.approaches().forEach(rules::approach);
    sound.questions().forEach(rules::question);
    sound.against().forEach(rules::against);
    settle(draft, voters);
    return rules.errors;
  }

  /**
   * What can be said without a model: statements of the same words are one, and so are approaches
   * of the same name and files.
   */
  static void applyWithoutModel(LedgerDraft draft, int round, List<String> voters) {
    ModerationRules rules = new ModerationRules(draft, round);
    Map<String, Set<String>> sameWords = new LinkedHashMap<>();
    Map<String, Set<String>> sameApproach = new LinkedHashMap<>();
    for (Statement said : draft.statements.values()) {
      if (said.type() == Type.FINDING || said.type() == Type.CONCERN) {
        sameWords
            .computeIfAbsent(words(said.text().en()), key -> new LinkedHashSet<>())
            .add(said.id());
      }
      said.approach()
          .ifPresent(
              approach ->
                  sameApproach
                      .computeIfAbsent(key(approach), key -> new LinkedHashSet<>())
                      .add(said.id()));
    }
    sameWords.values().stream()
        .filter(members -> draft.agentsOf(members, false).size() > 1)
        .forEach(
            members -> {
              Statement first = draft.said(members.iterator().next());
              Optional<String> shared =
                  draft.points.values().stream()
                      .filter(point -> point.members.size() > 1)
                      .filter(point -> !Collections.disjoint(point.members, members))
                      .map(point -> point.id)
                      .findFirst();
              PointDraft kept = rules.kept(shared, members, voters);
              kept.members.addAll(members);
              kept.sentence = kept.sentence.en().isEmpty() ? first.text() : kept.sentence;
            });
    sameApproach.values().stream()
        .filter(members -> members.size() > 1)
        .forEach(members -> rules.keptApproach(Optional.empty(), members));
    settle(draft, voters);
  }

  private static String words(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
  }

  private static String key(Approach approach) {
    return words(approach.name())
        + approach.affectedFiles().stream()
            .map(CodeLocation::file)
            .collect(Collectors.toCollection(TreeSet::new));
  }

  // What holds of each part; what does not is named in errors and left out.

  private Moderation sound(Moderation moderation) {
    Set<String> placed = new HashSet<>();
    return new Moderation(
        moderation.points().stream().filter(this::isSound).toList(),
        moderation.single().stream()
            .filter(one -> known("single", one.id(), draft.statements, draft.points))
            .filter(
                one ->
                    one.refines().isEmpty()
                        || known("refines", one.refines().get(), draft.statements, draft.points))
            .toList(),
        moderation.conflicts().stream().filter(this::isSound).toList(),
        moderation.approaches().stream().filter(same -> isSound(same, placed)).toList(),
        moderation.questions().stream().filter(this::isSound).limit(QUESTIONS).toList(),
        moderation.against().stream()
            .filter(one -> known("against", one.statement(), draft.statements, draft.points))
            .toList());
  }

  private boolean isSound(Moderation.SamePoint same) {
    String where = "point \"" + Cut.shown(same.statement().en(), 80) + "\"";
    if (!knownId(where, same.id(), draft.points) || !known(where, same.members())) {
      return false;
    }
    if (same.statement().en().isBlank()) {
      return wrong(where + " has no statement");
    }
    return (same.id().isPresent() || draft.agentsOf(same.members(), false).size() > 1)
        || wrong(
            where
                + " needs statements of at least two analysts, or the id of a point of the ledger");
  }

  private boolean isSound(Moderation.Clash clash) {
    String where = "conflict \"" + Cut.shown(clash.question().en(), 80) + "\"";
    if (!knownId(where, clash.id(), draft.conflicts)) {
      return false;
    }
    if (clash.sides().size() < 2) {
      return wrong(where + " needs at least two sides");
    }
    Set<String> seen = new HashSet<>();
    for (Side side : clash.sides()) {
      if (!known(where, side.members())) {
        return false;
      }
      if (side.members().isEmpty() || side.position().en().isBlank()) {
        return wrong(where + ": each side needs a position and members");
      }
      if (!side.members().stream().allMatch(seen::add)) {
        return wrong(where + ": a statement stands on one side only");
      }
    }
    return draft.agentsOf(seen, false).size() > 1
        || wrong(where + " needs sides of different analysts");
  }

  private boolean isSound(Moderation.SameApproach same, Set<String> placed) {
    String where = "approach \"" + Cut.shown(same.name().en(), 80) + "\"";
    if (!knownId(where, same.id(), draft.approaches) || !known(where, same.members())) {
      return false;
    }
    if (same.members().isEmpty() && same.id().isEmpty()) {
      return wrong(where + " has no members");
    }
    List<String> others =
        same.members().stream().filter(id -> draft.said(id).approach().isEmpty()).toList();
    if (!others.isEmpty()) {
      return wrong(where + ": no approaches: " + String.join(", ", others));
    }
    return same.members().stream().allMatch(placed::add)
        || wrong(where + ": an approach stands in exactly one entry");
  }

  private boolean isSound(Moderation.Asked asked) {
    String where = "question \"" + Cut.shown(asked.question().en(), 80) + "\"";
    int options = asked.options().size();
    if (asked.question().en().isBlank() || options < 2 || options > OPTIONS) {
      return wrong(where + " needs a text and 2 to " + OPTIONS + " options");
    }
    if (asked.recommended().filter(number -> number < 1 || number > options).isPresent()) {
      return wrong(where + ": recommended is the number of an option, from 1, or left out");
    }
    return known(where, asked.from());
  }

  private boolean known(String where, List<String> statements) {
    return statements.stream().allMatch(id -> known(where, id, draft.statements));
  }

  private boolean knownId(String where, Optional<String> id, Map<String, ?> entries) {
    return id.isEmpty() || known(where, id.get(), entries);
  }

  private boolean known(String where, String id, Map<String, ?>... entries) {
    for (Map<String, ?> some : entries) {
      if (some.containsKey(id)) {
        return true;
      }
    }
    return wrong(where + ": there is no " + Cut.shown(id, 40));
  }

  private boolean wrong(String error) {
    errors.add(error);
    return false;
  }

  // What each part does.

  private void point(Moderation.SamePoint same, List<String> voters) {
    PointDraft point = kept(same.id(), same.members(), voters);
    Set<String> misread =
        point.votes.values().stream()
            .filter(vote -> vote.choice() == Choice.MISREAD && vote.round() == round)
            .map(Vote::agent)
            .collect(Collectors.toSet());
    if (!misread.isEmpty() && !same.members().isEmpty()) {
      point.members.removeIf(
          id -> !same.members().contains(id) && misread.contains(draft.said(id).agent()));
    }
    point.members.addAll(same.members());
    point.refinements.removeAll(point.members);
    Label sentence = same.statement().shortened(SENTENCE);
    if (!point.sentence.en().isEmpty() && !point.sentence.en().equals(sentence.en())) {
      // Who voted on other words has not voted on these.
      Set<String> members = point.agents(false);
      point.votes.keySet().retainAll(members);
    }
    point.sentence = sentence;
    point.kind = same.kind();
    point.changes = same.changes();
  }

  /**
   * The point that statements are joined in: the one that is named, else the oldest of theirs that
   * has been voted on, else the oldest.
   */
  private PointDraft kept(Optional<String> id, Collection<String> members, List<String> voters) {
    List<PointDraft> theirs =
        draft.points.values().stream()
            .filter(point -> point.members.size() == 1 && members.containsAll(point.members))
            .toList();
    PointDraft kept =
        id.map(draft.points::get)
            .or(() -> theirs.stream().filter(point -> !point.votes.isEmpty()).findFirst())
            .or(() -> theirs.stream().findFirst())
            .orElseGet(
                () ->
                    draft.newPoint(
                        Label.of(""),
                        List.of(),
                        Point.Kind.FACT,
                        Point.Changes.PLAN,
                        round,
                        voters));
    for (PointDraft other : theirs) {
      if (other != Objects.requireNonNull(kept)) {
        draft.points.remove(other.id);
        kept.refinements.addAll(other.refinements);
      }
    }
    return Objects.requireNonNull(kept);
  }

  private void single(Moderation.Single single) {
    draft.points.values().stream()
        .filter(
            point ->
                point.id.equals(single.id())
                    || (point.members.size() == 1 && point.members.contains(single.id())))
        .forEach(
            point -> {
              point.kind = single.kind();
              point.changes = single.changes();
            });
    if (draft.statements.containsKey(single.id())) {
      single.refines().ifPresent(refined -> refine(single.id(), refined));
    }
  }

  /** Puts a statement below the point with that id or member; it is no point of its own then. */
  private void refine(String statement, String refined) {
    draft.points.values().stream()
        .filter(point -> point.id.equals(refined) || point.members.contains(refined))
        .filter(point -> !point.members.contains(statement))
        .max(Comparator.comparing(point -> point.members.size()))
        .ifPresent(point -> point.refinements.add(statement));
  }

  private void conflict(Moderation.Clash clash) {
    List<Side> sides =
        clash.sides().stream()
            .map(side -> new Side(side.position().shortened(SENTENCE), side.members()))
            .toList();
    Optional<ConflictDraft> known =
        clash
            .id()
            .map(draft.conflicts::get)
            .or(
                () ->
                    draft.conflicts.values().stream()
                        .filter(one -> members(one.sides).equals(members(sides)))
                        .findFirst());
    if (known.isEmpty()) {
      draft.newConflict(
          clash.question().shortened(SENTENCE),
          sides,
          clash.settledBy(),
          Cut.shown(clash.why(), TEXT),
          round);
      return;
    }
    ConflictDraft conflict = known.get();
    if (!conflict.open()) {
      return; // what was settled stays, in whatever words it is repeated
    }
    List<Side> before = conflict.sides;
    conflict.votes.values().removeIf(vote -> vote.side() > 0 && moved(vote, before, sides) == 0);
    conflict.votes.replaceAll(
        (agent, vote) ->
            vote.side() > 0
                ? new SideVote(
                    vote.agent(),
                    vote.round(),
                    moved(vote, before, sides),
                    vote.evidence(),
                    vote.runs(),
                    vote.why())
                : vote);
    conflict.question = clash.question().shortened(SENTENCE);
    conflict.sides = sides;
    conflict.settledBy = clash.settledBy();
    conflict.why = Cut.shown(clash.why(), TEXT);
  }

  /** The number of the side that a vote is for after a rewording; 0 when it is there no more. */
  private static int moved(SideVote vote, List<Side> before, List<Side> after) {
    List<String> members = before.get(vote.side() - 1).members();
    for (int side = 1; side <= after.size(); side++) {
      if (!Collections.disjoint(members, after.get(side - 1).members())) {
        return side;
      }
    }
    return 0;
  }

  private static Set<Set<String>> members(List<Side> sides) {
    return sides.stream().map(side -> Set.copyOf(side.members())).collect(Collectors.toSet());
  }

  private void approach(Moderation.SameApproach same) {
    ApproachDraft approach = keptApproach(same.id(), same.members());
    if (!same.name().en().isBlank()) {
      approach.name = same.name().shortened(SENTENCE);
    }
    if (approach.members.size() > 1) {
      approach.differences = some(same.differences(), approach.differences);
      approach.pros = some(same.pros(), approach.pros);
      approach.cons = some(same.cons(), approach.cons);
    }
  }

  /** The entry that proposals are joined in: the one that is named, else the oldest of theirs. */
  private ApproachDraft keptApproach(Optional<String> id, Collection<String> members) {
    List<ApproachDraft> theirs =
        draft.approaches.values().stream()
            .filter(entry -> entry.members.stream().anyMatch(members::contains))
            .toList();
    ApproachDraft kept =
        id.map(draft.approaches::get)
            .or(() -> theirs.stream().findFirst())
            .orElseGet(
                () -> {
                  Statement said = draft.said(members.iterator().next());
                  Approach approach = said.approach().orElseThrow();
                  return draft.newApproach(
                      Label.of(approach.name()).shortened(SENTENCE),
                      Label.of(approach.description()),
                      members);
                });
    for (ApproachDraft other : theirs) {
      if (other != kept) {
        if (foremost(other) < foremost(kept)) {
          kept.description = other.description; // of whom it is the first choice, not the third
        }
        other.members.removeAll(members);
        kept.objections.addAll(other.objections);
        kept.revisions.addAll(other.revisions);
        if (other.members.isEmpty()) {
          draft.approaches.remove(other.id);
          draft.rankings.replaceAll((agent, ranking) -> renamed(ranking, other.id, kept.id));
        }
      }
    }
    kept.members.addAll(members);
    return kept;
  }

  private static int foremost(ApproachDraft entry) {
    return entry.members.stream().mapToInt(ReplyEntry::number).min().orElse(Integer.MAX_VALUE);
  }

  private static Ranking renamed(Ranking ranking, String from, String to) {
    return new Ranking(
        ranking.agent(),
        ranking.round(),
        ranking.approaches().stream().map(id -> id.equals(from) ? to : id).distinct().toList());
  }

  private void question(Moderation.Asked asked) {
    boolean known =
        draft.questions.values().stream()
            .anyMatch(one -> words(one.question().en()).equals(words(asked.question().en())));
    if (!known) {
      draft.newQuestion(
          asked.question().shortened(SENTENCE),
          asked.options().stream().map(option -> option.shortened(SENTENCE)).toList(),
          asked.recommended(),
          asked.recommended().isEmpty()
              ? List.of()
              : draft.agentsOf(asked.from(), false).stream().sorted().toList(),
          asked.from());
    }
  }

  private void against(Moderation.Against against) {
    draft.points.values().stream()
        .filter(
            point ->
                point.id.equals(against.statement()) || point.members.contains(against.statement()))
        .forEach(point -> point.against = Optional.of(Cut.shown(against.decision(), TEXT)));
  }

  /**
   * A statement that stands in a shared point, a conflict or a question is no point of its own,
   * unless it has been voted on; one that stands nowhere any more is one again.
   */
  private static void settle(LedgerDraft draft, List<String> voters) {
    Set<String> elsewhere = new HashSet<>();
    draft.points.values().stream()
        .filter(point -> point.members.size() > 1)
        .forEach(point -> elsewhere.addAll(point.members));
    draft.conflicts.values().stream()
        .flatMap(conflict -> conflict.sides.stream())
        .forEach(side -> elsewhere.addAll(side.members()));
    draft.questions.values().forEach(question -> elsewhere.addAll(question.from()));
    draft.points.values().forEach(point -> elsewhere.addAll(point.refinements));
    draft
        .points
        .values()
        .removeIf(
            point ->
                point.members.size() == 1
                    && point.votes.isEmpty()
                    && point.refinements.isEmpty()
                    && elsewhere.containsAll(point.members));
    draft.points.values().removeIf(point -> point.members.isEmpty());
    Set<String> placed = new HashSet<>(elsewhere);
    draft.points.values().forEach(point -> placed.addAll(point.members));
    draft.statements.values().stream()
        .filter(said -> ReplyEntry.standsAlone(said) && !placed.contains(said.id()))
        .toList()
        .forEach(said -> ReplyEntry.lone(draft, said, voters));
  }

  private static List<String> some(List<String> given, List<String> otherwise) {
    return given.isEmpty()
        ? otherwise
        : given.stream().limit(MERGED).map(text -> Cut.shown(text, TEXT)).toList();
  }
}

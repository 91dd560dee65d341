package dev.conclave.activities.discussion;

import static dev.conclave.activities.discussion.LedgerRules.SAID;
import static dev.conclave.activities.discussion.LedgerRules.SENTENCE;

import dev.conclave.activities.discussion.LedgerDraft.ApproachDraft;
import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Statement.StatementType;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Checks a moderator's reply and applies what of it is right; docs/discussion.md, section 4.
 * Nothing here reads what a sentence means.
 */
public final class ModerationRules {
  /** Questions of one moderation, and options of a question. */
  private static final int QUESTIONS = 4;

  private static final int OPTIONS = 4;

  private static final int MERGED = 6;

  private final LedgerDraft draft;
  private final int round;
  private final List<String> voters;
  private final List<String> errors = new ArrayList<>();

  private ModerationRules(LedgerDraft draft, int round, List<String> voters) {
    this.draft = draft;
    this.round = round;
    this.voters = voters;
  }

  /** What is wrong with a moderation, one sentence each, to be quoted back; empty when nothing. */
  public static List<String> errors(Ledger ledger, Moderation moderation, int round) {
    ModerationRules rules = new ModerationRules(new LedgerDraft(ledger), round, List.of());
    rules.sound(moderation);
    String missing =
        ledger.statements().stream()
            .filter(said -> said.type() == StatementType.APPROACH && said.round() == round)
            .map(Ledger.Statement::id)
            .filter(id -> moderation.approaches().stream().noneMatch(a -> a.members().contains(id)))
            .collect(Collectors.joining(", "));
    rules.require(
        missing.isEmpty(),
        "approaches: put every approach into exactly one entry; missing: " + missing);
    return List.copyOf(rules.errors);
  }

  /** Applies a moderation to the ledger and returns what was left out of it, one sentence each. */
  static List<String> apply(
      LedgerDraft draft, Moderation moderation, int round, List<String> voters) {
    ModerationRules rules = new ModerationRules(draft, round, voters);
    Moderation sound = rules.sound(moderation);
    sound.points().forEach(rules::point);
    sound.single().forEach(rules::single);
    sound.conflicts().forEach(rules::conflict);
    sound.approaches().forEach(rules::approach);
    sound.questions().forEach(rules::question);
    sound.against().forEach(rules::against);
    rules.settle();
    return rules.errors;
  }

  /**
   * What can be said without a model: statements of the same words are one, and so are approaches
   * of the same name and files.
   */
  static void applyWithoutModel(LedgerDraft draft, int round, List<String> voters) {
    ModerationRules rules = new ModerationRules(draft, round, voters);
    for (Set<String> same : rules.groups(ModerationRules::words)) {
      if (draft.agentsOf(same, false).size() < 2) {
        continue;
      }
      Optional<String> shared =
          draft.points.values().stream()
              .filter(point -> point.members.size() > 1)
              .filter(point -> !Collections.disjoint(point.members, same))
              .map(point -> point.id)
              .findFirst();
      PointDraft point = rules.pointOf(shared, same);
      point.members.addAll(same);
      if (point.sentence.en().isEmpty()) {
        point.sentence = draft.said(same.iterator().next()).text();
      }
    }
    rules.groups(ModerationRules::proposal).forEach(same -> rules.entryOf(Optional.empty(), same));
    rules.settle();
  }

  /** Without a moderator the questions of the voters stand as they put them, each once. */
  static void askWithoutModel(
      LedgerDraft draft, Collection<Analysis> analyses, int round, List<String> voters) {
    ModerationRules rules = new ModerationRules(draft, round, voters);
    analyses.stream()
        .filter(analysis -> voters.contains(analysis.tool()))
        .flatMap(analysis -> asked(analysis, round))
        .filter(asked -> draft.statements.keySet().containsAll(asked.from()))
        .filter(rules::isSound)
        .limit(QUESTIONS)
        .forEach(rules::question);
  }

  private static Stream<Moderation.Asked> asked(Analysis analysis, int round) {
    List<Analysis.OpenQuestion> questions = analysis.openQuestions();
    return IntStream.range(0, questions.size())
        .mapToObj(
            i ->
                new Moderation.Asked(
                    Label.of(questions.get(i).question()),
                    questions.get(i).options().stream().map(Label::of).toList(),
                    questions.get(i).recommended(),
                    List.of(analysis.tool() + "." + round + ".q" + (i + 1))));
  }

  private List<Set<String>> groups(Function<Ledger.Statement, Optional<String>> key) {
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (Ledger.Statement said : draft.statements.values()) {
      key.apply(said)
          .ifPresent(one -> groups.computeIfAbsent(one, k -> new LinkedHashSet<>()).add(said.id()));
    }
    return groups.values().stream().filter(members -> members.size() > 1).toList();
  }

  private static Optional<String> words(Ledger.Statement said) {
    return said.type() == StatementType.FINDING || said.type() == StatementType.CONCERN
        ? Optional.of(words(said.text().en()))
        : Optional.empty();
  }

  private static Optional<String> proposal(Ledger.Statement said) {
    return said.approach()
        .map(
            approach ->
                words(approach.name())
                    + approach.affectedFiles().stream()
                        .map(CodeLocation::file)
                        .collect(Collectors.toCollection(TreeSet::new)));
  }

  private static String words(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
  }

  // What holds of each part; what does not is named in errors and left out.

  private Moderation sound(Moderation moderation) {
    Set<String> placed = new HashSet<>();
    return new Moderation(
        moderation.points().stream().filter(same -> isSound(same, moderation)).toList(),
        moderation.single().stream().filter(one -> isSaid("single", one.id())).toList(),
        moderation.conflicts().stream().filter(this::isSound).toList(),
        moderation.approaches().stream().filter(same -> isSound(same, placed)).toList(),
        moderation.questions().stream().filter(this::isSound).limit(QUESTIONS).toList(),
        moderation.against().stream().filter(one -> isSaid("against", one.statement())).toList());
  }

  private boolean isSound(Moderation.SamePoint same, Moderation moderation) {
    String where = where("point", same.statement());
    return known(where, same.id().stream(), draft.points)
        && known(where, same.members().stream(), draft.statements)
        && require(!same.statement().en().isBlank(), where + " has no statement")
        && require(
            same.id().isPresent()
                || draft.agentsOf(same.members(), false).size() > 1
                || isClaim(same.members(), moderation),
            where
                + " needs statements from at least two analysts, the id of a point in the ledger,"
                + " or one statement of which another entry has another claim");
  }

  /** Whether one statement is the member of several entries: each is one of its claims. */
  private static boolean isClaim(List<String> members, Moderation moderation) {
    Stream<List<String>> points = moderation.points().stream().map(Moderation.SamePoint::members);
    Stream<List<String>> sides =
        moderation.conflicts().stream()
            .flatMap(one -> one.sides().stream())
            .map(Ledger.Side::members);
    return members.size() == 1
        && Stream.concat(points, sides).filter(some -> some.containsAll(members)).count() > 1;
  }

  private boolean isSound(Moderation.Clash clash) {
    String where = where("conflict", clash.question());
    List<String> members = clash.sides().stream().flatMap(side -> side.members().stream()).toList();
    return known(where, clash.id().stream(), draft.conflicts)
        && require(clash.sides().size() > 1, where + " needs at least two sides")
        && known(where, members.stream(), draft.statements)
        && require(
            clash.sides().stream()
                .noneMatch(side -> side.members().isEmpty() || side.position().en().isBlank()),
            where + ": each side needs a position and members")
        && require(
            Set.copyOf(members).size() == members.size(),
            where + ": a statement can be on one side only")
        && require(
            draft.agentsOf(members, false).size() > 1,
            where + " needs sides from different analysts");
  }

  private boolean isSound(Moderation.SameApproach same, Set<String> placed) {
    String where = where("approach", same.name());
    return known(where, same.id().stream(), draft.approaches)
        && known(where, same.members().stream(), draft.statements)
        && require(same.id().isPresent() || !same.members().isEmpty(), where + " has no members")
        && require(
            same.members().stream().allMatch(id -> draft.said(id).approach().isPresent()),
            where + ": not all of its members are approaches")
        && require(
            same.members().stream().allMatch(placed::add),
            where + ": put each approach into exactly one entry");
  }

  private boolean isSound(Moderation.Asked asked) {
    String where = where("question", asked.question());
    int options = asked.options().size();
    require(
        recommended(asked).equals(asked.recommended()),
        where + ": recommended has to be the number of an option, from 1, or be left out");
    return known(where, asked.from().stream(), draft.statements)
        && require(
            !asked.question().en().isBlank() && options >= 2 && options <= OPTIONS,
            where + " needs a text and 2 to " + OPTIONS + " options");
  }

  private static Optional<Integer> recommended(Moderation.Asked asked) {
    return asked.recommended().filter(number -> number <= asked.options().size());
  }

  private static String where(String entry, Label text) {
    return entry + " \"" + Cut.shown(text.en(), 80) + "\"";
  }

  private boolean isSaid(String where, String id) {
    return draft.points.containsKey(id) || known(where, Stream.of(id), draft.statements);
  }

  private boolean known(String where, Stream<String> ids, Map<String, ?> entries) {
    return ids.allMatch(
        id -> require(entries.containsKey(id), where + ": there is no " + Cut.shown(id, 40)));
  }

  private boolean require(boolean holds, String error) {
    if (!holds) {
      errors.add(error);
    }
    return holds;
  }

  // What each part does.

  private void point(Moderation.SamePoint same) {
    PointDraft point = pointOf(same.id(), same.members());
    if (!same.members().isEmpty()) {
      Set<String> misread =
          point.votes.stream()
              .filter(vote -> vote.choice() == Choice.MISREAD && vote.round() == round)
              .map(Ledger.Vote::agent)
              .collect(Collectors.toSet());
      point.members.removeIf(
          id -> !same.members().contains(id) && misread.contains(draft.said(id).agent()));
    }
    point.members.addAll(same.members());
    Label sentence = same.statement().shortened(SENTENCE);
    if (!point.sentence.en().isEmpty() && !point.sentence.en().equals(sentence.en())) {
      // Who voted on other words has not voted on these.
      Set<String> members = draft.agentsOf(point.members, false);
      point.votes.removeIf(vote -> !members.contains(vote.agent()));
    }
    point.sentence = sentence;
    point.kind = same.kind();
    point.changes = same.changes();
  }

  /**
   * The point that statements are joined in: the one that is named, else the oldest that is one of
   * them and has been voted on, else the oldest. One that is a claim of a statement stays apart.
   */
  private PointDraft pointOf(Optional<String> id, Collection<String> members) {
    List<PointDraft> theirs =
        draft.points.values().stream()
            .filter(point -> draft.isWhole(point) && members.containsAll(point.members))
            .toList();
    PointDraft kept =
        id.map(draft.points::get)
            .or(() -> theirs.stream().filter(point -> !point.votes.isEmpty()).findFirst())
            .or(() -> theirs.stream().findFirst())
            .orElseGet(() -> draft.newPoint(Label.of(""), List.of(), round, voters));
    theirs.stream().filter(other -> other != kept).forEach(other -> draft.points.remove(other.id));
    return kept;
  }

  private void single(Moderation.Single single) {
    draft.points.values().stream()
        .filter(point -> point.id.equals(single.id()) || point.members.equals(Set.of(single.id())))
        .forEach(
            point -> {
              point.kind = single.kind();
              point.changes = single.changes();
            });
  }

  private void against(Moderation.Against against) {
    String id = against.statement();
    draft.points.values().stream()
        .filter(point -> point.id.equals(id) || point.members.contains(id))
        .forEach(point -> point.against = Optional.of(Cut.shown(against.decision(), SAID)));
  }

  /**
   * Votes name sides by their numbers, so a known conflict keeps its sides and their order, and
   * only gains statements. What was settled stays, in whatever words it is repeated.
   */
  private void conflict(Moderation.Clash clash) {
    ConflictDraft conflict =
        clash
            .id()
            .map(draft.conflicts::get)
            .or(
                () ->
                    draft.conflicts.values().stream()
                        .filter(one -> members(one.sides).equals(members(clash.sides())))
                        .findFirst())
            .orElseGet(() -> draft.newConflict(round));
    if (!conflict.open()) {
      return;
    }
    Set<String> placed = new HashSet<>(conflict.members());
    List<Ledger.Side> before = conflict.sides;
    List<Ledger.Side> sides = new ArrayList<>(before);
    for (Ledger.Side side : clash.sides()) {
      List<String> members = new ArrayList<>(side.members());
      members.removeIf(id -> !placed.add(id));
      int known = 0;
      while (known < before.size()
          && Collections.disjoint(before.get(known).members(), side.members())) {
        known++;
      }
      if (known < before.size()) {
        members.addAll(0, sides.get(known).members());
        sides.set(known, new Ledger.Side(before.get(known).position(), members));
      } else {
        sides.add(new Ledger.Side(side.position().shortened(SENTENCE), members));
      }
    }
    conflict.sides = sides;
    conflict.question = clash.question().shortened(SENTENCE);
    conflict.settledBy = clash.settledBy();
    conflict.why = Cut.shown(clash.why(), SAID);
  }

  private static Set<Set<String>> members(List<Ledger.Side> sides) {
    return sides.stream().map(side -> Set.copyOf(side.members())).collect(Collectors.toSet());
  }

  private void approach(Moderation.SameApproach same) {
    ApproachDraft approach = entryOf(same.id(), same.members());
    if (!same.name().en().isBlank()) {
      approach.name = same.name().shortened(SENTENCE);
    }
    if (approach.members.size() > 1) {
      approach.differences = some(same.differences(), approach.differences);
      approach.pros = some(same.pros(), approach.pros);
      approach.cons = some(same.cons(), approach.cons);
    }
  }

  private static List<String> some(List<String> given, List<String> otherwise) {
    return given.isEmpty()
        ? otherwise
        : given.stream().limit(MERGED).map(text -> Cut.shown(text, SAID)).toList();
  }

  /** The entry that proposals are joined in: the one that is named, else the oldest of theirs. */
  private ApproachDraft entryOf(Optional<String> id, Collection<String> members) {
    List<ApproachDraft> theirs =
        draft.approaches.values().stream()
            .filter(entry -> !Collections.disjoint(entry.members, members))
            .toList();
    ApproachDraft kept =
        id.map(draft.approaches::get)
            .or(() -> theirs.stream().findFirst())
            .orElseGet(() -> proposed(members.iterator().next()));
    for (ApproachDraft other : theirs) {
      if (other.id.equals(kept.id)) {
        continue;
      }
      if (choice(other) < choice(kept)) {
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
    kept.members.addAll(members);
    return kept;
  }

  /** An entry of a proposal that was beyond the first three of its reply. */
  private ApproachDraft proposed(String member) {
    var approach = draft.said(member).approach().orElseThrow();
    Label name = Label.of(approach.name()).shortened(SENTENCE);
    return draft.newApproach(name, Label.of(approach.description()), List.of(member));
  }

  private static int choice(ApproachDraft entry) {
    return entry.members.stream().mapToInt(LedgerRules::number).min().orElse(Integer.MAX_VALUE);
  }

  private static Ledger.AgentRanking renamed(Ledger.AgentRanking ranking, String from, String to) {
    return new Ledger.AgentRanking(
        ranking.agent(),
        ranking.round(),
        ranking.approaches().stream().map(id -> id.equals(from) ? to : id).distinct().toList());
  }

  /** A recommendation is theirs whose own questions recommend that option in the same words. */
  private void question(Moderation.Asked asked) {
    boolean known =
        draft.questions.values().stream()
            .anyMatch(one -> words(one.question().en()).equals(words(asked.question().en())));
    if (known) {
      return;
    }
    Optional<Integer> recommended = recommended(asked);
    Optional<String> option =
        recommended.map(number -> words(asked.options().get(number - 1).en()));
    List<String> by =
        asked.from().stream()
            .map(draft::said)
            .filter(said -> said.type() == StatementType.QUESTION && option.isPresent())
            .filter(said -> LedgerRules.recommended(said).map(text -> words(text)).equals(option))
            .map(Ledger.Statement::agent)
            .distinct()
            .sorted()
            .toList();
    draft.newQuestion(
        asked.question().shortened(SENTENCE),
        asked.options().stream().map(one -> one.shortened(SENTENCE)).toList(),
        recommended,
        by,
        asked.from());
  }

  /**
   * A statement that stands in a shared point, a conflict or a question is no point of its own,
   * unless it has been voted on, though one of its claims may be; one that stands nowhere any more
   * is one again.
   */
  private void settle() {
    Collection<PointDraft> points = draft.points.values();
    Set<String> elsewhere = new HashSet<>();
    draft.conflicts.values().forEach(conflict -> elsewhere.addAll(conflict.members()));
    draft.questions.values().forEach(question -> elsewhere.addAll(question.from()));
    for (PointDraft point : points) {
      elsewhere.addAll(point.members.size() > 1 ? point.members : Set.of());
    }
    points.removeIf(
        point ->
            point.members.isEmpty()
                || (draft.isWhole(point)
                    && point.votes.isEmpty()
                    && elsewhere.containsAll(point.members)));
    points.forEach(point -> elsewhere.addAll(point.members));
    draft.statements.values().stream()
        .filter(said -> LedgerRules.standsAlone(said) && !elsewhere.contains(said.id()))
        .toList()
        .forEach(said -> LedgerRules.lone(draft, said, voters));
  }
}

package dev.conclave.activities.discussion;

import static dev.conclave.activities.discussion.LedgerRules.SAID;
import static dev.conclave.activities.discussion.LedgerRules.SENTENCE;

import dev.conclave.activities.discussion.LedgerDraft.ApproachDraft;
import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointKind;
import dev.conclave.workflows.discussion.Ledger.Statement.StatementType;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
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
  private static final int QUESTIONS = 4;

  private static final int OPTIONS = 4;

  private static final int MERGED = 6;

  /** New conflicts of one moderation: they come first in a ballot, and are not to fill it. */
  private static final int CONFLICTS = 12;

  private final LedgerDraft draft;
  private final int round;
  private final List<String> voters;
  private final List<Ledger.HumanAnswer> answers;
  private final List<String> errors = new ArrayList<>();

  private ModerationRules(
      LedgerDraft draft, int round, List<String> voters, List<Ledger.HumanAnswer> answers) {
    this.draft = draft;
    this.answers = answers;
    this.round = round;
    this.voters = voters;
  }

  /** What is wrong with a moderation, one sentence each, to be quoted back; empty when nothing. */
  public static List<String> errors(Ledger ledger, Moderation moderation, int round) {
    ModerationRules rules =
        new ModerationRules(new LedgerDraft(ledger), round, List.of(), List.of());
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

  /** Whether nothing of a moderation can be used, as where it is empty or its ids are made up. */
  public static boolean isVoid(Ledger ledger, Moderation moderation) {
    Moderation sound =
        new ModerationRules(new LedgerDraft(ledger), 0, List.of(), List.of()).sound(moderation);
    return Stream.of(
            sound.points(),
            sound.single(),
            sound.conflicts(),
            sound.approaches(),
            sound.questions(),
            sound.against())
        .allMatch(List::isEmpty);
  }

  /** Applies a moderation to the ledger and returns what was left out of it, one sentence each. */
  static List<String> apply(
      LedgerDraft draft,
      Moderation moderation,
      int round,
      List<String> voters,
      List<Ledger.HumanAnswer> answers) {
    ModerationRules rules = new ModerationRules(draft, round, voters, answers);
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
    ModerationRules rules = new ModerationRules(draft, round, voters, List.of());
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
      boolean free = rules.isFree(point);
      point.members.addAll(same);
      if (free) {
        rules.word(point, draft.said(same.iterator().next()).text().shortened(SENTENCE));
        point.confirmed.addAll(same);
      }
    }
    for (Set<String> same : rules.groups(ModerationRules::proposal)) {
      rules.entryOf(Optional.empty(), same).confirmed.addAll(same);
    }
    rules.settle();
  }

  /** What stands nowhere any more, such as a statement that was misread, is a point again. */
  static void settle(LedgerDraft draft, int round, List<String> voters) {
    new ModerationRules(draft, round, voters, List.of()).settle();
  }

  /** Without a moderator the questions of the voters stand as they put them, each once. */
  static void askWithoutModel(
      LedgerDraft draft, Collection<Analysis> analyses, int round, List<String> voters) {
    ModerationRules rules = new ModerationRules(draft, round, voters, List.of());
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
                    LocalizedText.of(questions.get(i).question()),
                    questions.get(i).options().stream().map(LocalizedText::of).toList(),
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
        ? Optional.of(
            said.text().en().toLowerCase(Locale.ROOT).replaceAll("[.,;:\\s]+", " ").strip())
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
    Moderation meant = meant(moderation);
    return new Moderation(
        meant.points().stream().filter(same -> isSound(same, meant)).toList(),
        meant.single().stream().filter(one -> isSaid("single", one.id())).toList(),
        meant.conflicts().stream().filter(this::isSound).limit(CONFLICTS).toList(),
        meant.approaches().stream().filter(same -> isSound(same, placed)).toList(),
        meant.questions().stream().filter(this::isSound).limit(QUESTIONS).toList(),
        meant.against().stream().filter(one -> isSaid("against", one.statement())).toList());
  }

  /**
   * What can only mean one thing is mended: the id of an entry among its members, a point that
   * stands for its members on a side, a statement named twice, a recommended option that is none.
   */
  private Moderation meant(Moderation said) {
    return new Moderation(
        said.points().stream()
            .map(
                one ->
                    one.withId(id(one.id(), one.members(), draft.points))
                        .withMembers(statements(one.members(), draft.points)))
            .toList(),
        said.single(),
        said.conflicts().stream()
            .map(
                one ->
                    one.withSides(
                        one.sides().stream()
                            .map(side -> new Ledger.Side(side.position(), behind(side.members())))
                            .toList()))
            .toList(),
        said.approaches().stream()
            .map(
                one ->
                    one.withId(id(one.id(), one.members(), draft.approaches))
                        .withMembers(statements(one.members(), draft.approaches)))
            .toList(),
        said.questions().stream()
            .map(one -> one.withRecommended(recommended(one)))
            .toList(),
        said.against());
  }

  private static Optional<String> id(
      Optional<String> id, List<String> members, Map<String, ?> entries) {
    List<String> ids = members.stream().filter(entries::containsKey).distinct().toList();
    return ids.size() == 1 ? id.or(() -> Optional.of(ids.get(0))) : id;
  }

  /** The members without the id of the only entry among them. */
  private static List<String> statements(List<String> members, Map<String, ?> entries) {
    boolean one = members.stream().filter(entries::containsKey).distinct().count() == 1;
    return members.stream().filter(id -> !one || !entries.containsKey(id)).distinct().toList();
  }

  private List<String> behind(List<String> members) {
    return members.stream()
        .flatMap(
            id ->
                draft.points.containsKey(id)
                    ? draft.points.get(id).members.stream()
                    : Stream.of(id))
        .distinct()
        .toList();
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
    return known(where, asked.from().stream(), draft.statements)
        && require(!asked.from().isEmpty(), where + " needs, in from, the statements that ask it")
        && require(
            !asked.question().en().isBlank() && hasOptions(options),
            where + " needs a text and 2 to " + OPTIONS + " options");
  }

  private static Optional<Integer> recommended(Moderation.Asked asked) {
    return asked.recommended().filter(number -> number <= asked.options().size());
  }

  private static String where(String entry, LocalizedText text) {
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
    LocalizedText sentence = same.statement().shortened(SENTENCE);
    boolean free = isFree(point);
    boolean reworded = free || (isUnclear(point) && !sentence.en().equals(worded(point).en()));
    same.members().stream()
        .filter(id -> reworded || !isMisreadBy(point, draft.said(id).agent()))
        .forEach(point.members::add);
    if (reworded) {
      if (!free) {
        point.reworded = point.votes.stream().filter(this::isUnclear).toList();
        // Who voted on other words has not voted on these.
        Set<String> members = draft.agentsOf(point.members, false);
        point.votes.removeIf(
            vote -> !members.contains(vote.agent()) || vote.choice() == Choice.AGREE);
      }
      word(point, sentence);
    }
    call(point, same.kind(), same.changes());
  }

  /** Whether a point has no words yet, or those of one statement that nobody has voted on. */
  private boolean isFree(PointDraft point) {
    return worded(point).en().isEmpty() || (point.votes.isEmpty() && draft.isWhole(point));
  }

  /**
   * Whether voters of this round have a point worded anew; what somebody disputes stays as it is.
   */
  private boolean isUnclear(PointDraft point) {
    return point.answer.isEmpty()
        && !point.hasVote(Choice.DISAGREE)
        && point.votes.stream().anyMatch(this::isUnclear);
  }

  private boolean isUnclear(Ledger.Vote vote) {
    return vote.round() == round && vote.choice().unclear();
  }

  private static boolean isMisreadBy(PointDraft point, String agent) {
    return point.voteOf(agent).filter(vote -> vote.choice() == Choice.MISREAD).isPresent();
  }

  private static LocalizedText worded(PointDraft point) {
    return point.proposed.orElse(point.sentence);
  }

  /** Proposes a sentence: it is that of the point once all its analysts have let it stand. */
  private void word(PointDraft point, LocalizedText sentence) {
    point.proposed = Optional.of(sentence);
    point.confirmed.clear();
    point.confirmed.addAll(draft.says(point));
    // The translation of a member's own words is the member's too.
    point.confirmed.stream()
        .findFirst()
        .ifPresent(id -> point.proposed = Optional.of(draft.said(id).text().shortened(SENTENCE)));
  }

  /**
   * Says of what kind a point is. A note is never voted on: what cites a place that is there, or
   * what was voted on, speaks of the code and is none; its analyst can say so as well.
   */
  private void call(PointDraft point, PointKind kind, Ledger.Point.Changes changes) {
    point.changes = changes;
    if (kind != PointKind.NOTE) {
      point.kind = kind;
    } else if (point.votes.isEmpty() && !LedgerDraft.there(draft.places(point))) {
      point.kind = kind;
    }
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
            .orElseGet(() -> draft.newPoint(LocalizedText.of(""), List.of(), round, voters));
    theirs.stream()
        .filter(other -> other != kept && other.votes.isEmpty())
        .forEach(other -> draft.points.remove(other.id));
    return kept;
  }

  private void single(Moderation.Single single) {
    draft.points.values().stream()
        .filter(point -> point.id.equals(single.id()) || point.members.equals(Set.of(single.id())))
        .forEach(point -> call(point, single.kind(), single.changes()));
  }

  /** A decision is the human's own words, whatever a moderator says that it was. */
  private void against(Moderation.Against against) {
    String id = against.statement();
    Optional<String> decision =
        answers.stream()
            .filter(one -> List.of(words(against.decision()).split(" ")).contains(words(one.id())))
            .map(one -> Cut.shown(one.id() + ": " + one.words(), SAID))
            .findFirst();
    if (require(
        decision.isPresent(), "against " + id + " needs the id of what the person decided")) {
      draft.points.values().stream()
          .filter(point -> point.id.equals(id) || point.members.contains(id))
          .forEach(point -> point.against = decision);
    }
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
        sides.add(
            new Ledger.Side(
                draft.beside(side.members(), side.position().shortened(SENTENCE)), members));
      }
    }
    conflict.sides = sides;
    if (before.isEmpty()) {
      conflict.question = asks(clash.question());
      conflict.settledBy = clash.settledBy();
      // One that asks which way is the program's, and found by the rankings alone.
      conflict.why =
          Ledger.Conflict.WHICH_WAY.equals(clash.why()) ? "" : Cut.shown(clash.why(), SAID);
    }
  }

  private static LocalizedText asks(LocalizedText question) {
    LocalizedText asked = question.shortened(SENTENCE);
    return new LocalizedText(
        "The moderator asks: \"" + asked.en() + "\"",
        asked.zh().isBlank() ? "" : "主持人问：“" + asked.zh() + "”");
  }

  private static Set<Set<String>> members(List<Ledger.Side> sides) {
    return sides.stream().map(side -> Set.copyOf(side.members())).collect(Collectors.toSet());
  }

  private void approach(Moderation.SameApproach same) {
    Optional<ApproachDraft> known = same.id().map(draft.approaches::get);
    // Proposals of earlier rounds stay where voters have ranked them.
    List<String> members =
        same.members().stream()
            .filter(id -> draft.said(id).round() == round || !isPlaced(id))
            .toList();
    if (known.isEmpty() && members.isEmpty()) {
      return;
    }
    ApproachDraft approach = entryOf(same.id(), members);
    if (approach.members.size() > 1 && approach.confirmed.size() < 2) {
      approach.proposed =
          Optional.of(same.name().shortened(SENTENCE)).filter(name -> !name.en().isBlank());
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

  private ApproachDraft entryOf(Optional<String> id, Collection<String> members) {
    List<ApproachDraft> theirs =
        draft.approaches.values().stream()
            .filter(entry -> !Collections.disjoint(entry.members, members))
            .toList();
    ApproachDraft kept =
        id.map(draft.approaches::get)
            .or(() -> theirs.stream().findFirst())
            .orElseGet(() -> LedgerRules.propose(draft, members.iterator().next()));
    if (kept.members.size() == 1 && !kept.members.containsAll(members)) {
      kept.confirmed.clear(); // alone it needed no confirmation
    }
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

  private boolean isPlaced(String proposal) {
    return draft.approaches.values().stream().anyMatch(entry -> entry.members.contains(proposal));
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

  /**
   * Asks in the words of the analysts that it comes from: of the first that gave options, with
   * these. Only where none did are the moderator's question and options asked, as such. A
   * recommendation is theirs whose own questions recommend that option in the same words.
   */
  private void question(Moderation.Asked asked) {
    List<String> from = asked.from().stream().distinct().limit(QUESTIONS).toList();
    List<Analysis.OpenQuestion> theirs =
        from.stream()
            .map(draft::said)
            .filter(said -> said.type() == StatementType.QUESTION)
            .map(LedgerRules::question)
            .toList();
    Optional<Analysis.OpenQuestion> first =
        theirs.stream().filter(one -> hasOptions(one.options().size())).findFirst();
    LocalizedText own =
        draft.ownWords(
            from,
            said ->
                said.type() == StatementType.QUESTION
                    ? LocalizedText.of(LedgerRules.question(said).question())
                    : said.text());
    LocalizedText asks = asks(asked.question());
    LocalizedText question = first.isPresent() ? own : own.and(". ", asks(asked.question()));
    if (draft.questions.values().stream().anyMatch(one -> isKnown(one, question, first))) {
      return;
    }
    List<LocalizedText> options =
        first
            .map(one -> one.options().stream().map(LocalizedText::of).toList())
            .orElse(asked.options());
    Set<String> theirChoices =
        theirs.stream().flatMap(one -> recommends(one).stream()).collect(Collectors.toSet());
    Optional<Integer> recommended =
        (first.isPresent() ? first.get().recommended() : recommended(asked))
            .filter(number -> theirChoices.size() < 2);
    Optional<String> option = recommended.map(number -> words(options.get(number - 1).en()));
    List<String> by =
        from.stream()
            .map(draft::said)
            .filter(said -> said.type() == StatementType.QUESTION && option.isPresent())
            .filter(said -> recommends(LedgerRules.question(said)).equals(option))
            .map(Ledger.Statement::agent)
            .distinct()
            .sorted()
            .toList();
    draft.newQuestion(
        question,
        options.stream().map(one -> one.shortened(SENTENCE)).toList(),
        recommended.filter(number -> !by.isEmpty()),
        by,
        from);
  }

  /** Whether the same was asked before, in the same words of an analyst or of a moderator. */
  private boolean isKnown(
      Ledger.Question known, LocalizedText question, Optional<Analysis.OpenQuestion> first) {
    Stream<String> theirs =
        known.from().stream()
            .flatMap(id -> Stream.ofNullable(draft.statements.get(id)))
            .filter(said -> said.type() == StatementType.QUESTION)
            .map(said -> words(LedgerRules.question(said).question()));
    return words(known.question().en()).equals(words(question.en()))
        || first.filter(one -> theirs.anyMatch(words(one.question())::equals)).isPresent();
  }

  private static boolean hasOptions(int options) {
    return options >= 2 && options <= OPTIONS;
  }

  private static Optional<String> recommends(Analysis.OpenQuestion question) {
    return question.recommended().map(number -> words(question.options().get(number - 1)));
  }

  /**
   * A statement that stands in a shared point, a conflict or a question is no point of its own,
   * unless it has been voted on, though one of its claims may be; one that stands nowhere any more
   * is one again.
   */
  private void settle() {
    Collection<PointDraft> points = draft.points.values();
    Set<String> elsewhere = new HashSet<>();
    draft.conflicts.values().stream()
        .filter(conflict -> conflict.state != Ledger.Conflict.ConflictState.DISSOLVED)
        .forEach(conflict -> elsewhere.addAll(conflict.members()));
    draft.questions.values().stream()
        .flatMap(question -> question.from().stream())
        .filter(id -> draft.statements.containsKey(id))
        .filter(id -> draft.said(id).type() != StatementType.FINDING)
        .forEach(elsewhere::add);
    for (PointDraft point : points) {
      if (point.members.size() > 1) {
        spokenFor(point).forEach(elsewhere::add);
      }
    }
    points.removeIf(
        point ->
            point.members.isEmpty()
                || (draft.isWhole(point)
                    && point.votes.isEmpty()
                    && elsewhere.containsAll(point.members)));
    points.forEach(point -> spokenFor(point).forEach(elsewhere::add));
    draft.statements.values().stream()
        .filter(said -> LedgerRules.standsAlone(said) && !elsewhere.contains(said.id()))
        .toList()
        .forEach(said -> LedgerRules.lone(draft, said, voters));
  }

  /**
   * Members whose words a point has; what was just put under an agreed one is not confirmed yet.
   */
  private Stream<String> spokenFor(PointDraft point) {
    return point.members.stream()
        .filter(
            id ->
                point.state != Ledger.Point.PointState.AGREED
                    || point.confirmed.contains(id)
                    || draft.said(id).round() < round);
  }
}

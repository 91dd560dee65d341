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
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Applies a moderator's reply to the ledger; docs/discussion.md, section 4. Never interprets
 * sentences.
 */
final class ModerationRules {
  private static final int MERGED = 6;

  private final LedgerDraft draft;
  private final ModerationChecks checks;
  private final int round;
  private final List<String> voters;

  ModerationRules(LedgerDraft draft, int round, List<String> voters) {
    this.draft = draft;
    this.checks = new ModerationChecks(draft);
    this.round = round;
    this.voters = voters;
  }

  /**
   * Applies a moderation to the ledger.
   *
   * @return what was left out, one sentence each
   */
  List<String> apply(Moderation moderation, List<Ledger.HumanAnswer> answers) {
    Moderation sound = checks.validPart(moderation);
    sound.points().forEach(this::point);
    sound.single().forEach(this::single);
    sound.conflicts().forEach(this::conflict);
    sound.approaches().forEach(this::approach);
    sound.questions().forEach(this::question);
    sound.against().forEach(one -> against(one, answers));
    settle();
    return checks.errors();
  }

  /** Merges statements with the same words, and approaches with the same name and files. */
  void applyWithoutModel() {
    for (Set<String> same : groups(ModerationRules::claim)) {
      if (draft.agentsOf(same, false).size() < 2) {
        continue;
      }
      PointDraft shared =
          draft.points.values().stream()
              .filter(point -> point.members.size() > 1)
              .filter(point -> !Collections.disjoint(point.members, same))
              .findFirst()
              .orElse(null);
      PointDraft point = pointOf(shared, same);
      boolean free = isFree(point);
      point.members.addAll(same);
      if (free) {
        word(point, draft.statement(same.iterator().next()).text().shortened(SENTENCE));
        point.confirmed.addAll(same);
      }
    }
    for (Set<String> same : groups(ModerationRules::proposal)) {
      entryOf(null, same).confirmed.addAll(same);
    }
    settle();
  }

  /** Asks the voters' own questions in their words, each once, in a round without a moderator. */
  void askWithoutModel(Collection<Analysis> analyses) {
    List<Moderation.Asked> asked = new ArrayList<>();
    for (Analysis analysis : analyses) {
      int number = 0;
      for (Analysis.OpenQuestion one : analysis.openQuestions()) {
        String id = "%s.%d.q%d".formatted(analysis.tool(), round, ++number);
        if (voters.contains(analysis.tool()) && draft.statements.containsKey(id)) {
          asked.add(
              new Moderation.Asked(
                  LocalizedText.of(one.question()),
                  one.options().stream().map(LocalizedText::of).toList(),
                  one.recommended(),
                  List.of(id)));
        }
      }
    }
    asked.stream()
        .filter(checks::isValid)
        .limit(ModerationChecks.QUESTIONS)
        .forEach(this::question);
  }

  private List<Set<String>> groups(Function<Ledger.Statement, String> key) {
    Map<String, Set<String>> groups = new LinkedHashMap<>();
    for (Ledger.Statement said : draft.statements.values()) {
      groups.computeIfAbsent(key.apply(said), any -> new LinkedHashSet<>()).add(said.id());
    }
    groups.remove("");
    return groups.values().stream().filter(members -> members.size() > 1).toList();
  }

  private static String claim(Ledger.Statement said) {
    return said.type() == StatementType.FINDING || said.type() == StatementType.CONCERN
        ? said.text().en().toLowerCase(Locale.ROOT).replaceAll("[.,;:\\s]+", " ").strip()
        : "";
  }

  private static String proposal(Ledger.Statement said) {
    return said.approach()
        .map(
            approach ->
                words(approach.name())
                    + approach.affectedFiles().stream()
                        .map(CodeLocation::file)
                        .collect(Collectors.toCollection(TreeSet::new)))
        .orElse("");
  }

  private static String words(String text) {
    return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", " ").strip();
  }

  private void point(Moderation.SamePoint same) {
    PointDraft named = same.id().map(draft.points::get).orElse(null);
    // A criterion keeps the words of whoever requested the change.
    boolean asked = named != null && named.kind == PointKind.CRITERION;
    PointDraft point = pointOf(asked ? null : named, same.members());
    LocalizedText sentence = same.statement().shortened(SENTENCE);
    boolean free = isFree(point);
    boolean reworded = free || (isUnclear(point) && !sentence.en().equals(point.wording().en()));
    same.members().stream()
        .filter(id -> reworded || !point.isVoted(draft.statement(id).agent(), Choice.MISREAD))
        .forEach(point.members::add);
    if (reworded) {
      if (!free) {
        point.reworded = point.votes.stream().filter(this::isUnclear).toList();
        // Votes on the old words do not apply to the new ones.
        Set<String> members = draft.agentsOf(point.members, false);
        point.votes.removeIf(
            vote -> !members.contains(vote.agent()) || vote.choice() == Choice.AGREE);
      }
      word(point, sentence);
    }
    call(point, same.kind(), same.changes());
  }

  private boolean isFree(PointDraft point) {
    return point.wording().en().isEmpty() || (point.votes.isEmpty() && draft.isWhole(point));
  }

  /**
   * Returns whether voters of this round request new words for a point. A disputed point keeps its
   * words.
   */
  private boolean isUnclear(PointDraft point) {
    return point.answer == null
        && !point.hasVote(Choice.DISAGREE)
        && point.votes.stream().anyMatch(this::isUnclear);
  }

  private boolean isUnclear(Ledger.Vote vote) {
    return vote.round() == round && vote.choice().unclear();
  }

  /** Proposes a sentence, which becomes the point's once none of its analysts objects. */
  private void word(PointDraft point, LocalizedText sentence) {
    point.proposed = sentence;
    point.confirmed.clear();
    point.confirmed.addAll(draft.verbatimMembers(point));
    // A member's own words keep the member's translation.
    point.confirmed.stream()
        .findFirst()
        .ifPresent(id -> point.proposed = draft.statement(id).text().shortened(SENTENCE));
  }

  /**
   * Sets the kind of a point. Notes are never voted on, so a point with an existing citation or
   * with votes does not become one.
   */
  private void call(PointDraft point, PointKind kind, Ledger.Point.Changes changes) {
    point.changes = changes;
    if (kind == PointKind.CRITERION) {
      return;
    }
    if (kind != PointKind.NOTE
        || (point.votes.isEmpty() && !LedgerDraft.anyVerified(draft.places(point)))) {
      point.kind = kind;
    }
  }

  /**
   * Returns the point into which statements are merged: the named one, or else the oldest with
   * votes among those that consist of one of them, or else the oldest. A point that is one claim of
   * a statement stays separate.
   */
  private PointDraft pointOf(@Nullable PointDraft named, Collection<String> members) {
    List<PointDraft> theirs =
        draft.points.values().stream()
            .filter(point -> draft.isWhole(point) && members.containsAll(point.members))
            .toList();
    PointDraft kept =
        Optional.ofNullable(named)
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

  /** Quotes the user's own words as the decision, whatever the moderator reports. */
  private void against(Moderation.Against against, List<Ledger.HumanAnswer> answers) {
    String id = against.statement();
    String decision =
        answers.stream()
            .filter(one -> List.of(words(against.decision()).split(" ")).contains(words(one.id())))
            .map(one -> Cut.shorten(one.id() + ": " + one.words(), SAID))
            .findFirst()
            .orElse(null);
    if (checks.require(
        decision != null, "against " + id + " needs the id of the user's decision")) {
      draft.points.values().stream()
          .filter(point -> point.id.equals(id) || point.members.contains(id))
          .forEach(point -> point.against = decision);
    }
  }

  /**
   * Adds or extends a conflict. Votes name sides by number, so a known conflict keeps its sides in
   * order and only gains statements. A settled conflict stays settled.
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
                draft.withModeratorWords(side.members(), side.position().shortened(SENTENCE)),
                members));
      }
    }
    conflict.sides = sides;
    if (before.isEmpty()) {
      conflict.asked = clash.question().shortened(SENTENCE);
      conflict.question = asks(conflict.asked);
      conflict.settledBy = clash.settledBy();
      // Only the rankings open a which-way conflict.
      conflict.why =
          Ledger.Conflict.WHICH_WAY.equals(clash.why()) ? "" : Cut.shorten(clash.why(), SAID);
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
    ApproachDraft known = same.id().map(draft.approaches::get).orElse(null);
    // Proposals of earlier rounds stay in the entries that voters have ranked.
    List<String> members =
        same.members().stream()
            .filter(id -> draft.statement(id).round() == round || !isPlaced(id))
            .toList();
    if (known == null && members.isEmpty()) {
      return;
    }
    ApproachDraft approach = entryOf(known, members);
    if (approach.members.size() > 1 && approach.confirmed.size() < 2) {
      approach.proposed = same.name().en().isBlank() ? null : same.name().shortened(SENTENCE);
      approach.differences = some(same.differences(), approach.differences);
      approach.pros = some(same.pros(), approach.pros);
      approach.cons = some(same.cons(), approach.cons);
    }
  }

  private static List<String> some(List<String> given, List<String> otherwise) {
    return given.isEmpty()
        ? otherwise
        : given.stream().limit(MERGED).map(text -> Cut.shorten(text, SAID)).toList();
  }

  private ApproachDraft entryOf(@Nullable ApproachDraft named, Collection<String> members) {
    List<ApproachDraft> theirs =
        draft.approaches.values().stream()
            .filter(entry -> !Collections.disjoint(entry.members, members))
            .toList();
    ApproachDraft kept =
        Optional.ofNullable(named)
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
        kept.description =
            other.description; // the author's first choice has priority over a third one
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
   * Asks a question in the words of its analysts: with the options of the first one that gave any.
   * The moderator's question and options are used, and marked as such, only if none did. A
   * recommendation belongs to the analysts whose own questions recommend that option in the same
   * words.
   */
  private void question(Moderation.Asked asked) {
    List<String> from = asked.from().stream().distinct().limit(ModerationChecks.QUESTIONS).toList();
    Map<String, Analysis.OpenQuestion> theirs = theirs(from);
    Analysis.OpenQuestion first =
        theirs.values().stream()
            .filter(one -> ModerationChecks.hasOptions(one.options().size()))
            .findFirst()
            .orElse(null);
    LocalizedText own =
        draft.ownWords(
            from,
            said ->
                theirs.containsKey(said.id())
                    ? LocalizedText.of(theirs.get(said.id()).question())
                    : said.text());
    LocalizedText question = first == null ? own.and(". ", asks(asked.question())) : own;
    if (draft.questions.values().stream().anyMatch(one -> isKnown(one, question, first))) {
      return;
    }
    List<LocalizedText> options =
        first == null ? asked.options() : first.options().stream().map(LocalizedText::of).toList();
    Map<String, String> choices = new TreeMap<>();
    theirs.forEach(
        (id, one) ->
            one.recommended()
                .ifPresent(
                    number ->
                        choices.put(
                            draft.statement(id).agent(), words(one.options().get(number - 1)))));
    Set<String> choice = Set.copyOf(choices.values());
    List<String> worded = options.stream().map(one -> words(one.en())).toList();
    int best = choice.size() == 1 ? worded.indexOf(choice.iterator().next()) + 1 : 0;
    draft.newQuestion(
        question,
        options.stream().map(one -> one.shortened(SENTENCE)).toList(),
        Optional.of(best).filter(number -> number > 0),
        best > 0 ? List.copyOf(choices.keySet()) : List.of(),
        from);
  }

  private Map<String, Analysis.OpenQuestion> theirs(List<String> ids) {
    Map<String, Analysis.OpenQuestion> questions = new LinkedHashMap<>();
    for (String id : ids) {
      Ledger.Statement said = draft.statements.get(id);
      if (said != null && said.type() == StatementType.QUESTION) {
        questions.put(id, LedgerRules.question(said));
      }
    }
    return questions;
  }

  /**
   * Returns whether the question was asked before, in the same words of an analyst or a moderator.
   */
  private boolean isKnown(
      Ledger.Question known, LocalizedText question, Analysis.@Nullable OpenQuestion first) {
    return words(known.question().en()).equals(words(question.en()))
        || (first != null
            && theirs(known.from()).values().stream()
                .anyMatch(one -> words(one.question()).equals(words(first.question()))));
  }

  /**
   * Updates points of single statements. A statement in a shared point, a conflict or a question
   * loses its own point, unless that has votes or is one of its claims. A statement that is in none
   * of these, such as a misread one, gets it back.
   */
  void settle() {
    Collection<PointDraft> points = draft.points.values();
    Set<String> elsewhere = new HashSet<>();
    draft.conflicts.values().stream()
        .filter(conflict -> conflict.state != Ledger.Conflict.ConflictState.DISSOLVED)
        .forEach(conflict -> elsewhere.addAll(conflict.members()));
    draft.questions.values().stream()
        .flatMap(question -> question.from().stream())
        .filter(id -> draft.statements.containsKey(id))
        .filter(id -> draft.statement(id).type() != StatementType.FINDING)
        .forEach(elsewhere::add);
    for (PointDraft point : points) {
      if (point.members.size() > 1) {
        spokenFor(point).forEach(elsewhere::add);
      }
    }
    points.removeIf(
        point ->
            (point.members.isEmpty() && point.kind != PointKind.CRITERION)
                || (draft.isWhole(point)
                    && point.votes.isEmpty()
                    && elsewhere.containsAll(point.members)));
    points.forEach(point -> spokenFor(point).forEach(elsewhere::add));
    draft.statements.values().stream()
        .filter(said -> LedgerRules.standsAlone(said) && !elsewhere.contains(said.id()))
        .toList()
        .forEach(said -> LedgerRules.addLonePoint(draft, said, voters));
  }

  /**
   * Returns the members whose words a point has. New members of an agreed point are not confirmed
   * yet.
   */
  private Stream<String> spokenFor(PointDraft point) {
    return point.members.stream()
        .filter(
            id ->
                point.state != Ledger.Point.PointState.AGREED
                    || point.confirmed.contains(id)
                    || draft.statement(id).round() < round);
  }
}

package dev.conclave.activities.discussion;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.discussion.Severity;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A mutable ledger for the rules. Its entries have the same field names as the ledger's, because
 * Jackson copies them both ways. Not thread-safe.
 */
final class LedgerDraft {
  /** Characters reserved for an analyst's name, and the minimum for its words. */
  private static final int QUOTED = 40;

  final Map<String, Ledger.Statement> statements = new LinkedHashMap<>();
  final Map<String, PointDraft> points = new LinkedHashMap<>();
  final Map<String, ConflictDraft> conflicts = new LinkedHashMap<>();
  final Map<String, ApproachDraft> approaches = new LinkedHashMap<>();
  final Map<String, Ledger.Question> questions = new LinkedHashMap<>();
  final Map<String, Ledger.AgentRanking> rankings = new TreeMap<>();
  List<String> ballot;
  int waiting;
  private int nextPoint;
  private int nextConflict;
  private int nextApproach;
  private int nextQuestion;

  LedgerDraft(Ledger ledger) {
    nextPoint = ledger.next().point();
    nextConflict = ledger.next().conflict();
    nextApproach = ledger.next().approach();
    nextQuestion = ledger.next().question();
    statements.putAll(ledger.byId());
    ledger.points().forEach(one -> points.put(one.id(), copy(one, PointDraft.class)));
    ledger.conflicts().forEach(one -> conflicts.put(one.id(), copy(one, ConflictDraft.class)));
    ledger.approaches().forEach(one -> approaches.put(one.id(), copy(one, ApproachDraft.class)));
    ledger.questions().forEach(one -> questions.put(one.id(), one));
    ledger.rankings().forEach(one -> rankings.put(one.agent(), one));
    ballot = ledger.ballot();
    waiting = ledger.waiting();
  }

  Ledger ledger() {
    return new Ledger(
        new Ledger.Next(nextPoint, nextConflict, nextApproach, nextQuestion),
        List.copyOf(statements.values()),
        points.values().stream().map(one -> copy(one, Ledger.Point.class)).toList(),
        conflicts.values().stream().map(one -> copy(one, Ledger.Conflict.class)).toList(),
        approaches.values().stream().map(one -> copy(one, Ledger.ApproachEntry.class)).toList(),
        List.copyOf(questions.values()),
        List.copyOf(rankings.values()),
        ballot,
        waiting);
  }

  private static <T> T copy(Object entry, Class<T> type) {
    return WireMapper.get().convertValue(entry, type);
  }

  @JsonAutoDetect(fieldVisibility = Visibility.ANY)
  static final class PointDraft {
    String id = "";
    LocalizedText sentence = LocalizedText.of("");
    @Nullable LocalizedText proposed;
    Ledger.Point.PointKind kind = Ledger.Point.PointKind.FACT;
    Ledger.Point.Changes changes = Ledger.Point.Changes.PLAN;
    LinkedHashSet<String> members = new LinkedHashSet<>();
    LinkedHashSet<String> confirmed = new LinkedHashSet<>();
    List<Ledger.Vote> votes = new ArrayList<>();
    List<Ledger.Vote> reworded = List.of();
    Ledger.Point.PointState state = Ledger.Point.PointState.LONE;
    int round;
    List<String> voters = List.of();
    LinkedHashSet<Ledger.Shown> shown = new LinkedHashSet<>();
    @Nullable String against;
    @Nullable String answer;

    void vote(Ledger.Vote vote) {
      votes.removeIf(one -> one.agent().equals(vote.agent()));
      votes.add(vote);
    }

    Ledger.@Nullable Vote voteOf(String agent) {
      return votes.stream().filter(vote -> vote.agent().equals(agent)).findFirst().orElse(null);
    }

    boolean isVoted(String agent, Choice choice) {
      Ledger.Vote vote = voteOf(agent);
      return vote != null && vote.choice() == choice;
    }

    boolean hasVote(Choice choice) {
      return votes.stream().anyMatch(vote -> vote.choice() == choice);
    }

    LocalizedText wording() {
      return proposed == null ? sentence : proposed;
    }

    int ballots() {
      return Ledger.Shown.ballots(shown);
    }
  }

  @JsonAutoDetect(fieldVisibility = Visibility.ANY)
  static final class ConflictDraft {
    String id = "";
    LocalizedText question = LocalizedText.of("");
    @Nullable LocalizedText asked;
    List<Ledger.Side> sides = List.of();
    Ledger.Conflict.SettledBy settledBy = Ledger.Conflict.SettledBy.CODE;
    String why = "";
    List<Ledger.SideVote> votes = new ArrayList<>();
    Ledger.Conflict.ConflictState state = Ledger.Conflict.ConflictState.OPEN;
    @Nullable String how;
    @Nullable Integer winner;
    int round;
    LinkedHashSet<Ledger.Shown> shown = new LinkedHashSet<>();

    void vote(Ledger.SideVote vote) {
      votes.removeIf(one -> one.agent().equals(vote.agent()));
      votes.add(vote);
    }

    boolean open() {
      return state == Ledger.Conflict.ConflictState.OPEN;
    }

    int ballots() {
      return Ledger.Shown.ballots(shown);
    }

    List<String> members() {
      return sides.stream().flatMap(side -> side.members().stream()).toList();
    }
  }

  @JsonAutoDetect(fieldVisibility = Visibility.ANY)
  static final class ApproachDraft {
    String id = "";
    LocalizedText name = LocalizedText.of("");
    @Nullable LocalizedText proposed;
    LocalizedText description = LocalizedText.of("");
    LinkedHashSet<String> members = new LinkedHashSet<>();
    LinkedHashSet<String> confirmed = new LinkedHashSet<>();
    List<String> differences = List.of();
    List<String> pros = List.of();
    List<String> cons = List.of();
    LinkedHashSet<Ledger.Objection> objections = new LinkedHashSet<>();
    LinkedHashSet<Ledger.Revision> revisions = new LinkedHashSet<>();
  }

  PointDraft newPoint(
      LocalizedText sentence, Collection<String> members, int round, List<String> voters) {
    PointDraft point = new PointDraft();
    point.id = "P" + nextPoint++;
    point.sentence = sentence;
    point.members.addAll(members);
    point.confirmed.addAll(members);
    point.round = round;
    point.voters = voters;
    points.put(point.id, point);
    return point;
  }

  ConflictDraft newConflict(int round) {
    ConflictDraft conflict = new ConflictDraft();
    conflict.id = "C" + nextConflict++;
    conflict.round = round;
    conflicts.put(conflict.id, conflict);
    return conflict;
  }

  ApproachDraft newApproach(
      LocalizedText name, LocalizedText description, Collection<String> members) {
    ApproachDraft approach = new ApproachDraft();
    approach.id = "S" + nextApproach++;
    approach.name = name;
    approach.description = description;
    approach.members.addAll(members);
    approach.confirmed.addAll(members);
    approaches.put(approach.id, approach);
    return approach;
  }

  void newQuestion(
      LocalizedText text,
      List<LocalizedText> options,
      Optional<Integer> best,
      List<String> by,
      List<String> from) {
    String id = "Q" + nextQuestion++;
    questions.put(id, new Ledger.Question(id, text, options, best, by, from, Optional.empty()));
  }

  /**
   * Returns the agents of statements; with {@code counting}, only of those that count and are not
   * withdrawn.
   */
  Set<String> agentsOf(Collection<String> members, boolean counting) {
    Set<String> agents = new LinkedHashSet<>();
    for (String member : members) {
      Ledger.Statement said = statements.get(member);
      if (said != null && (!counting || (said.counts() && !said.withdrawn()))) {
        agents.add(said.agent());
      }
    }
    return agents;
  }

  boolean isOpen(PointDraft point) {
    return point.kind != Ledger.Point.PointKind.NOTE
        && point.against == null
        && Set.of(PointState.LONE, PointState.PARTIAL, PointState.DISPUTED).contains(point.state);
  }

  @Nullable Severity severity(PointDraft point) {
    List<Severity> said =
        point.members.stream()
            .flatMap(id -> Stream.ofNullable(statement(id).finding()))
            .map(Finding::severity)
            .toList();
    return said.isEmpty() ? null : Severity.median(said);
  }

  List<CheckedLocation> places(PointDraft point) {
    List<CheckedLocation> places = new ArrayList<>();
    point.members.forEach(id -> places.addAll(statement(id).places()));
    point.votes.stream()
        .filter(vote -> vote.choice() == Ledger.Vote.Choice.AGREE)
        .forEach(vote -> places.addAll(vote.evidence()));
    return places;
  }

  /** Returns whether a point is a single statement in that statement's own words. */
  boolean isWhole(PointDraft point) {
    return point.proposed == null
        && point.members.size() == 1
        && verbatimMembers(point).containsAll(point.members);
  }

  /**
   * Returns the members of a point whose text is its sentence, or its proposed one, word for word.
   */
  Set<String> verbatimMembers(PointDraft point) {
    String sentence = point.wording().en();
    return point.members.stream()
        .filter(id -> statement(id).text().shortened(LedgerRules.SENTENCE).en().equals(sentence))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  Stream<Ledger.Statement> countedStatements(PointDraft point) {
    return point.members.stream()
        .map(this::statement)
        .filter(one -> one.counts() && !one.withdrawn());
  }

  /**
   * Returns whether a moderator put a statement into a point without its analyst's confirmation.
   */
  boolean isUnconfirmed(PointDraft point) {
    return countedStatements(point)
        .filter(said -> !point.confirmed.contains(said.id()))
        .anyMatch(
            said ->
                point.voteOf(said.agent()) == null || point.isVoted(said.agent(), Choice.AGREE));
  }

  /**
   * Quotes the analysts of statements in one sentence, with names in the form that Aliases hides.
   */
  LocalizedText ownWords(
      Collection<String> members, Function<Ledger.Statement, LocalizedText> words) {
    List<Ledger.Statement> all = members.stream().sorted().map(this::statement).toList();
    int each = Math.max(QUOTED, LedgerRules.SENTENCE / Math.max(1, all.size()) - QUOTED);
    boolean chinese = all.stream().anyMatch(said -> !words.apply(said).zh().isBlank());
    Map<String, List<String>> en = new LinkedHashMap<>();
    Map<String, List<String>> zh = new LinkedHashMap<>();
    for (Ledger.Statement said : all) {
      LocalizedText text = words.apply(said);
      String translated = text.zh().isBlank() ? text.en() : text.zh();
      en.computeIfAbsent(": \"" + Cut.shorten(text.en(), each) + "\"", any -> new ArrayList<>())
          .add(Aliases.CALLED + said.agent());
      zh.computeIfAbsent("：“" + Cut.shorten(translated, each) + "”", any -> new ArrayList<>())
          .add(said.agent());
    }
    return new LocalizedText(joined(en, " and ", "; "), chinese ? joined(zh, "、", "；") : "");
  }

  private static String joined(Map<String, List<String>> words, String and, String then) {
    return words.entrySet().stream()
        .map(each -> String.join(and, each.getValue()) + each.getKey())
        .collect(Collectors.joining(then));
  }

  LocalizedText withModeratorWords(Collection<String> members, LocalizedText moderator) {
    return ownWords(members, Ledger.Statement::text)
        .and(
            " ",
            new LocalizedText(
                "(the moderator: \"" + moderator.en() + "\")",
                moderator.zh().isBlank() ? "" : "（主持人：“" + moderator.zh() + "”）"));
  }

  Ledger.Statement statement(String id) {
    return Objects.requireNonNull(statements.get(id), id);
  }

  static boolean anyVerified(Collection<CheckedLocation> places) {
    return places.stream().anyMatch(place -> place.verdict() == Evidence.THERE);
  }

  static boolean noneVerified(Collection<CheckedLocation> places) {
    return !places.isEmpty() && !anyVerified(places);
  }
}

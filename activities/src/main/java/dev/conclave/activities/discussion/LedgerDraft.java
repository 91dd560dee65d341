package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.ApproachEntry;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Ranking;
import dev.conclave.workflows.discussion.Ledger.Shown;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote;
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

/** A ledger while rules change it. Not thread-safe. */
final class LedgerDraft {
  final Map<String, Statement> statements = new LinkedHashMap<>();
  final Map<String, PointDraft> points = new LinkedHashMap<>();
  final Map<String, ConflictDraft> conflicts = new LinkedHashMap<>();
  final Map<String, ApproachDraft> approaches = new LinkedHashMap<>();
  final Map<String, Question> questions = new LinkedHashMap<>();
  final Map<String, Ranking> rankings = new TreeMap<>();
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
    ledger.points().forEach(point -> points.put(point.id(), new PointDraft(point)));
    ledger.conflicts().forEach(one -> conflicts.put(one.id(), new ConflictDraft(one)));
    ledger.approaches().forEach(one -> approaches.put(one.id(), new ApproachDraft(one)));
    ledger.questions().forEach(one -> questions.put(one.id(), one));
    ledger.rankings().forEach(one -> rankings.put(one.agent(), one));
    ballot = ledger.ballot();
    waiting = ledger.waiting();
  }

  Ledger ledger() {
    return new Ledger(
        new Ledger.Next(nextPoint, nextConflict, nextApproach, nextQuestion),
        List.copyOf(statements.values()),
        points.values().stream().map(PointDraft::point).toList(),
        conflicts.values().stream().map(ConflictDraft::conflict).toList(),
        approaches.values().stream().map(ApproachDraft::entry).toList(),
        List.copyOf(questions.values()),
        List.copyOf(rankings.values()),
        ballot,
        waiting);
  }

  /** A point while rules change it. */
  final class PointDraft {
    final String id;
    final int round;
    List<String> voters;
    final Map<String, Vote> votes = new LinkedHashMap<>();
    final Set<Shown> shown = new LinkedHashSet<>();
    final Set<String> members = new LinkedHashSet<>();
    final Set<String> refinements = new LinkedHashSet<>();
    Label sentence;
    Point.Kind kind;
    Point.Changes changes;
    Point.State state;
    Optional<String> against;
    Optional<String> answer;

    PointDraft(Point point) {
      id = point.id();
      round = point.round();
      voters = point.voters();
      point.votes().forEach(vote -> votes.put(vote.agent(), vote));
      shown.addAll(point.shown());
      members.addAll(point.members());
      refinements.addAll(point.refinements());
      sentence = point.sentence();
      kind = point.kind();
      changes = point.changes();
      state = point.state();
      against = point.against();
      answer = point.answer();
    }

    Point point() {
      return new Point(
          id,
          sentence,
          kind,
          changes,
          List.copyOf(members),
          List.copyOf(refinements),
          List.copyOf(votes.values()),
          state,
          round,
          voters,
          List.copyOf(shown),
          against,
          answer);
    }

    /** The agents of its members; of those that count, when {@code counting}. */
    Set<String> agents(boolean counting) {
      return agentsOf(members, counting);
    }

    /** Every place that its members and those who agree cite. */
    List<CheckedLocation> places() {
      List<CheckedLocation> places = new ArrayList<>();
      members.forEach(id -> places.addAll(said(id).places()));
      votes.values().stream()
          .filter(vote -> vote.choice() == Vote.Choice.AGREE)
          .forEach(vote -> places.addAll(vote.evidence()));
      return places;
    }

    int ballots() {
      return point().ballots();
    }
  }

  /** A conflict while rules change it. */
  static final class ConflictDraft {
    final String id;
    final int round;
    final Map<String, SideVote> votes = new LinkedHashMap<>();
    final Set<Shown> shown = new LinkedHashSet<>();
    Label question;
    List<Side> sides;
    Conflict.SettledBy settledBy;
    String why;
    Conflict.State state;
    Optional<String> how;
    Optional<Integer> winner;

    ConflictDraft(Conflict conflict) {
      id = conflict.id();
      round = conflict.round();
      conflict.votes().forEach(vote -> votes.put(vote.agent(), vote));
      shown.addAll(conflict.shown());
      question = conflict.question();
      sides = conflict.sides();
      settledBy = conflict.settledBy();
      why = conflict.why();
      state = conflict.state();
      how = conflict.how();
      winner = conflict.winner();
    }

    Conflict conflict() {
      return new Conflict(
          id,
          question,
          sides,
          settledBy,
          why,
          List.copyOf(votes.values()),
          state,
          how,
          winner,
          round,
          List.copyOf(shown));
    }

    boolean open() {
      return state == Conflict.State.OPEN;
    }

    int ballots() {
      return conflict().ballots();
    }
  }

  /** An approach while rules change it. */
  static final class ApproachDraft {
    final String id;
    final Set<String> members = new LinkedHashSet<>();
    final Set<Ledger.Objection> objections = new LinkedHashSet<>();
    final Set<Ledger.Revision> revisions = new LinkedHashSet<>();
    Label name;
    Label description;
    List<String> differences;
    List<String> pros;
    List<String> cons;

    ApproachDraft(ApproachEntry entry) {
      id = entry.id();
      members.addAll(entry.members());
      objections.addAll(entry.objections());
      revisions.addAll(entry.revisions());
      name = entry.name();
      description = entry.description();
      differences = entry.differences();
      pros = entry.pros();
      cons = entry.cons();
    }

    ApproachEntry entry() {
      return new ApproachEntry(
          id,
          name,
          description,
          List.copyOf(members),
          differences,
          pros,
          cons,
          List.copyOf(objections),
          List.copyOf(revisions));
    }
  }

  /** A new point; what it is worth is counted later. */
  PointDraft newPoint(
      Label sentence,
      Collection<String> members,
      Point.Kind kind,
      Point.Changes changes,
      int round,
      List<String> voters) {
    PointDraft point =
        new PointDraft(
            new Point(
                "P" + nextPoint++,
                sentence,
                kind,
                changes,
                List.copyOf(members),
                List.of(),
                List.of(),
                Point.State.LONE,
                round,
                voters,
                List.of(),
                Optional.empty(),
                Optional.empty()));
    points.put(point.id, point);
    return point;
  }

  ConflictDraft newConflict(
      Label question, List<Side> sides, Conflict.SettledBy settledBy, String why, int round) {
    ConflictDraft conflict =
        new ConflictDraft(
            new Conflict(
                "C" + nextConflict++,
                question,
                sides,
                settledBy,
                why,
                List.of(),
                Conflict.State.OPEN,
                Optional.empty(),
                Optional.empty(),
                round,
                List.of()));
    conflicts.put(conflict.id, conflict);
    return conflict;
  }

  ApproachDraft newApproach(Label name, Label description, Collection<String> members) {
    ApproachDraft approach =
        new ApproachDraft(
            new ApproachEntry(
                "S" + nextApproach++,
                name,
                description,
                List.copyOf(members),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of()));
    approaches.put(approach.id, approach);
    return approach;
  }

  void newQuestion(
      Label question,
      List<Label> options,
      Optional<Integer> recommended,
      List<String> recommendedBy,
      List<String> from) {
    String id = "Q" + nextQuestion++;
    questions.put(
        id,
        new Question(id, question, options, recommended, recommendedBy, from, Optional.empty()));
  }

  /** The agents of some statements; of those that count and stand, when {@code counting}. */
  Set<String> agentsOf(Collection<String> members, boolean counting) {
    Set<String> agents = new LinkedHashSet<>();
    for (String member : members) {
      Statement said = statements.get(member);
      if (said != null && (!counting || (said.counts() && !said.withdrawn()))) {
        agents.add(said.agent());
      }
    }
    return agents;
  }

  /** A statement that is known to be there. */
  Statement said(String id) {
    return Objects.requireNonNull(statements.get(id), id);
  }

  static boolean there(Collection<CheckedLocation> places) {
    return places.stream().anyMatch(place -> place.verdict() == Evidence.THERE);
  }
}

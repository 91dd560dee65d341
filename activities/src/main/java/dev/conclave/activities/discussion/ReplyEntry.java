package dev.conclave.activities.discussion;

import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Shown;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Statement.Type;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.temporal.Cut;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Enters analysts' replies into the ledger; docs/discussion.md, sections 1 to 3. */
final class ReplyEntry {
  /** Findings of a reply that can be voted on alone. */
  static final int FINDINGS = 12;

  /** Concerns of a reply that can be voted on alone. */
  static final int CONCERNS = 8;

  /** Proposals of a reply that stand as approaches of their own. */
  static final int APPROACHES = 3;

  /** Statements of its own that one ballot can reword. */
  static final int REWORDED = 4;

  /** Longest sentence of a point, in characters. */
  static final int SENTENCE = 400;

  private static final Set<State> CLOSED =
      Set.of(State.REFUTED, State.OUTVOTED, State.WITHDRAWN, State.DECIDED);

  private static final int NOTE = 600;
  private static final int PLACES = 20;
  private static final String RUN = "run:";

  private final LedgerDraft draft;
  private final int round;
  private final List<String> voters;
  private final TreeFacts tree;

  /**
   * Entries of one round.
   *
   * @param voters whose replies of the round count
   */
  ReplyEntry(LedgerDraft draft, int round, List<String> voters, TreeFacts tree) {
    this.draft = draft;
    this.round = round;
    this.voters = voters;
    this.tree = tree;
  }

  /** Enters replies, in whatever order; entering them again changes nothing. */
  void enter(List<Analysis> analyses) {
    List<Analysis> counted =
        analyses.stream()
            .filter(one -> voters.contains(one.tool()) && !entered(one.tool()))
            .toList();
    // The ballots first: what the replies themselves bring cannot be voted on in them.
    counted.forEach(one -> one.ballot().ifPresent(ballot -> vote(one.tool(), ballot)));
    // Then the rewordings: all of these votes were on the old words.
    counted.forEach(one -> one.ballot().ifPresent(ballot -> reword(one.tool(), ballot)));
    for (Analysis analysis : analyses) {
      said(analysis, Type.FINDING, analysis.findings(), "findings");
      said(analysis, Type.CONCERN, analysis.technicalConcerns(), "technical_concerns");
      proposed(analysis);
      asked(analysis);
    }
  }

  /** Whether the agent's reply of this round is in the ledger: a ballot is counted once. */
  private boolean entered(String agent) {
    Shown shown = new Shown(agent, round);
    return draft.statements.values().stream()
            .anyMatch(said -> said.agent().equals(agent) && said.round() == round)
        || draft.points.values().stream().anyMatch(point -> point.shown.contains(shown))
        || draft.conflicts.values().stream().anyMatch(one -> one.shown.contains(shown));
  }

  private void said(Analysis analysis, Type type, List<String> texts, String field) {
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      Label label =
          new Label(
              Citations.without(text),
              Citations.without(chinese(analysis, field, i, Optional.empty())));
      boolean counts = voters.contains(analysis.tool());
      Statement statement =
          statement(
              analysis.tool(), type, i, label, check(Citations.in(text)), counts, Optional.empty());
      if (isNew(statement)) {
        draft.statements.put(statement.id(), statement);
        if (standsAlone(statement)) {
          lone(draft, statement, voters);
        }
      }
    }
  }

  /**
   * Whether a statement that nobody shares is a point of its own. What a reply holds beyond its
   * bounds may join a point, but is never voted on alone.
   */
  static boolean standsAlone(Statement said) {
    int number = number(said.id());
    return said.counts()
        && switch (said.type()) {
          case FINDING -> number <= FINDINGS;
          case CONCERN -> number <= CONCERNS;
          case APPROACH, QUESTION -> false;
        };
  }

  /** The place of a statement in its agent's list, from 1. */
  static int number(String id) {
    return Integer.parseInt(id.replaceFirst("^.*\\D", ""));
  }

  /** A statement that nobody shares is a point of one member. */
  static PointDraft lone(LedgerDraft draft, Statement said, List<String> voters) {
    return draft.newPoint(
        said.text().shortened(SENTENCE),
        List.of(said.id()),
        said.type() == Type.CONCERN ? Point.Kind.RISK : Point.Kind.FACT,
        Point.Changes.PLAN,
        said.round(),
        voters);
  }

  private void proposed(Analysis analysis) {
    List<Approach> approaches = analysis.implementationApproaches();
    for (int i = 0; i < approaches.size(); i++) {
      Approach approach = approaches.get(i);
      if (approach.name().isBlank()) {
        continue; // its agent was asked for the name; what has none cannot be chosen
      }
      Label name =
          new Label(
              approach.name(),
              chinese(analysis, "implementation_approaches", i, Optional.of("name")));
      Label description =
          new Label(
              approach.description(),
              chinese(analysis, "implementation_approaches", i, Optional.of("description")));
      // A file without a line may be one to create, so it is no place.
      List<CodeLocation> places =
          approach.affectedFiles().stream().filter(place -> place.line() > 0).toList();
      Statement statement =
          statement(
              analysis.tool(),
              Type.APPROACH,
              i,
              new Label(
                  approach.name() + ": " + approach.description(),
                  name.zh().isBlank() ? "" : name.zh() + "：" + description.zh()),
              check(places),
              voters.contains(analysis.tool()),
              Optional.of(approach));
      if (isNew(statement)) {
        draft.statements.put(statement.id(), statement);
        if (i < APPROACHES) {
          draft.newApproach(name.shortened(SENTENCE), description, List.of(statement.id()));
        }
      }
    }
  }

  private void asked(Analysis analysis) {
    for (int i = 0; i < analysis.openQuestions().size(); i++) {
      Analysis.OpenQuestion question = analysis.openQuestions().get(i);
      StringBuilder text = new StringBuilder(question.question());
      for (int option = 0; option < question.options().size(); option++) {
        text.append(option == 0 ? " Options: " : "; ")
            .append(option + 1)
            .append(". ")
            .append(question.options().get(option));
      }
      question.recommended().ifPresent(number -> text.append(". Recommended: ").append(number));
      if (!question.why().isBlank()) {
        text.append(". ").append(question.why());
      }
      Statement statement =
          statement(
              analysis.tool(),
              Type.QUESTION,
              i,
              Label.of(text.toString()),
              List.of(),
              voters.contains(analysis.tool()),
              Optional.empty());
      if (isNew(statement)) {
        draft.statements.put(statement.id(), statement);
      }
    }
  }

  /** Not entered yet, and not what its agent said in an earlier round, word for word. */
  private boolean isNew(Statement statement) {
    return draft.statements.values().stream()
        .noneMatch(
            said ->
                said.id().equals(statement.id())
                    || (said.agent().equals(statement.agent())
                        && said.round() < statement.round()
                        && said.type() == statement.type()
                        && said.text().en().equals(statement.text().en())));
  }

  private Statement statement(
      String agent,
      Type type,
      int index,
      Label text,
      List<CheckedLocation> places,
      boolean counts,
      Optional<Approach> approach) {
    String letter =
        switch (type) {
          case FINDING -> "f";
          case CONCERN -> "c";
          case APPROACH -> "s";
          case QUESTION -> "q";
        };
    return new Statement(
        agent + "." + round + "." + letter + (index + 1),
        agent,
        round,
        type,
        text,
        places,
        counts,
        false,
        approach);
  }

  private void vote(String agent, Ballot ballot) {
    for (String id : draft.ballot) {
      Optional.ofNullable(draft.points.get(id))
          .ifPresent(point -> point.shown.add(new Shown(agent, round)));
      Optional.ofNullable(draft.conflicts.get(id))
          .ifPresent(conflict -> conflict.shown.add(new Shown(agent, round)));
    }
    ballot.votes().forEach(vote -> onPoint(agent, vote));
    ballot.conflicts().forEach(vote -> onConflict(agent, vote));
    List<String> ranked =
        ballot.ranking().stream().filter(draft.approaches::containsKey).distinct().toList();
    if (!ranked.isEmpty()) {
      draft.rankings.put(agent, new Ledger.Ranking(agent, round, ranked));
    }
    for (Ballot.Objection objection : ballot.objections()) {
      // An objection to a point is a vote against it, unless the ballot votes on it as well.
      if (ballot.votes().stream().noneMatch(vote -> vote.id().equals(objection.id()))) {
        onPoint(
            agent,
            new Ballot.PointVote(
                objection.id(), Choice.DISAGREE, objection.evidence(), objection.text()));
      }
      Optional.ofNullable(draft.approaches.get(objection.id()))
          .ifPresent(
              approach ->
                  approach.objections.add(
                      new Ledger.Objection(
                          agent,
                          round,
                          Cut.shown(objection.text(), NOTE),
                          places(objection.evidence()),
                          runs(objection.evidence()))));
    }
    for (Ballot.Revision revision : ballot.revisions()) {
      Optional.ofNullable(draft.approaches.get(revision.id()))
          .ifPresent(
              approach ->
                  approach.revisions.add(
                      new Ledger.Revision(
                          agent,
                          round,
                          revision.member().filter(approach.members::contains),
                          Cut.shown(revision.changes(), NOTE))));
    }
    for (Ballot.Withdrawal withdrawal : ballot.withdrawn()) {
      draft.statements.computeIfPresent(
          withdrawal.statement(),
          (id, said) ->
              said.agent().equals(agent) ? changed(said, said.text(), said.places(), true) : said);
    }
  }

  private static Statement changed(
      Statement said, Label text, List<CheckedLocation> places, boolean withdrawn) {
    return new Statement(
        said.id(),
        said.agent(),
        said.round(),
        said.type(),
        text,
        places,
        said.counts(),
        withdrawn,
        said.approach());
  }

  private void reword(String agent, Ballot ballot) {
    for (Ballot.Rewording rewording : ballot.reworded().stream().limit(REWORDED).toList()) {
      Statement said = draft.statements.get(rewording.statement());
      Label text = Label.of(Citations.without(rewording.text()));
      if (said == null
          || !said.agent().equals(agent)
          || said.withdrawn()
          || (said.type() != Type.FINDING && said.type() != Type.CONCERN)
          || text.en().isBlank()
          || text.en().equals(said.text().en())) {
        continue;
      }
      List<PointDraft> alone =
          draft.points.values().stream()
              .filter(point -> point.members.equals(Set.of(said.id())))
              .toList();
      if (alone.stream().anyMatch(point -> CLOSED.contains(point.state))) {
        continue; // what was refuted or decided is not opened again by other words
      }
      List<CheckedLocation> places = check(Citations.in(rewording.text()));
      draft.statements.put(
          said.id(), changed(said, text, places.isEmpty() ? said.places() : places, false));
      for (PointDraft point : alone) {
        point.sentence = text.shortened(SENTENCE);
        point.votes.clear();
      }
    }
  }

  private void onPoint(String agent, Ballot.PointVote vote) {
    PointDraft point = draft.points.get(vote.id());
    if (point == null || point.kind == Point.Kind.NOTE) {
      return;
    }
    boolean reasoned = !vote.note().isBlank();
    boolean evident = !vote.evidence().isEmpty();
    boolean holds =
        switch (vote.vote()) {
          case AGREE -> reasoned || evident || point.agents(false).contains(agent);
          case DISAGREE -> reasoned && evident;
          case PARTLY, MISREAD -> reasoned;
          case UNSURE -> true;
        };
    point.votes.put(
        agent,
        new Vote(
            agent,
            round,
            holds ? vote.vote() : Choice.UNSURE,
            places(vote.evidence()),
            runs(vote.evidence()),
            Cut.shown(vote.note(), NOTE)));
  }

  private void onConflict(String agent, Ballot.ConflictVote vote) {
    ConflictDraft conflict = draft.conflicts.get(vote.id());
    if (conflict != null && vote.side() <= conflict.sides.size()) {
      conflict.votes.put(
          agent,
          new Ledger.SideVote(
              agent,
              round,
              vote.side(),
              places(vote.evidence()),
              runs(vote.evidence()),
              Cut.shown(vote.why(), NOTE)));
    }
  }

  private List<CheckedLocation> places(List<String> evidence) {
    List<CodeLocation> places = new ArrayList<>();
    for (String one : evidence) {
      if (!isRun(one)) {
        // Brackets, since a bare path needs no extension: Makefile:12.
        List<CodeLocation> found = Citations.in(one);
        places.addAll(found.isEmpty() ? Citations.in("[" + one.strip() + "]") : found);
      }
    }
    return check(places);
  }

  private static List<String> runs(List<String> evidence) {
    return evidence.stream()
        .filter(ReplyEntry::isRun)
        .limit(PLACES)
        .map(one -> Cut.shown(one.strip().substring(RUN.length()).strip(), NOTE))
        .toList();
  }

  private static boolean isRun(String evidence) {
    return evidence.strip().regionMatches(true, 0, RUN, 0, RUN.length());
  }

  private List<CheckedLocation> check(List<CodeLocation> places) {
    return places.stream()
        .limit(PLACES)
        .map(place -> EvidenceRules.check(place, tree))
        .distinct()
        .toList();
  }

  private static String chinese(Analysis analysis, String list, int index, Optional<String> field) {
    return analysis
        .zh()
        .map(zh -> zh.path(list).path(index))
        .map(node -> field.map(node::path).orElse(node).asText(""))
        .orElse("");
  }
}

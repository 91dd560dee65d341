package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.activities.discussion.LedgerDraft.ConflictDraft;
import dev.conclave.activities.discussion.LedgerDraft.PointDraft;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Finding;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Statement.StatementType;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.WireMapper;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Enters analysts' replies into the ledger; docs/discussion.md, sections 1 to 3. */
public final class LedgerRules {
  /** The ledger's name among a request's documents, and its field in a round's record. */
  public static final String DOCUMENT = "ledger";

  /** Characters of a statement, a note or a reason. */
  public static final int SAID = 600;

  /** Characters of a statement that is voted on alone, or of a revision. */
  public static final int IN_FULL = 2_000;

  public static final int SENTENCE = 400;

  private static final int FINDINGS = 12;

  private static final int CONCERNS = 8;

  private static final int APPROACHES = 3;

  private static final int REVISIONS = 8;

  private static final int PLACES = 20;
  private static final String RUN = "run:";

  /** Separators of the parts of an analyst's question. */
  private static final String OPTIONS = " Options: ";

  private static final String RECOMMENDED = ". Recommended: ";
  private static final String WHY = ". Why: ";

  private final LedgerDraft draft;
  private final int round;
  private final List<String> voters;
  private final TreeFacts tree;

  private LedgerRules(LedgerDraft draft, int round, List<String> voters, TreeFacts tree) {
    this.draft = draft;
    this.round = round;
    this.voters = voters;
    this.tree = tree;
  }

  /** Returns the ledger shown in a request's prompt; empty in the first round of a direction. */
  public static Optional<Ledger> of(DocumentStore documents, AskRequest request) {
    return Optional.ofNullable(request.documents().get(DOCUMENT)).map(ref -> read(documents, ref));
  }

  /** Reads a ledger from its document or from a round's record. */
  static Ledger read(DocumentStore documents, DocumentRef ref) {
    return WireMapper.get().convertValue(ledger(documents.read(ref, JsonNode.class)), Ledger.class);
  }

  public static JsonNode ledger(JsonNode document) {
    return document.path(DOCUMENT).isObject() ? document.path(DOCUMENT) : document;
  }

  /**
   * Returns the agents whose analyses count for agreement, in alphabetical order: those with a
   * receipt, whose analysis was neither extracted by fallback nor made without a model.
   */
  static List<String> voters(Collection<Analysis> analyses, Collection<AgentRun> runs) {
    return analyses.stream()
        .filter(LedgerRules::counts)
        .map(Analysis::tool)
        .filter(
            agent ->
                runs.stream()
                    .anyMatch(
                        run ->
                            run.agent().equals(agent)
                                && run.answered()
                                && run.receipt().isPresent()))
        .distinct()
        .sorted()
        .toList();
  }

  /** Returns whether an analysis is a model's answer that could be read. */
  static boolean counts(Analysis analysis) {
    return !analysis.fallback()
        && !analysis.degraded()
        && !analysis.tool().equals(AgentStatus.DIRECT);
  }

  /** Returns the ledger with the replies of a round. Idempotent. */
  public static Ledger merge(
      Ledger ledger,
      int round,
      List<Analysis> analyses,
      Collection<AgentRun> runs,
      List<Ledger.HumanAnswer> answers,
      TreeFacts tree) {
    LedgerDraft draft = new LedgerDraft(ledger);
    new LedgerRules(draft, round, voters(analyses, runs), tree).merge(analyses);
    // In serial mode more replies may follow: absent agents are known only when the round is
    // counted.
    new VoteCount(draft, answers, List.of()).count();
    return draft.ledger();
  }

  /**
   * Returns whether a moderator is needed: two agents have spoken, and the round brought a new
   * statement or a vote that calls a point partly right or misread.
   */
  static boolean needsModeration(Ledger ledger, int round) {
    return ledger.statements().stream()
                .map(Ledger.Statement::agent)
                .filter(agent -> !agent.equals(AgentStatus.DIRECT))
                .distinct()
                .count()
            > 1
        && (ledger.statements().stream().anyMatch(said -> said.round() == round)
            || ledger.points().stream()
                .flatMap(point -> point.votes().stream())
                .anyMatch(vote -> vote.round() == round && vote.choice().unclear()));
  }

  private void merge(List<Analysis> analyses) {
    List<Analysis> voting =
        analyses.stream()
            .filter(one -> voters.contains(one.tool()) && !entered(one.tool()))
            .toList();
    // Ballots first: a reply cannot vote on its own statements.
    voting.forEach(one -> one.ballot().ifPresent(ballot -> vote(one.tool(), ballot)));
    for (Analysis analysis : analyses) {
      said(analysis, StatementType.FINDING, analysis.findings(), "/findings/");
      said(analysis, StatementType.CONCERN, analysis.technicalConcerns(), "/technical_concerns/");
      proposed(analysis);
      asked(analysis);
      reported(analysis);
    }
  }

  /**
   * Returns whether the agent's reply of this round is in the ledger, because a ballot counts once.
   */
  private boolean entered(String agent) {
    Ledger.Shown shown = new Ledger.Shown(agent, round);
    return draft.statements.values().stream()
            .anyMatch(said -> said.agent().equals(agent) && said.round() == round)
        || draft.points.values().stream().anyMatch(point -> point.shown.contains(shown))
        || draft.conflicts.values().stream().anyMatch(one -> one.shown.contains(shown));
  }

  private void said(Analysis analysis, StatementType type, List<String> texts, String translated) {
    for (int i = 0; i < texts.size(); i++) {
      LocalizedText text =
          new LocalizedText(
              EvidenceRules.withoutPlaces(texts.get(i)),
              EvidenceRules.withoutPlaces(chinese(analysis, translated + i)));
      add(analysis, type, i, text, EvidenceRules.citedIn(texts.get(i), tree), null, null);
    }
  }

  /**
   * Returns whether a statement that no other agent shares is a point. Statements beyond the limits
   * of a reply may join a point, but are never voted on alone.
   */
  static boolean standsAlone(Ledger.Statement said) {
    return said.counts()
        && switch (said.type()) {
          case FINDING -> number(said.id()) <= FINDINGS;
          case CONCERN -> number(said.id()) <= CONCERNS;
          case APPROACH, QUESTION -> false;
        };
  }

  /** Returns the position of a statement in its agent's list, from 1. */
  static int number(String id) {
    return Integer.parseInt(id.replaceFirst("^.*\\D", ""));
  }

  static void addLonePoint(LedgerDraft draft, Ledger.Statement said, List<String> voters) {
    PointDraft point =
        draft.newPoint(said.text().shortened(SENTENCE), List.of(said.id()), said.round(), voters);
    point.kind =
        said.type() == StatementType.CONCERN
            ? Ledger.Point.PointKind.RISK
            : Ledger.Point.PointKind.FACT;
  }

  private void reported(Analysis analysis) {
    for (int i = 0; i < analysis.faults().size(); i++) {
      Finding fault = analysis.faults().get(i);
      List<CodeLocation> places = new ArrayList<>();
      places.add(new CodeLocation(fault.file(), fault.line(), ""));
      fault.evidence().stream()
          .filter(one -> !isRun(one))
          .forEach(one -> places.addAll(EvidenceRules.citedIn(one, tree)));
      LocalizedText text = LocalizedText.of(fault.statement());
      add(analysis, StatementType.FINDING, i, text, places, null, fault);
    }
  }

  private void proposed(Analysis analysis) {
    for (int i = 0; i < analysis.implementationApproaches().size(); i++) {
      Approach approach = analysis.implementationApproaches().get(i);
      if (approach.name().isBlank()) {
        continue; // a repair asked for the name; without one it cannot be chosen
      }
      String translated = "/implementation_approaches/" + i;
      LocalizedText name =
          new LocalizedText(approach.name(), chinese(analysis, translated + "/name"));
      LocalizedText description =
          new LocalizedText(approach.description(), chinese(analysis, translated + "/description"));
      LocalizedText text =
          new LocalizedText(
              name.en() + ": " + description.en(),
              name.zh().isBlank() ? "" : name.zh() + "：" + description.zh());
      // A file without a line may be one to create, so it is not a citation.
      List<CodeLocation> places =
          approach.affectedFiles().stream().filter(place -> place.line() > 0).toList();
      add(analysis, StatementType.APPROACH, i, text, places, approach, null);
    }
  }

  private void asked(Analysis analysis) {
    for (int i = 0; i < analysis.openQuestions().size(); i++) {
      Analysis.OpenQuestion question = analysis.openQuestions().get(i);
      StringBuilder text = new StringBuilder(question.question());
      for (int option = 1; option <= question.options().size(); option++) {
        text.append(option == 1 ? OPTIONS : "; ").append(option).append(". ");
        text.append(question.options().get(option - 1));
      }
      question.recommended().ifPresent(number -> text.append(RECOMMENDED).append(number));
      text.append(question.why().isBlank() ? "" : WHY + question.why());
      LocalizedText label = LocalizedText.of(text.toString());
      add(analysis, StatementType.QUESTION, i, label, List.of(), null, null);
    }
  }

  static Analysis.OpenQuestion question(Ledger.Statement said) {
    String text = said.text().en();
    int why = text.lastIndexOf(WHY);
    String[] parts = text.substring(0, why < 0 ? text.length() : why).split(RECOMMENDED, 2);
    String[] asked = parts[0].split(OPTIONS, 2);
    List<String> options = new ArrayList<>();
    for (String part : asked.length < 2 ? new String[0] : asked[1].split("; ", -1)) {
      String number = (options.size() + 1) + ". ";
      if (part.startsWith(number)) {
        options.add(part.substring(number.length()));
      } else if (!options.isEmpty()) {
        options.set(options.size() - 1, options.get(options.size() - 1) + "; " + part);
      }
    }
    int recommended =
        parts.length > 1 && parts[1].matches("[1-9]") ? Integer.parseInt(parts[1]) : 0;
    return new Analysis.OpenQuestion(
        asked[0],
        options,
        Optional.of(recommended).filter(number -> number > 0 && number <= options.size()),
        "");
  }

  /** Enters a statement, unless its agent has said it before, with its own point or approach. */
  private void add(
      Analysis analysis,
      StatementType type,
      int index,
      LocalizedText text,
      List<CodeLocation> places,
      @Nullable Approach approach,
      @Nullable Finding finding) {
    String agent = analysis.tool();
    String letter =
        switch (type) {
          case FINDING -> "f";
          case CONCERN -> "c";
          case APPROACH -> "s";
          case QUESTION -> "q";
        };
    String id = agent + "." + round + "." + letter + (index + 1);
    boolean known =
        draft.statements.values().stream()
            .anyMatch(
                said ->
                    said.id().equals(id)
                        || (said.agent().equals(agent)
                            && said.round() < round
                            && said.type() == type
                            && said.text().en().equals(text.en())));
    if (known) {
      return;
    }
    Ledger.Statement said =
        new Ledger.Statement(
            id,
            agent,
            round,
            type,
            text,
            check(places),
            voters.contains(agent),
            false,
            Optional.ofNullable(approach),
            finding);
    draft.statements.put(id, said);
    if (standsAlone(said)) {
      addLonePoint(draft, said, voters);
    } else if (approach != null && index < APPROACHES) {
      propose(draft, id);
    }
  }

  private void vote(String agent, Ballot ballot) {
    Ledger.Shown shown = new Ledger.Shown(agent, round);
    for (String id : draft.ballot) {
      PointDraft point = draft.points.get(id);
      if (point != null && (draft.isOpen(point) || !own(agent, point.members).isEmpty())) {
        point.shown.add(shown);
      }
      ConflictDraft conflict = draft.conflicts.get(id);
      if (conflict != null) {
        conflict.shown.add(shown);
      }
    }
    ballot.votes().forEach(vote -> onPoint(agent, vote));
    ballot.votes().stream()
        .filter(vote -> vote.vote() == Choice.MISREAD && !vote.note().isBlank())
        .flatMap(vote -> Stream.ofNullable(draft.approaches.get(vote.id())))
        .toList()
        .forEach(entry -> takeApart(agent, entry));
    ballot.conflicts().forEach(vote -> onConflict(agent, vote));
    List<String> ranked =
        ballot.ranking().stream().filter(draft.approaches::containsKey).distinct().toList();
    if (!ranked.isEmpty()) {
      draft.rankings.put(agent, new Ledger.AgentRanking(agent, round, ranked));
    }
    ranked.stream()
        .flatMap(id -> Stream.ofNullable(draft.approaches.get(id)))
        .forEach(entry -> entry.confirmed.addAll(own(agent, entry.members)));
    for (Ballot.RaisedObjection one : ballot.objections()) {
      List<String> evidence = one.evidence();
      // An objection to a point is a vote against it, unless the ballot also votes on it.
      if (ballot.votes().stream().noneMatch(vote -> vote.id().equals(one.id()))) {
        onPoint(agent, new Ballot.PointVote(one.id(), Choice.DISAGREE, evidence, one.text()));
      }
      String text = Cut.shorten(one.text(), SAID);
      var objection = new Ledger.Objection(agent, round, text, places(evidence), runs(evidence));
      LedgerDraft.ApproachDraft approach = draft.approaches.get(one.id());
      if (approach != null) {
        approach.objections.add(objection);
      }
    }
    for (Ballot.ProposedRevision one : ballot.revisions().stream().limit(REVISIONS).toList()) {
      LedgerDraft.ApproachDraft approach = draft.approaches.get(one.id());
      if (approach != null) {
        Optional<String> member = one.member().filter(approach.members::contains);
        String changes = Cut.shorten(one.changes(), IN_FULL);
        approach.revisions.add(new Ledger.Revision(agent, round, member, changes));
      }
    }
    ballot.withdrawn().stream()
        .flatMap(one -> Stream.ofNullable(draft.statements.get(one.statement())))
        .filter(said -> said.agent().equals(agent))
        .forEach(said -> draft.statements.put(said.id(), said.withWithdrawn(true)));
    confirm(agent, ballot);
  }

  /**
   * Confirms or rejects where a moderator put an analyst's statements. They are confirmed in a
   * point that the analyst was shown and did not object to, and leave a point that misreads them.
   * An empty ballot confirms nothing.
   */
  private void confirm(String agent, Ballot ballot) {
    if (ballot.votes().isEmpty() && ballot.conflicts().isEmpty() && ballot.ranking().isEmpty()) {
      return;
    }
    for (PointDraft point : draft.points.values()) {
      List<String> own = own(agent, point.members);
      Ledger.Vote vote = point.voteOf(agent);
      boolean voted = vote != null && vote.round() == round;
      Choice choice = vote == null ? Choice.AGREE : vote.choice();
      if (choice == Choice.MISREAD && !draft.isWhole(point)) {
        own.forEach(point.members::remove);
        own.forEach(point.confirmed::remove);
      } else if (choice == Choice.AGREE && (voted || draft.ballot.contains(point.id))) {
        point.confirmed.addAll(own);
      }
    }
  }

  private List<String> own(String agent, Collection<String> members) {
    return members.stream().filter(id -> draft.statement(id).agent().equals(agent)).toList();
  }

  /** Takes an analyst's proposals out of an entry of several, so that they are separate again. */
  private void takeApart(String agent, LedgerDraft.ApproachDraft entry) {
    for (String id : own(agent, entry.members)) {
      if (entry.members.size() > 1) {
        entry.members.remove(id);
        propose(draft, id);
      }
    }
  }

  static LedgerDraft.ApproachDraft propose(LedgerDraft draft, String id) {
    Ledger.Statement said = draft.statement(id);
    String[] translated = said.text().zh().split("：", 2);
    LocalizedText description =
        new LocalizedText(
            said.approach().orElseThrow().description(),
            translated.length > 1 ? translated[1] : "");
    return draft.newApproach(name(said), description, List.of(id));
  }

  static LocalizedText name(Ledger.Statement said) {
    String name = said.approach().map(Approach::name).orElse("");
    return new LocalizedText(name, said.text().zh().split("：", 2)[0]).shortened(SENTENCE);
  }

  private void onPoint(String agent, Ballot.PointVote vote) {
    PointDraft point = draft.points.get(vote.id());
    boolean note = point != null && point.kind == Ledger.Point.PointKind.NOTE;
    if (point == null || (note && own(agent, point.members).isEmpty())) {
      return;
    }
    if (note) {
      point.kind = Ledger.Point.PointKind.FACT; // its analyst votes on it, so it is about the code
    }
    boolean reasoned = !vote.note().isBlank();
    boolean evident = !vote.evidence().isEmpty();
    boolean holds =
        switch (vote.vote()) {
          case AGREE -> reasoned || evident || draft.agentsOf(point.members, false).contains(agent);
          case DISAGREE -> reasoned && evident;
          case PARTLY, MISREAD -> reasoned;
          case UNSURE -> true;
        };
    point.vote(
        new Ledger.Vote(
            agent,
            round,
            holds ? vote.vote() : Choice.UNSURE,
            places(vote.evidence()),
            runs(vote.evidence()),
            Cut.shorten(vote.note(), SAID)));
  }

  private void onConflict(String agent, Ballot.ConflictVote vote) {
    ConflictDraft conflict = draft.conflicts.get(vote.id());
    if (conflict != null && vote.side() <= conflict.sides.size()) {
      conflict.vote(
          new Ledger.SideVote(
              agent,
              round,
              vote.side(),
              places(vote.evidence()),
              runs(vote.evidence()),
              Cut.shorten(vote.why(), SAID)));
    }
  }

  private List<CheckedLocation> places(List<String> evidence) {
    List<CodeLocation> places = new ArrayList<>();
    for (String one : evidence) {
      if (!isRun(one)) {
        // In brackets a path needs no extension: Makefile:12.
        List<CodeLocation> found = EvidenceRules.citedIn(one, tree);
        places.addAll(found.isEmpty() ? EvidenceRules.citedIn("[" + one.strip() + "]") : found);
      }
    }
    return check(places);
  }

  private static List<String> runs(List<String> evidence) {
    return evidence.stream()
        .filter(LedgerRules::isRun)
        .limit(PLACES)
        .map(one -> Cut.shorten(one.strip().substring(RUN.length()).strip(), SAID))
        .toList();
  }

  static boolean isRun(String evidence) {
    return evidence.strip().regionMatches(true, 0, RUN, 0, RUN.length());
  }

  private List<CheckedLocation> check(List<CodeLocation> places) {
    return places.stream()
        .limit(PLACES)
        .map(place -> EvidenceRules.check(place, tree))
        .distinct()
        .toList();
  }

  private static String chinese(Analysis analysis, String pointer) {
    return analysis.zh().map(zh -> zh.at(pointer).asText("")).orElse("");
  }
}

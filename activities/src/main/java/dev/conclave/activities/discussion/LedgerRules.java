package dev.conclave.activities.discussion;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.conclave.workflows.api.AgentStatus;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Ledger.Point.Kind;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.WireMapper;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Enters replies into a ledger and keeps it within its bound. Pure. */
public final class LedgerRules {
  /** Characters of a statement, a note or a reason in a prompt. */
  public static final int SAID = 600;

  /** Characters of a statement that is voted on alone. */
  public static final int IN_FULL = 2_000;

  private static final int[] TEXTS = {400, 240, 120, 60};

  private LedgerRules() {}

  /** The ledger with the replies of a round; entering one twice changes nothing. */
  public static Ledger enter(
      Ledger ledger,
      int round,
      List<Analysis> analyses,
      Collection<AgentRun> runs,
      List<HumanAnswer> answers,
      TreeFacts tree) {
    LedgerDraft draft = new LedgerDraft(ledger);
    List<String> voters = Voters.of(analyses, runs);
    ReplyEntry entry = new ReplyEntry(draft, round, voters, tree);
    analyses.forEach(entry::enter);
    // In serial mode this is one of several: who is absent shows when the round is counted.
    new VoteCount(draft, answers, List.of()).count();
    return draft.ledger();
  }

  /**
   * Whether a moderator has something to do: two agents have spoken, and the round brought a new
   * statement or a vote that says a point is half right or misread.
   */
  public static boolean needsModeration(Ledger ledger, int round) {
    boolean several =
        ledger.statements().stream()
                .map(Statement::agent)
                .filter(agent -> !agent.equals(AgentStatus.DIRECT))
                .distinct()
                .count()
            > 1;
    boolean news = ledger.statements().stream().anyMatch(said -> said.round() == round);
    boolean unclear =
        ledger.points().stream()
            .flatMap(point -> point.votes().stream())
            .anyMatch(vote -> vote.round() == round && vote.choice().unclear());
    return several && (news || unclear);
  }

  /**
   * The ledger within {@link Ledger#BYTES}: votes lose their notes and statements what their
   * proposals hold beside the name, texts their ends, at last whole points go, those first that
   * nobody needs any more. The round's document keeps all of it.
   */
  public static Ledger bounded(Ledger ledger) {
    if (bytes(ledger) <= Ledger.BYTES) {
      return ledger;
    }
    Ledger bounded = ledger;
    for (int characters : TEXTS) {
      bounded = shortened(ledger, characters);
      if (bytes(bounded) <= Ledger.BYTES) {
        break;
      }
    }
    while (bytes(bounded) > Ledger.BYTES && !bounded.points().isEmpty()) {
      bounded = withFewerPoints(bounded);
    }
    return bounded;
  }

  /** States of points, those first that are the least missed; of equals the older. */
  private static final List<State> DISPENSABLE =
      List.of(
          State.WITHDRAWN,
          State.REFUTED,
          State.OUTVOTED,
          State.LONE,
          State.PARTIAL,
          State.DECIDED,
          State.DISPUTED,
          State.AGREED);

  /** Without an eighth of the points, and without the statements that nothing else refers to. */
  private static Ledger withFewerPoints(Ledger ledger) {
    Set<String> gone =
        ledger.points().stream()
            .sorted(
                Comparator.comparing((Ledger.Point point) -> point.kind() != Kind.NOTE)
                    .thenComparing(point -> DISPENSABLE.indexOf(point.state()))
                    .thenComparing(Ledger.Point::round))
            .limit(ledger.points().size() / 8 + 1L)
            .map(Ledger.Point::id)
            .collect(Collectors.toSet());
    List<Ledger.Point> points =
        ledger.points().stream().filter(point -> !gone.contains(point.id())).toList();
    Set<String> needed = new HashSet<>();
    points.forEach(point -> needed.addAll(point.members()));
    ledger.conflicts().forEach(one -> one.sides().forEach(side -> needed.addAll(side.members())));
    ledger.approaches().forEach(one -> needed.addAll(one.members()));
    ledger.questions().forEach(one -> needed.addAll(one.from()));
    return new Ledger(
        ledger.next(),
        ledger.statements().stream().filter(said -> needed.contains(said.id())).toList(),
        points,
        ledger.conflicts(),
        ledger.approaches(),
        ledger.questions(),
        ledger.rankings(),
        ledger.ballot().stream().filter(id -> !gone.contains(id)).toList(),
        ledger.waiting());
  }

  private static Ledger shortened(Ledger ledger, int characters) {
    return new Ledger(
        ledger.next(),
        ledger.statements().stream()
            .map(
                said ->
                    new Statement(
                        said.id(),
                        said.agent(),
                        said.round(),
                        said.type(),
                        cut(said.text(), characters),
                        said.places().stream().limit(3).toList(),
                        said.counts(),
                        said.withdrawn(),
                        Optional.empty()))
            .toList(),
        ledger.points().stream()
            .map(
                point ->
                    new Ledger.Point(
                        point.id(),
                        cut(point.sentence(), characters),
                        point.kind(),
                        point.changes(),
                        point.members(),
                        point.votes().stream()
                            .map(
                                vote ->
                                    new Ledger.Vote(
                                        vote.agent(),
                                        vote.round(),
                                        vote.choice(),
                                        vote.evidence().stream().limit(2).toList(),
                                        List.of(),
                                        ""))
                            .toList(),
                        point.state(),
                        point.round(),
                        point.voters(),
                        point.shown(),
                        point.against(),
                        point.answer()))
            .toList(),
        ledger.conflicts().stream()
            .map(
                one ->
                    new Ledger.Conflict(
                        one.id(),
                        cut(one.question(), characters),
                        one.sides().stream()
                            .map(
                                side ->
                                    new Ledger.Side(
                                        cut(side.position(), characters), side.members()))
                            .toList(),
                        one.settledBy(),
                        Cut.shown(one.why(), characters),
                        one.votes().stream()
                            .map(
                                vote ->
                                    new Ledger.SideVote(
                                        vote.agent(),
                                        vote.round(),
                                        vote.side(),
                                        vote.evidence().stream().limit(2).toList(),
                                        List.of(),
                                        ""))
                            .toList(),
                        one.state(),
                        one.how(),
                        one.winner(),
                        one.round(),
                        one.shown()))
            .toList(),
        ledger.approaches().stream()
            .map(
                one ->
                    new Ledger.ApproachEntry(
                        one.id(),
                        cut(one.name(), characters),
                        cut(one.description(), characters),
                        one.members(),
                        texts(one.differences(), characters),
                        texts(one.pros(), characters),
                        texts(one.cons(), characters),
                        one.objections().stream()
                            .map(
                                objection ->
                                    new Ledger.Objection(
                                        objection.agent(),
                                        objection.round(),
                                        Cut.shown(objection.text(), characters),
                                        List.of(),
                                        List.of()))
                            .toList(),
                        one.revisions().stream()
                            .map(
                                revision ->
                                    new Ledger.Revision(
                                        revision.agent(),
                                        revision.round(),
                                        revision.member(),
                                        Cut.shown(revision.changes(), characters)))
                            .toList()))
            .toList(),
        ledger.questions(),
        ledger.rankings(),
        ledger.ballot(),
        ledger.waiting());
  }

  private static List<String> texts(List<String> texts, int characters) {
    return texts.stream().map(text -> Cut.shown(text, characters)).toList();
  }

  private static Label cut(Label text, int characters) {
    return new Label(Cut.shown(text.en(), characters), Cut.shown(text.zh(), characters));
  }

  private static int bytes(Ledger ledger) {
    try {
      return WireMapper.get().writeValueAsBytes(ledger).length;
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("records of ours are JSON", e);
    }
  }
}

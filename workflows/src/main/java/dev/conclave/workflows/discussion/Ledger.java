package dev.conclave.workflows.discussion;

import dev.conclave.workflows.model.LocalizedText;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What was said in a session and what became of it; docs/discussion.md, section 1. It grows over
 * the rounds of a direction; a new direction starts an empty one, whose ids go on.
 *
 * <p>The full ledger is part of the round's document. The workflow's state holds one of at most
 * {@link #BYTES}, in which notes, then long texts, are cut.
 *
 * @param points that statements make, in the order of their ids
 * @param questions that no code can answer, in the order of their ids
 * @param ballot ids of the entries that the next ballot asks a vote on, at most 30
 * @param waiting how many open entries did not fit into that ballot
 */
public record Ledger(
    Next next,
    List<Statement> statements,
    List<Point> points,
    List<Conflict> conflicts,
    List<ApproachEntry> approaches,
    List<Question> questions,
    List<AgentRanking> rankings,
    List<String> ballot,
    int waiting) {

  /** The most that the workflow's state holds of it, as JSON. */
  public static final int BYTES = 192 << 10;

  /** After so many ballots what the voters cannot settle goes to the human. */
  public static final int BALLOTS = 2;

  public static final Ledger EMPTY = startingAt(new Next(1, 1, 1, 1));

  /** An empty ledger whose ids go on where another one ended. */
  public static Ledger startingAt(Next next) {
    return new Ledger(
        next, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 0);
  }

  /**
   * A ledger that asks for votes on what a change is to achieve, before anybody has said anything.
   */
  public static Ledger ofCriteria(List<LocalizedText> criteria) {
    List<Point> points = new ArrayList<>();
    for (LocalizedText text : criteria) {
      points.add(
          new Point(
              "P" + (points.size() + 1),
              text,
              Optional.empty(),
              Point.PointKind.CRITERION,
              Point.Changes.CHOICE,
              List.of(),
              List.of(),
              List.of(),
              List.of(),
              Point.PointState.LONE,
              1,
              List.of(),
              List.of(),
              Optional.empty(),
              Optional.empty()));
    }
    return new Ledger(
        new Next(points.size() + 1, 1, 1, 1),
        List.of(),
        points,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        points.stream().map(Point::id).toList(),
        0);
  }

  public record Next(int point, int conflict, int approach, int question) {}

  /**
   * One thing that an analyst said.
   *
   * @param id such as {@code gemini.1.f3}: agent, round, kind and number
   * @param text as it was said, without its citations
   * @param counts whether its analyst is a voter of that round; what another one says may join a
   *     point, but is no point of its own and no vote
   * @param finding the fault that a reviewer reports with it
   */
  @RecordBuilder
  public record Statement(
      String id,
      String agent,
      int round,
      StatementType type,
      LocalizedText text,
      List<CheckedLocation> places,
      boolean counts,
      boolean withdrawn,
      Optional<Approach> approach,
      @Nullable Finding finding)
      implements LedgerStatementBuilder.With {

    /** What kind of statement it is, and the letter of its id. */
    public enum StatementType {
      FINDING,
      CONCERN,
      APPROACH,
      QUESTION
    }
  }

  /**
   * One neutral sentence and who stands behind it.
   *
   * @param id such as {@code P7}
   * @param sentence its members' own words until their analysts have confirmed a common sentence
   * @param proposed the moderator's sentence that its members' analysts have not all confirmed
   * @param members ids of the statements that say it
   * @param confirmed the members that are the sentence word for word, or whose analysts let it
   *     stand in a ballot
   * @param votes the last one of each agent
   * @param reworded the votes that had its sentence worded anew; they count no more
   * @param round in which it was first said
   * @param voters of its first round, all of whom had its statements before them
   * @param shown whose ballots it was in, while it was open
   */
  public record Point(
      String id,
      LocalizedText sentence,
      Optional<LocalizedText> proposed,
      PointKind kind,
      Changes changes,
      List<String> members,
      List<String> confirmed,
      List<Vote> votes,
      List<Vote> reworded,
      PointState state,
      int round,
      List<String> voters,
      List<Shown> shown,
      Optional<String> against,
      Optional<String> answer) {

    /** What it speaks of. A note speaks of the analysis, not of the code, and is never voted on. */
    public enum PointKind {
      FACT,
      RISK,
      CHOICE,
      NOTE,
      /** What a change is to achieve: asked for before anybody said anything, without members. */
      CRITERION
    }

    /** What it would change: which approach is chosen, what the plan's tasks do, or nothing. */
    public enum Changes {
      CHOICE,
      PLAN,
      NONE
    }

    /** What the votes make of it; docs/discussion.md, section 5. */
    public enum PointState {
      LONE,
      PARTIAL,
      PUT_TOGETHER,
      AGREED,
      DISPUTED,
      OUTVOTED,
      REFUTED,
      WITHDRAWN,
      DECIDED
    }

    public boolean open() {
      return kind != PointKind.NOTE
          && against.isEmpty()
          && (state == PointState.LONE
              || state == PointState.PARTIAL
              || state == PointState.PUT_TOGETHER
              || state == PointState.DISPUTED);
    }

    /** What is voted on. */
    public LocalizedText worded() {
      return proposed.orElse(sentence);
    }

    public int ballots() {
      return Shown.ballots(shown);
    }
  }

  /** That an entry was in the ballot of an agent in a round. */
  public record Shown(String agent, int round) {
    public static int ballots(Collection<Shown> shown) {
      return (int) shown.stream().mapToInt(Shown::round).distinct().count();
    }
  }

  /**
   * One agent's vote on a point.
   *
   * @param evidence places that it cites
   * @param runs what it ran and what came out
   */
  public record Vote(
      String agent,
      int round,
      Choice choice,
      List<CheckedLocation> evidence,
      List<String> runs,
      String note) {

    public enum Choice {
      AGREE,
      DISAGREE,
      PARTLY,
      UNSURE,
      MISREAD;

      /** Whether it says that the point holds, or that it does not. */
      public boolean decisive() {
        return this == AGREE || this == DISAGREE;
      }

      /** Whether it sends the point to the next moderation. */
      public boolean unclear() {
        return this == PARTLY || this == MISREAD;
      }
    }
  }

  /**
   * Statements that cannot all be true, or cannot all be done.
   *
   * @param id such as {@code C2}
   * @param votes the last one of each agent
   * @param how it was settled or dissolved, and by whom; empty while it is open
   * @param winner number of the side that holds, from 1, once it is settled; while a conflict for
   *     the human is open, the side that the voters recommend
   * @param round in which it was first seen
   * @param shown whose ballots it was in, while it was open
   */
  public record Conflict(
      String id,
      LocalizedText question,
      List<Side> sides,
      SettledBy settledBy,
      String why,
      List<SideVote> votes,
      ConflictState state,
      Optional<String> how,
      Optional<Integer> winner,
      int round,
      List<Shown> shown) {

    /** Who can settle a conflict: whoever reads or runs the code, or the human alone. */
    public enum SettledBy {
      CODE,
      HUMAN
    }

    public enum ConflictState {
      OPEN,
      SETTLED,
      DISSOLVED
    }

    /** Why a conflict is there that no moderator has seen. */
    public static final String WHICH_WAY = "the voters rank different approaches first";

    /** Whether the voters rank different approaches first, and the human chooses among those. */
    public boolean asksWhichWay() {
      return why.equals(WHICH_WAY);
    }

    public boolean open() {
      return state == ConflictState.OPEN;
    }

    public int ballots() {
      return Shown.ballots(shown);
    }
  }

  /** One side of a conflict; sides are numbered from 1 in their order. */
  public record Side(LocalizedText position, List<String> members) {}

  /**
   * One agent's vote on a conflict.
   *
   * @param side number of a side, {@link #BOTH_HOLD} or {@link #NEITHER}
   */
  public record SideVote(
      String agent,
      int round,
      int side,
      List<CheckedLocation> evidence,
      List<String> runs,
      String why) {
    public static final int BOTH_HOLD = 0;
    public static final int NEITHER = -1;
  }

  /**
   * Proposals that are one.
   *
   * @param id such as {@code S1}
   * @param name the names that its analysts gave, until they have confirmed a common one
   * @param proposed the moderator's name that they have not all confirmed
   * @param members ids of the statements that propose it
   * @param confirmed the members whose analysts have confirmed in a ballot that they are one
   * @param differences between its members, which the plan has to choose from
   * @param pros merged by the moderator; empty when nobody merged them
   */
  public record ApproachEntry(
      String id,
      LocalizedText name,
      Optional<LocalizedText> proposed,
      LocalizedText description,
      List<String> members,
      List<String> confirmed,
      List<String> differences,
      List<String> pros,
      List<String> cons,
      List<Objection> objections,
      List<Revision> revisions) {

    /** Whether it is one proposal, or every analyst of it has confirmed that they are one. */
    public boolean whole() {
      return members.size() == 1 || confirmed.containsAll(members);
    }
  }

  public record Objection(
      String agent, int round, String text, List<CheckedLocation> evidence, List<String> runs) {}

  /**
   * How an approach should be changed.
   *
   * @param member id of the statement whose variant it changes; empty when it changes all
   */
  public record Revision(String agent, int round, Optional<String> member, String changes) {}

  /** Ids of approaches in one agent's order, best first. */
  public record AgentRanking(String agent, int round, List<String> approaches) {}

  /**
   * What is asked of the human.
   *
   * @param id {@code Q1} for one of the ledger's own; a conflict or a point that becomes a question
   *     keeps its id
   * @param recommended number of an option, from 1
   * @param from ids of the statements it comes from
   */
  @RecordBuilder
  public record Question(
      String id,
      LocalizedText question,
      List<LocalizedText> options,
      Optional<Integer> recommended,
      List<String> recommendedBy,
      List<String> from,
      Optional<String> answer)
      implements LedgerQuestionBuilder.With {
    private static final int TEXT = 300;
    private static final int OPTION = 300;

    /** The same in the first of these languages, as a person is asked it. */
    public Question in(List<String> languages) {
      return withQuestion(LocalizedText.of(question.in(languages)))
          .withOptions(
              options.stream().map(option -> LocalizedText.of(option.in(languages))).toList());
    }

    /** The same as a decision keeps it, with shorter texts. */
    public Question shortened() {
      return withQuestion(question.shortened(TEXT))
          .withOptions(options.stream().map(option -> option.shortened(OPTION)).toList());
    }

    /** Its options, the recommended one with who recommends it. */
    public List<String> advised() {
      List<String> advised = new ArrayList<>();
      for (LocalizedText option : options) {
        boolean best = recommended.equals(Optional.of(advised.size() + 1));
        advised.add(option.en() + (best ? " (" + recommendation().orElse("") + ")" : ""));
      }
      return advised;
    }

    /** Question, numbered options and recommendation in one line. */
    public String line() {
      return line(recommendation());
    }

    /** Question and numbered options in one line, without anybody's recommendation. */
    public String unadvised() {
      return line(Optional.empty());
    }

    private String line(Optional<String> last) {
      List<String> parts = new ArrayList<>();
      for (LocalizedText option : options) {
        parts.add((parts.size() + 1) + ": " + option.en());
      }
      String choices = parts.isEmpty() ? "" : " (" + String.join("; ", parts);
      return question.en()
          + choices
          + last.map("; "::concat).orElse("")
          + (parts.isEmpty() ? "" : ")");
    }

    /** {@code recommended: 2, by gemini}; empty when nobody recommends an option. */
    public Optional<String> recommendation() {
      return recommended.map(
          number ->
              "recommended: "
                  + number
                  + (recommendedBy.isEmpty() ? "" : ", by " + String.join(" and ", recommendedBy)));
    }
  }

  /**
   * What the human said to a question.
   *
   * @param id of the ledger entry
   * @param option number of the option, from 1; empty for words of the human's own
   * @param words the option's text, or the human's own words
   */
  public record HumanAnswer(
      String id, String question, Optional<Integer> option, String words, String by) {}

  public Map<String, Statement> byId() {
    Map<String, Statement> byId = new LinkedHashMap<>();
    statements.forEach(statement -> byId.put(statement.id(), statement));
    return byId;
  }

  /** The statements of these ids, as far as they are there. */
  public Stream<Statement> said(List<String> members) {
    Map<String, Statement> statements = byId();
    return members.stream().flatMap(id -> Stream.ofNullable(statements.get(id)));
  }

  /** Ids of the points and conflicts on which an agent's vote stands. */
  public Set<String> votedOn(String agent) {
    Stream<String> decided =
        points.stream()
            .filter(
                one ->
                    one.votes().stream()
                        .anyMatch(vote -> vote.agent().equals(agent) && vote.choice().decisive()))
            .map(Point::id);
    Stream<String> sided =
        conflicts.stream()
            .filter(one -> one.votes().stream().anyMatch(vote -> vote.agent().equals(agent)))
            .map(Conflict::id);
    return Stream.concat(decided, sided).collect(Collectors.toCollection(HashSet::new));
  }

  /** The entries of the ballot on which an agent owes a vote, in order. */
  public List<String> toVote(String agent) {
    Set<String> free = votedOn(agent);
    toConfirm().forEach(point -> free.add(point.id()));
    points.stream().filter(one -> isOnlyOf(agent, one)).forEach(one -> free.add(one.id()));
    return ballot.stream().filter(id -> !free.contains(id)).toList();
  }

  /** Whether an agent alone has said it and nobody else has voted on it. */
  public boolean isOnlyOf(String agent, Point point) {
    return point.kind() != Point.PointKind.CRITERION
        && said(point.members()).allMatch(one -> one.agent().equals(agent))
        && point.votes().stream().allMatch(vote -> vote.agent().equals(agent));
  }

  /** How grave the fault is that a point reports; empty for a point that reports none. */
  public Optional<Severity> severity(Point point) {
    List<Severity> said =
        said(point.members())
            .flatMap(one -> Stream.ofNullable(one.finding()))
            .map(Finding::severity)
            .toList();
    return said.isEmpty() ? Optional.empty() : Optional.of(Severity.median(said));
  }

  /**
   * Whether a point reports a grave fault that no ballot has asked for: one is due, whoever agrees.
   */
  private boolean owesBallot(Point point) {
    return point.ballots() == 0
        && severity(point).filter(one -> one.atLeast(Severity.HIGH)).isPresent();
  }

  /** Whether the human has said which way, by an option or in words. */
  public boolean wayIsDecided() {
    return conflicts.stream().anyMatch(one -> one.asksWhichWay() && !one.open());
  }

  /** The proposals among statements; all where none is one. */
  private List<String> proposals(List<String> members) {
    List<String> proposals =
        said(members)
            .filter(one -> one.type() == Statement.StatementType.APPROACH)
            .map(Statement::id)
            .toList();
    return proposals.isEmpty() ? members : proposals;
  }

  /** Id of the approach that the human chose when asked which way. */
  public Optional<String> decidedWay() {
    return conflicts.stream()
        .filter(one -> one.asksWhichWay() && !one.open())
        .flatMap(one -> one.winner().map(number -> one.sides().get(number - 1)).stream())
        .flatMap(
            side ->
                approaches.stream()
                    .filter(entry -> entry.members().containsAll(proposals(side.members()))))
        .map(ApproachEntry::id)
        .reduce((earlier, later) -> later);
  }

  /** Whether an entry is open that ballots can still settle. */
  public boolean needsBallot() {
    int last = statements.stream().mapToInt(Statement::round).max().orElse(0);
    return points.stream().anyMatch(this::owesBallot)
        || points.stream()
            .filter(Point::open)
            // What was put together before the last round had its ballot.
            .filter(
                one ->
                    one.state() != Point.PointState.PUT_TOGETHER
                        || said(one.members()).anyMatch(said -> said.round() == last))
            .anyMatch(
                one -> one.ballots() < (one.state() == Point.PointState.DISPUTED ? BALLOTS : 1))
        || conflicts.stream()
            .filter(Conflict::open)
            .anyMatch(
                one -> one.ballots() < (one.settledBy() == Conflict.SettledBy.CODE ? BALLOTS : 1));
  }

  /** The points of the ballot that are not voted on: a ballot lets them stand, or objects. */
  public List<Point> toConfirm() {
    return points.stream()
        .filter(point -> ballot.contains(point.id()))
        .filter(point -> !point.open() || point.state() == Point.PointState.PUT_TOGETHER)
        .filter(point -> !owesBallot(point))
        .toList();
  }

  /** The points in one of these states, in the order of their ids. */
  public List<Point> points(Point.PointState... states) {
    return points.stream().filter(point -> List.of(states).contains(point.state())).toList();
  }
}

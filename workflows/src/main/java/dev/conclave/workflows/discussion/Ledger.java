package dev.conclave.workflows.discussion;

import com.fasterxml.jackson.annotation.JsonInclude;
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
 * The statements of a session and their state; docs/discussion.md, section 1. It grows over the
 * rounds of a direction; a new direction starts an empty ledger with continued ids.
 *
 * <p>The full ledger is part of the round's document. The workflow's state holds a copy of at most
 * {@link #BYTES}, in which notes, then long texts, are truncated.
 *
 * @param points in the order of their ids
 * @param questions that the code cannot answer, in the order of their ids
 * @param ballot ids of the entries in the next ballot, at most 30
 * @param waiting number of open entries that did not fit into that ballot
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

  /** Limit in the workflow's state, as JSON. */
  public static final int BYTES = 192 << 10;

  /** Number of ballots after which an open entry goes to the human. */
  public static final int BALLOTS = 2;

  public static final Ledger EMPTY = startingAt(new Next(1, 1, 1, 1));

  /** Returns an empty ledger with the given next ids. */
  public static Ledger startingAt(Next next) {
    return new Ledger(
        next, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), 0);
  }

  /** Returns the initial ledger of a review, which asks for votes on the criteria of the change. */
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
   * A statement of an analyst.
   *
   * @param id such as {@code gemini.1.f3}: agent, round, kind and number
   * @param text the original words, without citations
   * @param counts whether its analyst is a voter of that round; other statements may join a point,
   *     but form none and are no votes
   * @param finding set for a reviewer's statement
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

    public enum StatementType {
      FINDING,
      CONCERN,
      APPROACH,
      QUESTION
    }
  }

  /**
   * A neutral sentence and the statements behind it.
   *
   * @param id such as {@code P7}
   * @param sentence the members' own words until their analysts have confirmed a common sentence
   * @param proposed the moderator's sentence, not yet confirmed by all analysts of its members
   * @param members ids of the statements that say it
   * @param confirmed the members that match the sentence verbatim or whose analysts did not object
   *     to it in a ballot
   * @param votes the last one of each agent
   * @param reworded the votes that caused the sentence to be reworded; they no longer count
   * @param round of its first statement
   * @param voters of its first round, all of whom saw its statements
   * @param shown the ballots that it was in while open
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

    /**
     * The subject of a point. A note is about the analysis, not the code, and is never voted on.
     */
    public enum PointKind {
      FACT,
      RISK,
      CHOICE,
      NOTE,
      /** What a change should achieve: given at the start, without members. */
      CRITERION
    }

    /** What it affects: the choice of the approach, the plan's tasks, or nothing. */
    public enum Changes {
      CHOICE,
      PLAN,
      NONE
    }

    /** The result of the votes; docs/discussion.md, section 5. */
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

    public LocalizedText wording() {
      return proposed.orElse(sentence);
    }

    public int ballots() {
      return Shown.ballots(shown);
    }
  }

  /** Records that an entry was in an agent's ballot. */
  public record Shown(String agent, int round) {
    public static int ballots(Collection<Shown> shown) {
      return (int) shown.stream().mapToInt(Shown::round).distinct().count();
    }
  }

  /**
   * One agent's vote on a point.
   *
   * @param evidence cited locations
   * @param runs commands with their output
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

      /** Whether it confirms or denies the point. */
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
   * Statements that cannot all be true or cannot all be done.
   *
   * @param id such as {@code C2}
   * @param votes the last one of each agent
   * @param how it was settled or dissolved, and by whom; empty while open
   * @param winner number of the winning side, from 1; while a conflict for the human is open, the
   *     side that the voters recommend
   * @param round of its first appearance
   * @param shown the ballots that it was in while open
   * @param asked the moderator's question, which {@code question} marks as such; null if there is
   *     none
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
      List<Shown> shown,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable LocalizedText asked) {

    /** Who can settle a conflict: agents that read or run the code, or only the human. */
    public enum SettledBy {
      CODE,
      HUMAN
    }

    public enum ConflictState {
      OPEN,
      SETTLED,
      DISSOLVED
    }

    /**
     * The reason of a conflict that comes from the rankings. Compared with stored states: do not
     * reword.
     */
    public static final String WHICH_WAY = "the voters rank different approaches first";

    /** Whether the voters rank different approaches first, so that the human chooses. */
    public boolean asksForApproach() {
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
   * Equivalent proposals.
   *
   * @param id such as {@code S1}
   * @param name the analysts' names until they have confirmed a common one
   * @param proposed the moderator's name, not yet confirmed by all of them
   * @param members ids of the proposing statements
   * @param confirmed the members whose analysts confirmed in a ballot that they are equivalent
   * @param differences between its members; the plan must choose
   * @param pros merged by the moderator; empty if not merged
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

    /** Whether it has one member, or all its members are confirmed as equivalent. */
    public boolean whole() {
      return members.size() == 1 || confirmed.containsAll(members);
    }
  }

  public record Objection(
      String agent, int round, String text, List<CheckedLocation> evidence, List<String> runs) {}

  /**
   * A proposed change to an approach.
   *
   * @param member id of the statement whose variant it changes; empty for all
   */
  public record Revision(String agent, int round, Optional<String> member, String changes) {}

  /** Ids of approaches in one agent's order, best first. */
  public record AgentRanking(String agent, int round, List<String> approaches) {}

  /**
   * A question to the human.
   *
   * @param id such as {@code Q1}; a conflict or point that becomes a question keeps its id
   * @param recommended number of an option, from 1
   * @param from ids of its source statements
   * @param why it is asked and what its answer affects, in the words of who asks; may be empty
   */
  @RecordBuilder
  public record Question(
      String id,
      LocalizedText question,
      List<LocalizedText> options,
      Optional<Integer> recommended,
      List<String> recommendedBy,
      List<String> from,
      Optional<String> answer,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String why)
      implements LedgerQuestionBuilder.With {
    private static final int TEXT = 300;
    private static final int OPTION = 300;

    public Question(
        String id,
        LocalizedText question,
        List<LocalizedText> options,
        Optional<Integer> recommended,
        List<String> recommendedBy,
        List<String> from,
        Optional<String> answer) {
      this(id, question, options, recommended, recommendedBy, from, answer, "");
    }

    /** Returns the question in the first of these languages. */
    public Question in(List<String> languages) {
      return withQuestion(LocalizedText.of(question.in(languages)))
          .withOptions(
              options.stream().map(option -> LocalizedText.of(option.in(languages))).toList());
    }

    /** Returns the question with truncated texts, for the record of a decision. */
    public Question shortened() {
      return withQuestion(question.shortened(TEXT))
          .withOptions(options.stream().map(option -> option.shortened(OPTION)).toList())
          .withWhy("");
    }

    /** Returns its options; the recommended one names who recommends it. */
    public List<String> optionLines() {
      List<String> advised = new ArrayList<>();
      for (LocalizedText option : options) {
        boolean best = recommended.equals(Optional.of(advised.size() + 1));
        String by = recommendedBy.isEmpty() ? "" : " by " + String.join(" and ", recommendedBy);
        advised.add(option.en() + (best ? " (recommended" + by + ")" : ""));
      }
      return advised;
    }

    /** Returns question, numbered options and recommendation in one line. */
    public String line() {
      return line(recommendation());
    }

    /** Returns question and numbered options in one line, without the recommendation. */
    public String withoutRecommendation() {
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

    /** Returns {@code recommended: 2, by gemini}; empty without a recommendation. */
    public Optional<String> recommendation() {
      return recommended.map(
          number ->
              "recommended: "
                  + number
                  + (recommendedBy.isEmpty() ? "" : ", by " + String.join(" and ", recommendedBy)));
    }
  }

  /**
   * The human's answer to a question.
   *
   * @param id of the ledger entry
   * @param option number of the option, from 1; empty for free text
   * @param words the option's text, or the human's own words
   */
  public record HumanAnswer(
      String id, String question, Optional<Integer> option, String words, String by) {}

  public Map<String, Statement> byId() {
    Map<String, Statement> byId = new LinkedHashMap<>();
    statements.forEach(statement -> byId.put(statement.id(), statement));
    return byId;
  }

  /** Returns the statements with these ids; unknown ids are skipped. */
  public Stream<Statement> statementsOf(List<String> members) {
    Map<String, Statement> statements = byId();
    return members.stream().flatMap(id -> Stream.ofNullable(statements.get(id)));
  }

  /** Returns the ids of the points and conflicts that an agent has decisively voted on. */
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

  /** Returns the ballot entries that still need an agent's vote, in order. */
  public List<String> toVote(String agent) {
    Set<String> free = votedOn(agent);
    toConfirm().forEach(point -> free.add(point.id()));
    points.stream().filter(one -> madeOnlyBy(agent, one)).forEach(one -> free.add(one.id()));
    return ballot.stream().filter(id -> !free.contains(id)).toList();
  }

  /** Whether only this agent made the point and no other agent voted on it. */
  public boolean madeOnlyBy(String agent, Point point) {
    return point.kind() != Point.PointKind.CRITERION
        && statementsOf(point.members()).allMatch(one -> one.agent().equals(agent))
        && point.votes().stream().allMatch(vote -> vote.agent().equals(agent));
  }

  public Optional<Severity> severity(Point point) {
    List<Severity> said =
        statementsOf(point.members())
            .flatMap(one -> Stream.ofNullable(one.finding()))
            .map(Finding::severity)
            .toList();
    return said.isEmpty() ? Optional.empty() : Optional.of(Severity.median(said));
  }

  /**
   * Whether a point reports a severe finding that was in no ballot yet: it needs one even if
   * agreed.
   */
  private boolean needsVote(Point point) {
    return point.ballots() == 0
        && severity(point).filter(one -> one.atLeast(Severity.HIGH)).isPresent();
  }

  public boolean hasDecidedApproach() {
    return conflicts.stream().anyMatch(one -> one.asksForApproach() && !one.open());
  }

  /** Returns the approaches among statements; all statements if none is an approach. */
  private List<String> proposals(List<String> members) {
    List<String> proposals =
        statementsOf(members)
            .filter(one -> one.type() == Statement.StatementType.APPROACH)
            .map(Statement::id)
            .toList();
    return proposals.isEmpty() ? members : proposals;
  }

  public Optional<String> decidedApproach() {
    return conflicts.stream()
        .filter(one -> one.asksForApproach() && !one.open())
        .flatMap(one -> one.winner().map(number -> one.sides().get(number - 1)).stream())
        .flatMap(
            side ->
                approaches.stream()
                    .filter(entry -> entry.members().containsAll(proposals(side.members()))))
        .map(ApproachEntry::id)
        .reduce((earlier, later) -> later);
  }

  /** Whether ballots can still settle an open entry. */
  public boolean needsBallot() {
    int last = statements.stream().mapToInt(Statement::round).max().orElse(0);
    return points.stream().anyMatch(this::needsVote)
        || points.stream()
            .filter(Point::open)
            // Points that were merged before the last round already had their ballot.
            .filter(
                one ->
                    one.state() != Point.PointState.PUT_TOGETHER
                        || statementsOf(one.members()).anyMatch(said -> said.round() == last))
            .anyMatch(
                one -> one.ballots() < (one.state() == Point.PointState.DISPUTED ? BALLOTS : 1))
        || conflicts.stream()
            .filter(Conflict::open)
            .anyMatch(
                one -> one.ballots() < (one.settledBy() == Conflict.SettledBy.CODE ? BALLOTS : 1));
  }

  /** Returns the ballot's points that need no vote: they are confirmed unless somebody objects. */
  public List<Point> toConfirm() {
    return points.stream()
        .filter(point -> ballot.contains(point.id()))
        .filter(point -> !point.open() || point.state() == Point.PointState.PUT_TOGETHER)
        .filter(point -> !needsVote(point))
        .toList();
  }

  public List<Point> points(Point.PointState... states) {
    return points.stream().filter(point -> List.of(states).contains(point.state())).toList();
  }
}

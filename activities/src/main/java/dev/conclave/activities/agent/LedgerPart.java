package dev.conclave.activities.agent;

import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.discussion.LedgerRules;
import dev.conclave.workflows.discussion.Approach;
import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.ApproachEntry;
import dev.conclave.workflows.discussion.Ledger.Conflict;
import dev.conclave.workflows.discussion.Ledger.Point;
import dev.conclave.workflows.discussion.Ledger.Point.State;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.temporal.Cut;
import dev.conclave.workflows.temporal.Words;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ledger in a prompt: whole entries, most urgent first, within a bound. */
final class LedgerPart {
  /** Most bytes of a ledger in a prompt. */
  static final int BYTES = 40 << 10;

  private static final int SAID = LedgerRules.SAID;
  private static final int IN_FULL = LedgerRules.IN_FULL;
  private static final int DESCRIBED = 1_200;

  /** Characters of what each member of an agreed point says, for a planner. */
  private static final int ADDED = 300;

  /** Characters of an own statement that is not open. */
  private static final int RECALLED = 200;

  private final Ledger ledger;
  private final int round;
  private final Map<String, Statement> statements;
  private final Aliases aliases;
  private final Fence fence;

  /** Statements whose words stand in the prompt, and those that the entry being made would add. */
  private final Set<String> quoted = new HashSet<>();

  private final Set<String> quoting = new HashSet<>();

  /**
   * A ledger as one call sees it.
   *
   * @param round of the call: what was said in it is new
   */
  LedgerPart(Ledger ledger, int round, Aliases aliases, Fence fence) {
    this.ledger = ledger;
    this.round = round;
    this.statements = ledger.byId();
    this.aliases = aliases;
    this.fence = fence;
  }

  /** What an analyst votes on, then the approaches, then what is agreed and settled. */
  List<String> ballot() {
    List<String> open = new ArrayList<>(ledger.ballot());
    if (ledger.waiting() > 0) {
      open.add(ledger.waiting() + " more entries wait for the next ballot.");
    }
    return new Parts()
        .add("to be voted on", open, this::open)
        .add("approaches", ledger.approaches(), this::approach)
        .add("settled", settled(true), line -> line)
        .add("agreed", noNotes(State.AGREED), LedgerPart::line)
        .parts;
  }

  /** An entry of the ballot in full; a line that is no id as it is. */
  private String open(String id) {
    return Stream.concat(
            ledger.conflicts().stream().filter(one -> one.id().equals(id)).map(this::conflict),
            ledger.points().stream()
                .filter(one -> one.id().equals(id))
                .map(one -> point(one, SAID)))
        .findFirst()
        .orElse(id);
  }

  /**
   * What an analyst said before and has not withdrawn, and what the user is asked; what {@link
   * #ballot} shows in full is not repeated.
   */
  List<String> own(String agent) {
    List<Statement> own =
        ledger.statements().stream()
            .filter(said -> said.agent().equals(agent) && !said.withdrawn())
            .toList();
    List<Question> asked =
        ledger.questions().stream().filter(question -> question.answer().isEmpty()).toList();
    return new Parts()
        .add(
            "your statements" + (own.isEmpty() ? "" : ": you are " + aliases.letter(agent)),
            own,
            said ->
                said.id()
                    + ". "
                    + (quoted.contains(said.id())
                        ? "(see above)"
                        : Cut.shown(oneLine(said.text().en()), RECALLED)))
        .add(
            "questions that the user is asked; until the answer comes take the recommended option",
            asked,
            LedgerPart::question)
        .parts;
  }

  /**
   * The ids of open points or conflicts ({@code P}, {@code C}) on which a vote is missing; empty
   * without.
   */
  String unvoted(String kind, String agent) {
    List<String> ids =
        ledger.ballot().stream()
            .filter(id -> id.startsWith(kind) && !ledger.votedOn(agent).contains(id))
            .toList();
    return String.join(", ", ids);
  }

  /** The ids of the open entries on which an analyst has voted in an earlier round. */
  String voted(String agent) {
    return ledger.ballot().stream()
        .filter(ledger.votedOn(agent)::contains)
        .collect(Collectors.joining(", "));
  }

  /**
   * The places of what is voted on, in the ballot's order, then those of the approaches: of each
   * entry the first one first, so that every entry has its chance to be shown.
   */
  static List<CodeLocation> openPlaces(Ledger ledger) {
    Map<String, Statement> said = ledger.byId();
    List<List<CheckedLocation>> entries = new ArrayList<>();
    for (String id : ledger.ballot()) {
      for (Conflict conflict : ledger.conflicts()) {
        if (conflict.id().equals(id)) {
          conflict.sides().forEach(side -> entries.add(places(said, side.members())));
          conflict.votes().forEach(vote -> entries.add(vote.evidence()));
        }
      }
      for (Point point : ledger.points()) {
        if (point.id().equals(id)) {
          entries.add(places(said, point.members()));
          point.votes().forEach(vote -> entries.add(vote.evidence()));
        }
      }
    }
    ledger.approaches().forEach(entry -> entries.add(places(said, entry.members())));
    return inTurn(entries);
  }

  /** The places of the agreed points. */
  static List<CodeLocation> agreedPlaces(Ledger ledger) {
    return inTurn(
        ledger.points().stream()
            .filter(point -> point.state() == State.AGREED)
            .map(point -> places(ledger.byId(), point.members()))
            .toList());
  }

  private static List<CheckedLocation> places(Map<String, Statement> said, List<String> members) {
    return members.stream()
        .map(said::get)
        .filter(Objects::nonNull)
        .flatMap(statement -> statement.places().stream())
        .toList();
  }

  private static List<CodeLocation> inTurn(List<List<CheckedLocation>> entries) {
    int most = entries.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, most)
        .boxed()
        .flatMap(i -> entries.stream().filter(entry -> i < entry.size()).map(entry -> entry.get(i)))
        .map(place -> new CodeLocation(place.file(), place.line(), ""))
        .toList();
  }

  /** What a moderator is shown of what is known. */
  List<String> known() {
    List<Point> points =
        ledger.points().stream()
            .filter(point -> !isNew(point))
            .filter(point -> point.state() != State.WITHDRAWN && point.state() != State.REFUTED)
            .toList();
    List<ApproachEntry> approaches =
        ledger.approaches().stream().filter(entry -> !isNew(entry.members())).toList();
    return new Parts()
        .add(
            "conflicts",
            ledger.conflicts().stream().filter(Conflict::open).toList(),
            this::conflict)
        .add(
            "approaches",
            approaches,
            entry ->
                "%s. %s (%s)"
                    .formatted(entry.id(), entry.name().en(), String.join(", ", entry.members())))
        .add("questions", ledger.questions(), LedgerPart::question)
        .add(
            "points",
            points,
            point ->
                "%s\n   kind %s, changes %s"
                    .formatted(point(point, 0), Words.of(point.kind()), Words.of(point.changes())))
        .parts;
  }

  /** The statements of the round, by analyst. */
  List<String> fresh() {
    Map<String, List<Statement>> byAgent =
        ledger.statements().stream()
            .filter(said -> said.round() == round && !said.withdrawn())
            .collect(Collectors.groupingBy(said -> aliases.letter(said.agent())));
    List<String> parts = new ArrayList<>();
    byAgent.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            entry ->
                parts.add(
                    fence.around(
                        "analyst " + entry.getKey(),
                        aliases.hidden(
                            entry.getValue().stream()
                                .map(this::statement)
                                .collect(Collectors.joining("\n"))))));
    return parts;
  }

  /** What voters say of points that they call half right or misread in the last round. */
  List<String> unclear() {
    Parts unclear = new Parts();
    ledger.points().stream()
        .filter(
            point ->
                point.votes().stream()
                    .anyMatch(vote -> vote.round() == round && vote.choice().unclear()))
        .forEach(point -> unclear.add(point.id(), List.of(point), one -> point(one, SAID)));
    return unclear.parts;
  }

  /** For the planner: what is agreed, what was settled and how, what one agent alone said. */
  List<String> forPlan() {
    return new Parts()
        .add(
            "agreed, with what each said of it, which may be more than is agreed",
            noNotes(State.AGREED),
            point -> point(point, ADDED))
        .add("settled by the analysts", settled(false), line -> line)
        .add(
            "not confirmed by all, check it",
            noNotes(State.LONE, State.PARTIAL),
            point -> point(point, 0))
        .parts;
  }

  private List<Point> noNotes(State... states) {
    return ledger.points(states).stream().filter(point -> point.kind() != Point.Kind.NOTE).toList();
  }

  private boolean isNew(Point point) {
    return point.members().size() == 1 && point.votes().isEmpty() && isNew(point.members());
  }

  private boolean isNew(List<String> members) {
    return members.stream()
        .map(statements::get)
        .filter(Objects::nonNull)
        .allMatch(said -> said.round() == round);
  }

  private String statement(Statement said) {
    int most = said.type() == Statement.Type.APPROACH ? DESCRIBED : IN_FULL;
    String text = Cut.shown(said.text().en(), most);
    String detail =
        said.approach()
            .map(
                approach ->
                    " (effort "
                        + Words.of(approach.effort())
                        + newFiles(approach)
                        + "; pros: "
                        + Cut.shown(String.join(" | ", approach.pros()), DESCRIBED)
                        + "; cons: "
                        + Cut.shown(String.join(" | ", approach.cons()), DESCRIBED)
                        + ")")
            .orElse("");
    return said.id() + ". " + text + places(said.places()) + detail;
  }

  /** Files without a line, which may be to be created; the others stand among the places. */
  private static String newFiles(Approach approach) {
    List<String> files =
        approach.affectedFiles().stream()
            .filter(file -> file.line() == 0)
            .map(CodeLocation::file)
            .distinct()
            .limit(12)
            .toList();
    return files.isEmpty() ? "" : "; files without a line " + String.join(", ", files);
  }

  private static String places(List<CheckedLocation> places) {
    return places.isEmpty()
        ? ""
        : " ["
            + places.stream()
                .map(
                    place ->
                        place.file()
                            + ":"
                            + place.line()
                            + (place.verdict() == Evidence.MISSING ? " MISSING" : ""))
                .collect(Collectors.joining(", "))
            + "]";
  }

  /**
   * A point.
   *
   * @param most characters of what each member says; 0 leaves that and the votes out
   */
  private String point(Point point, int most) {
    Statement lone = point.members().size() == 1 ? statements.get(point.members().get(0)) : null;
    String sentence = point.sentence().en();
    // A sentence is cut for the workflow's state; what one analyst said is voted on in full.
    if (lone != null && (sentence.endsWith("…") || sentence.equals(lone.text().en()))) {
      sentence = Cut.shown(lone.text().en(), IN_FULL);
      quoting.add(lone.id());
    }
    StringBuilder text = new StringBuilder(point.id()).append(". ").append(sentence);
    text.append(lone == null ? "" : places(lone.places()));
    text.append(" (").append(String.join(", ", point.members()));
    text.append(point.members().size() == 1 ? " alone)" : ")");
    if (most > 0 && !quoting.containsAll(point.members())) {
      said(text, "", point.members(), most);
    }
    said(text, "refined by ", point.refinements(), SAID);
    point.votes().stream()
        .filter(vote -> most > 0 && vote.choice() != Choice.AGREE && !vote.note().isBlank())
        .forEach(
            vote ->
                by(
                    text,
                    vote.agent(),
                    "voted " + Words.of(vote.choice()),
                    vote.note(),
                    vote.evidence()));
    return text.toString();
  }

  /** What members said, each in full where it stands first. */
  private void said(StringBuilder text, String how, List<String> members, int most) {
    for (String member : members) {
      Statement said = statements.get(member);
      if (said != null) {
        String words = Cut.shown(said.text().en(), most) + places(said.places());
        text.append("\n   ").append(how).append(member).append(": ");
        text.append(quoted.contains(member) || !quoting.add(member) ? "(see above)" : words);
      }
    }
  }

  private String conflict(Conflict conflict) {
    StringBuilder text = new StringBuilder();
    text.append(conflict.id()).append(". ").append(conflict.question().en());
    text.append(
        conflict.settledBy() == Conflict.SettledBy.HUMAN
            ? " (for the user: which would you choose?)"
            : " (the code can settle it)");
    for (int side = 1; side <= conflict.sides().size(); side++) {
      text.append("\n   side ")
          .append(side)
          .append(": ")
          .append(conflict.sides().get(side - 1).position().en());
      said(text, "", conflict.sides().get(side - 1).members(), SAID);
    }
    conflict.votes().stream()
        .filter(vote -> !vote.why().isBlank())
        .forEach(
            vote ->
                by(text, vote.agent(), "voted " + side(vote.side()), vote.why(), vote.evidence()));
    return text.toString();
  }

  private void by(
      StringBuilder text, String agent, String does, String words, List<CheckedLocation> places) {
    text.append("\n   %s %s: ".formatted(aliases.letter(agent), does))
        .append(Cut.shown(words, SAID))
        .append(places(places));
  }

  private static String side(int side) {
    return side == Ledger.SideVote.BOTH_HOLD
        ? "both-hold"
        : side == Ledger.SideVote.NEITHER ? "neither" : "side " + side;
  }

  private String approach(ApproachEntry entry) {
    StringBuilder text = new StringBuilder();
    text.append(entry.id()).append(". ").append(entry.name().en());
    for (String member : entry.members()) {
      Statement said = statements.get(member);
      if (said != null) {
        text.append("\n   ").append(statement(said));
        quoting.add(member);
      }
    }
    entry.differences().forEach(one -> text.append("\n   difference: ").append(one));
    entry.objections().forEach(one -> by(text, one.agent(), "objects", one.text(), one.evidence()));
    entry
        .revisions()
        .forEach(one -> by(text, one.agent(), "would change", one.changes(), List.of()));
    return text.toString();
  }

  private static String question(Question question) {
    String options = question.id() + ". " + question.withOptions();
    String recommended = question.recommended().map(n -> "; recommended: " + n).orElse("");
    return question
        .answer()
        .map(answer -> options + " — decided: " + answer)
        .orElse(options + recommended + " — the answer is pending");
  }

  /**
   * A line for each entry that is open no more.
   *
   * @param human with what a person decided, which a planner is told by itself
   */
  private List<String> settled(boolean human) {
    Stream<String> conflicts =
        ledger.conflicts().stream()
            .filter(conflict -> !conflict.open())
            .filter(
                one ->
                    human
                        || one.settledBy() != Conflict.SettledBy.HUMAN
                        || one.state() != Conflict.State.SETTLED)
            .map(
                conflict ->
                    line(
                        conflict.id(),
                        conflict.question().en(),
                        conflict
                                .winner()
                                .filter(side -> side <= conflict.sides().size())
                                .map(side -> conflict.sides().get(side - 1).position().en() + " ")
                                .orElse("")
                            + "("
                            + aliases.anonymous(conflict.how().orElse(""))
                            + ")"));
    Stream<String> points =
        ledger.points(State.DECIDED, State.REFUTED, State.OUTVOTED).stream()
            .filter(point -> human || point.state() != State.DECIDED)
            .map(LedgerPart::line);
    Stream<String> questions =
        ledger.questions().stream()
            .filter(question -> human && question.answer().isPresent())
            .map(
                question ->
                    line(
                        question.id(),
                        question.question().en(),
                        "decided: " + question.answer().orElse("")));
    return Stream.of(conflicts, points, questions).flatMap(lines -> lines).toList();
  }

  private static String line(Point point) {
    return line(
        point.id(),
        point.sentence().en(),
        switch (point.state()) {
          case DECIDED -> "decided: " + point.answer().orElse("");
          case OUTVOTED -> outvoted(point);
          default -> Words.of(point.state());
        });
  }

  private static String line(String id, String sentence, String state) {
    return oneLine(id + ". " + sentence + " — " + state);
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String outvoted(Point point) {
    long against = point.votes().stream().filter(vote -> vote.choice() == Choice.DISAGREE).count();
    long voted =
        against + point.votes().stream().filter(vote -> vote.choice() == Choice.AGREE).count();
    return (2 * against > voted ? "refuted" : "held") + " by most voters";
  }

  /** Texts with letters for agents. */
  List<String> hidden(List<String> texts) {
    return texts.stream().map(aliases::hidden).toList();
  }

  /** Fenced parts, whole entries at a time while there is room; the first part stands in full. */
  private final class Parts {
    private final List<String> parts = new ArrayList<>();
    private boolean first = true;
    private int left = BYTES;

    <T> Parts add(String label, List<T> entries, Function<T, String> text) {
      List<String> fitting = new ArrayList<>();
      for (T each : entries) {
        quoting.clear();
        String entry = aliases.hidden(text.apply(each));
        left -= entry.getBytes(StandardCharsets.UTF_8).length + 1;
        if (left < 0 && !first) {
          fitting.add("(more entries do not fit here)");
          break;
        }
        fitting.add(entry);
        quoted.addAll(quoting);
      }
      if (!fitting.isEmpty()) {
        parts.add(fence.around(label, String.join("\n", fitting)));
      }
      first = false;
      return this;
    }
  }
}

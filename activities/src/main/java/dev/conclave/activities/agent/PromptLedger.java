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
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The ledger in a prompt: whole entries, most urgent first, within a bound. */
final class PromptLedger {
  /** Most bytes of a ledger in a prompt. */
  static final int BYTES = 40 << 10;

  private static final int SAID = LedgerRules.SAID;
  private static final int IN_FULL = LedgerRules.IN_FULL;
  private static final int DESCRIBED = 1_200;

  /** Characters of what each member of an agreed point says, for a planner. */
  private static final int ADDED = 300;

  /** Characters of an own statement, most of which stand in full above. */
  private static final int RECALLED = 200;

  private static final int MOST_FILES = 12;

  private final Ledger ledger;
  private final int round;
  private final Map<String, Statement> statements;
  private final Aliases aliases;
  private final Fence fence;

  /**
   * A ledger as one call sees it.
   *
   * @param round of the call: what was said in it is new
   */
  PromptLedger(Ledger ledger, int round, Aliases aliases, Fence fence) {
    this.ledger = ledger;
    this.round = round;
    this.statements = ledger.byId();
    this.aliases = aliases;
    this.fence = fence;
  }

  /** What an analyst votes on, then the approaches, then what is settled and agreed. */
  List<String> ballot() {
    List<String> open = new ArrayList<>(ledger.ballot());
    if (ledger.waiting() > 0) {
      open.add(ledger.waiting() + " more entries wait for the next ballot.");
    }
    List<String> parts = new ArrayList<>();
    add(parts, "to be voted on", open, this::open);
    add(parts, "approaches", ledger.approaches(), this::approach);
    add(parts, "settled", settled(true), line -> line);
    add(parts, "agreed", noNotes(State.AGREED), PromptLedger::line);
    return parts;
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

  /** What an analyst said before and has not withdrawn, and what the user is asked. */
  List<String> own(String agent) {
    List<Statement> own =
        ledger.statements().stream()
            .filter(said -> said.agent().equals(agent) && !said.withdrawn())
            .toList();
    List<Question> asked =
        ledger.questions().stream().filter(question -> question.answer().isEmpty()).toList();
    List<String> parts = new ArrayList<>();
    add(
        parts,
        own.isEmpty() ? "" : "your statements: you are " + aliases.letter(agent),
        own,
        said -> said.id() + ". " + Cut.shown(oneLine(said.text().en()), RECALLED));
    add(
        parts,
        "questions that the user is asked; until the answer comes take the recommended option",
        asked,
        PromptLedger::question);
    return parts;
  }

  /** The ids of open points or conflicts ({@code P}, {@code C}) on which a vote is missing. */
  String unvoted(String kind, String agent) {
    return ledger.ballot().stream()
        .filter(id -> id.startsWith(kind) && !ledger.votedOn(agent).contains(id))
        .collect(Collectors.joining(", "));
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
        ledger.points(State.AGREED).stream()
            .map(point -> places(ledger.byId(), point.members()))
            .toList());
  }

  private static List<CheckedLocation> places(Map<String, Statement> said, List<String> members) {
    return members.stream()
        .filter(said::containsKey)
        .flatMap(member -> said.get(member).places().stream())
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
    List<String> parts = new ArrayList<>();
    add(
        parts,
        "conflicts",
        ledger.conflicts().stream().filter(Conflict::open).toList(),
        this::conflict);
    add(
        parts,
        "approaches",
        ledger.approaches().stream().filter(entry -> !isNew(entry.members())).toList(),
        entry ->
            "%s. %s (%s)"
                .formatted(entry.id(), entry.name().en(), String.join(", ", entry.members())));
    add(parts, "questions", ledger.questions(), PromptLedger::question);
    add(
        parts,
        "points",
        ledger.points().stream()
            .filter(
                point ->
                    point.members().size() > 1
                        || !point.votes().isEmpty()
                        || !isNew(point.members()))
            .filter(point -> point.state() != State.WITHDRAWN && point.state() != State.REFUTED)
            .toList(),
        point ->
            "%s\n   kind %s, changes %s"
                .formatted(point(point, 0), Words.of(point.kind()), Words.of(point.changes())));
    return parts;
  }

  /** The statements of the round, by analyst. */
  List<String> fresh() {
    return ledger.statements().stream()
        .filter(said -> said.round() == round && !said.withdrawn())
        .collect(
            Collectors.groupingBy(
                said -> aliases.letter(said.agent()),
                TreeMap::new,
                Collectors.mapping(this::statement, Collectors.joining("\n"))))
        .entrySet()
        .stream()
        .map(by -> fence.around("analyst " + by.getKey(), aliases.hidden(by.getValue())))
        .toList();
  }

  /** What voters say of points that they call half right or misread in the last round. */
  List<String> unclear() {
    List<String> unclear = new ArrayList<>();
    ledger.points().stream()
        .filter(
            point ->
                point.votes().stream()
                    .anyMatch(vote -> vote.round() == round && vote.choice().unclear()))
        .forEach(point -> add(unclear, point.id(), List.of(point), one -> point(one, SAID)));
    return unclear;
  }

  /** For the planner: what is agreed, what was settled and how, what one agent alone said. */
  List<String> forPlan() {
    List<String> parts = new ArrayList<>();
    add(
        parts,
        "agreed, with what each said of it, which may be more than is agreed",
        noNotes(State.AGREED),
        point -> point(point, ADDED));
    add(parts, "settled by the analysts", settled(false), line -> line);
    add(
        parts,
        "not confirmed by all, check it",
        noNotes(State.LONE, State.PARTIAL),
        point -> point(point, 0));
    return parts;
  }

  private List<Point> noNotes(State... states) {
    return ledger.points(states).stream().filter(point -> point.kind() != Point.Kind.NOTE).toList();
  }

  private boolean isNew(List<String> members) {
    return members.stream()
        .filter(statements::containsKey)
        .allMatch(member -> statements.get(member).round() == round);
  }

  private String statement(Statement said) {
    int most = said.type() == Statement.Type.APPROACH ? DESCRIBED : IN_FULL;
    return said.id()
        + ". "
        + Cut.shown(said.text().en(), most)
        + places(said.places())
        + said.approach().map(PromptLedger::detail).orElse("");
  }

  /** Files without a line may be to be created; the others stand among the places. */
  private static String detail(Approach approach) {
    String files =
        approach.affectedFiles().stream()
            .filter(file -> file.line() == 0)
            .map(CodeLocation::file)
            .distinct()
            .limit(MOST_FILES)
            .collect(Collectors.joining(", "));
    return " (effort %s%s; pros: %s; cons: %s)"
        .formatted(
            Words.of(approach.effort()),
            files.isEmpty() ? "" : "; files without a line " + files,
            Cut.shown(String.join(" | ", approach.pros()), DESCRIBED),
            Cut.shown(String.join(" | ", approach.cons()), DESCRIBED));
  }

  private static String places(List<CheckedLocation> places) {
    return places.isEmpty()
        ? ""
        : places.stream()
            .map(
                place ->
                    place.file()
                        + ":"
                        + place.line()
                        + (place.verdict() == Evidence.MISSING ? " MISSING" : ""))
            .collect(Collectors.joining(", ", " [", "]"));
  }

  /**
   * A point.
   *
   * @param most characters of what each member says; 0 leaves that and the votes out
   */
  private String point(Point point, int most) {
    String sentence = point.sentence().en();
    List<Statement> members =
        point.members().stream().filter(statements::containsKey).map(statements::get).toList();
    boolean lone = point.members().size() == 1 && members.size() == 1;
    String text = lone ? members.get(0).text().en() : "";
    // A sentence is cut for the workflow's state; what one analyst said is voted on in full.
    boolean quoted = lone && (sentence.endsWith("…") || sentence.equals(text));
    StringBuilder entry = new StringBuilder(point.id()).append(". ");
    entry.append(quoted ? Cut.shown(text, IN_FULL) : sentence);
    entry.append(lone ? places(members.get(0).places()) : "");
    entry.append(" (").append(String.join(", ", point.members()));
    entry.append(point.members().size() == 1 ? " alone)" : ")");
    if (most > 0 && !quoted) {
      said(entry, "", point.members(), most);
    }
    said(entry, "refined by ", point.refinements(), SAID);
    point.votes().stream()
        .filter(vote -> most > 0 && vote.choice() != Choice.AGREE && !vote.note().isBlank())
        .forEach(
            vote ->
                by(
                    entry,
                    vote.agent(),
                    "voted " + Words.of(vote.choice()),
                    vote.note(),
                    vote.evidence()));
    return entry.toString();
  }

  /** What members said. */
  private void said(StringBuilder text, String how, List<String> members, int most) {
    for (String member : members) {
      Statement said = statements.get(member);
      if (said != null) {
        String words = Cut.shown(said.text().en(), most) + places(said.places());
        text.append("\n   ").append(how).append(member).append(": ").append(words);
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
      Ledger.Side one = conflict.sides().get(side - 1);
      text.append("\n   side ").append(side).append(": ").append(one.position().en());
      said(text, "", one.members(), SAID);
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
    StringBuilder text = new StringBuilder(entry.id()).append(". ").append(entry.name().en());
    entry.members().stream()
        .filter(statements::containsKey)
        .forEach(member -> text.append("\n   ").append(statement(statements.get(member))));
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
    List<String> lines = new ArrayList<>();
    for (Conflict one : ledger.conflicts()) {
      boolean decided =
          one.settledBy() == Conflict.SettledBy.HUMAN && one.state() == Conflict.State.SETTLED;
      if (!one.open() && (human || !decided)) {
        String winner =
            one.winner()
                .filter(side -> side <= one.sides().size())
                .map(side -> one.sides().get(side - 1).position().en() + " ")
                .orElse("");
        String how = "(" + aliases.anonymous(one.how().orElse("")) + ")";
        lines.add(line(one.id(), one.question().en(), winner + how));
      }
    }
    ledger.points(State.DECIDED, State.REFUTED, State.OUTVOTED).stream()
        .filter(point -> human || point.state() != State.DECIDED)
        .map(PromptLedger::line)
        .forEach(lines::add);
    ledger.questions().stream()
        .filter(one -> human && one.answer().isPresent())
        .map(one -> line(one.id(), one.question().en(), "decided: " + one.answer().orElse("")))
        .forEach(lines::add);
    return lines;
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
    long with = point.votes().stream().filter(vote -> vote.choice() == Choice.AGREE).count();
    return (against > with ? "refuted" : "held") + " by most voters";
  }

  /** Texts with letters for agents. */
  List<String> hidden(List<String> texts) {
    return texts.stream().map(aliases::hidden).toList();
  }

  /** Adds a fenced part, whole entries while there is room; the first part stands in full. */
  private <T> void add(
      List<String> parts, String label, List<T> entries, Function<T, String> text) {
    int left = BYTES - bytes(String.join("", parts));
    List<String> fitting = new ArrayList<>();
    for (T each : entries) {
      String entry = aliases.hidden(text.apply(each));
      left -= bytes(entry) + 1;
      if (left < 0 && !parts.isEmpty()) {
        fitting.add("(more entries do not fit here)");
        break;
      }
      fitting.add(entry);
    }
    if (!fitting.isEmpty()) {
      parts.add(fence.around(label, String.join("\n", fitting)));
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}

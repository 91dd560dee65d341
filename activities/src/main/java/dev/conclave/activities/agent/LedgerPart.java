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
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The ledger in a prompt: whole entries, most urgent first, within a bound. */
final class LedgerPart {
  /** Most bytes of a ledger in a prompt. */
  static final int BYTES = 40 << 10;

  private static final int SAID = LedgerRules.SAID;
  private static final int IN_FULL = LedgerRules.IN_FULL;
  private static final int DESCRIBED = 1_200;

  private final Ledger ledger;
  private final int round;
  private final Map<String, Statement> statements;
  private final Aliases aliases;
  private final Fence fence;
  private final Set<String> quoted = new HashSet<>();

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
    List<String> open = new ArrayList<>();
    for (String id : ledger.ballot()) {
      ledger.conflicts().stream()
          .filter(conflict -> conflict.id().equals(id))
          .forEach(conflict -> open.add(conflict(conflict)));
      ledger.points().stream()
          .filter(point -> point.id().equals(id))
          .forEach(point -> open.add(point(point, true)));
    }
    if (ledger.conflicts().stream().noneMatch(Conflict::open)) {
      open.add("There is no open conflict.");
    }
    if (ledger.waiting() > 0) {
      open.add(ledger.waiting() + " more entries wait for the next ballot.");
    }
    return parts(
        "to be voted on", open,
        "approaches", ledger.approaches().stream().map(this::approach).toList(),
        "settled", settled(),
        "agreed", agreed());
  }

  /** What an analyst said before and has not withdrawn, and what it asked. */
  List<String> own(String agent) {
    List<String> own =
        ledger.statements().stream()
            .filter(said -> said.agent().equals(agent) && !said.withdrawn())
            .map(
                said ->
                    said.type() == Statement.Type.APPROACH
                        ? said.id() + ". " + said.text().en().replaceFirst(":.*", " (see above)")
                        : said.id() + ". " + Cut.shown(said.text().en(), SAID))
            .toList();
    List<String> asked =
        ledger.questions().stream()
            .filter(question -> question.answer().isEmpty())
            .map(question -> question.id() + ". " + question.question().en())
            .toList();
    return parts(
        "your statements" + (own.isEmpty() ? "" : ": you are " + aliases.letter(agent)),
        own,
        "questions that the user is asked",
        asked,
        "",
        List.of(),
        "",
        List.of());
  }

  /** The ids of the open points or conflicts ({@code P}, {@code C}) that are voted on. */
  String votedOn(String kind) {
    List<String> ids = ledger.ballot().stream().filter(id -> id.startsWith(kind)).toList();
    return ids.isEmpty() ? "(none is open)" : String.join(", ", ids);
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
    List<String> points =
        ledger.points().stream()
            .filter(point -> !isNew(point))
            .filter(point -> point.state() != State.WITHDRAWN && point.state() != State.REFUTED)
            .map(
                point ->
                    point(point, false)
                        + " kind "
                        + Words.of(point.kind())
                        + ", changes "
                        + Words.of(point.changes()))
            .toList();
    return parts(
        "conflicts",
            ledger.conflicts().stream().filter(Conflict::open).map(this::conflict).toList(),
        "approaches",
            ledger.approaches().stream()
                .filter(entry -> !isNew(entry.members()))
                .map(
                    entry ->
                        entry.id()
                            + ". "
                            + entry.name().en()
                            + " ("
                            + String.join(", ", entry.members())
                            + ")")
                .toList(),
        "questions",
            ledger.questions().stream()
                .map(question -> question.id() + ". " + question.question().en())
                .toList(),
        "points", points);
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
    List<String> unclear = new ArrayList<>();
    for (Point point : ledger.points()) {
      if (point.votes().stream()
          .anyMatch(vote -> vote.round() == round && vote.choice().unclear())) {
        StringBuilder text = new StringBuilder(point(point, true));
        if (point.members().size() == 1) {
          said(text, point.members());
        }
        unclear.add(fence.around(point.id(), aliases.hidden(text.toString())));
      }
    }
    return unclear;
  }

  /** For the planner: what is agreed, what was settled and how, what one agent alone said. */
  List<String> forPlan() {
    List<String> alone =
        ledger.points().stream()
            .filter(point -> point.state() == State.LONE || point.state() == State.PARTIAL)
            .filter(point -> point.kind() != Point.Kind.NOTE)
            .map(point -> point(point, false))
            .toList();
    List<String> agreed =
        ledger.points(State.AGREED).stream()
            .filter(point -> point.kind() != Point.Kind.NOTE)
            .map(point -> point(point, true))
            .toList();
    return parts(
        "agreed, with what each said of it, which may be more than is agreed",
        agreed,
        "settled",
        settled(),
        "not confirmed by all, check it",
        alone,
        "",
        List.of());
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

  private String point(Point point, boolean words) {
    StringBuilder text = new StringBuilder();
    Statement lone = point.members().size() == 1 ? statements.get(point.members().get(0)) : null;
    // A sentence is cut for the workflow's state; what one analyst said is voted on in full.
    text.append(point.id()).append(". ");
    text.append(
        lone != null && point.sentence().en().endsWith("…")
            ? Cut.shown(lone.text().en(), IN_FULL)
            : point.sentence().en());
    if (point.members().size() == 1) {
      text.append(lone == null ? "" : places(lone.places()));
      text.append(" (").append(String.join(", ", point.members())).append(" alone)");
    } else {
      text.append(" (").append(String.join(", ", point.members())).append(")");
    }
    if (words && point.members().size() > 1) {
      said(text, point.members());
    }
    point.votes().stream()
        .filter(vote -> words && vote.choice() != Choice.AGREE && !vote.note().isBlank())
        .forEach(
            vote ->
                text.append("\n   ")
                    .append(aliases.letter(vote.agent()))
                    .append(" voted ")
                    .append(Words.of(vote.choice()))
                    .append(": ")
                    .append(Cut.shown(vote.note(), SAID))
                    .append(places(vote.evidence())));
    return text.toString();
  }

  /** What members said, each in full where it stands first. */
  private void said(StringBuilder text, List<String> members) {
    for (String member : members) {
      Statement said = statements.get(member);
      if (said != null) {
        String words = Cut.shown(said.text().en(), SAID) + places(said.places());
        text.append("\n   ").append(member).append(": ");
        text.append(quoted.add(member) ? words : "(see above)");
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
      said(text, conflict.sides().get(side - 1).members());
    }
    conflict.votes().stream()
        .filter(vote -> !vote.why().isBlank())
        .forEach(
            vote ->
                text.append("\n   ")
                    .append(aliases.letter(vote.agent()))
                    .append(" voted ")
                    .append(side(vote.side()))
                    .append(": ")
                    .append(Cut.shown(vote.why(), SAID))
                    .append(places(vote.evidence())));
    return text.toString();
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
      }
    }
    entry.differences().forEach(one -> text.append("\n   difference: ").append(one));
    entry
        .objections()
        .forEach(
            one ->
                text.append("\n   ")
                    .append(aliases.letter(one.agent()))
                    .append(" objects: ")
                    .append(one.text()));
    entry
        .revisions()
        .forEach(
            one ->
                text.append("\n   ")
                    .append(aliases.letter(one.agent()))
                    .append(" would change: ")
                    .append(one.changes()));
    return text.toString();
  }

  private List<String> agreed() {
    return ledger.points().stream()
        .filter(point -> point.state() == State.AGREED && point.kind() != Point.Kind.NOTE)
        .map(point -> point.id() + ". " + point.sentence().en())
        .toList();
  }

  private List<String> settled() {
    List<String> settled = new ArrayList<>();
    ledger.conflicts().stream()
        .filter(conflict -> !conflict.open())
        .forEach(
            conflict ->
                settled.add(
                    conflict.id()
                        + ". "
                        + conflict.question().en()
                        + " — "
                        + conflict
                            .winner()
                            .filter(side -> side <= conflict.sides().size())
                            .map(side -> conflict.sides().get(side - 1).position().en() + " ")
                            .orElse("")
                        + "("
                        + aliases.anonymous(conflict.how().orElse(""))
                        + ")"));
    ledger.points().stream()
        .filter(point -> point.answer().isPresent())
        .forEach(
            point ->
                settled.add(
                    point.id()
                        + ". "
                        + point.sentence().en()
                        + " — decided: "
                        + point.answer().orElse("")));
    ledger.points(State.REFUTED).stream()
        .map(point -> point.id() + ". refuted: " + point.sentence().en())
        .forEach(settled::add);
    ledger.points(State.OUTVOTED).stream().map(LedgerPart::outvoted).forEach(settled::add);
    ledger.questions().stream()
        .filter(question -> question.answer().isPresent())
        .forEach(
            question ->
                settled.add(
                    question.id()
                        + ". "
                        + question.question().en()
                        + " — decided: "
                        + question.answer().orElse("")));
    return settled;
  }

  private static String outvoted(Point point) {
    long against = point.votes().stream().filter(vote -> vote.choice() == Choice.DISAGREE).count();
    long voted =
        against + point.votes().stream().filter(vote -> vote.choice() == Choice.AGREE).count();
    return "%s. %s by most voters: %s"
        .formatted(point.id(), 2 * against > voted ? "refuted" : "held", point.sentence().en());
  }

  /** Texts with letters for agents. */
  List<String> hidden(List<String> texts) {
    return texts.stream().map(aliases::hidden).toList();
  }

  /** Fenced parts, whole entries at a time while there is room, the first parts first. */
  private List<String> parts(
      String first,
      List<String> firsts,
      String second,
      List<String> seconds,
      String third,
      List<String> thirds,
      String fourth,
      List<String> fourths) {
    List<String> labels = List.of(first, second, third, fourth);
    List<List<String>> entries = List.of(firsts, seconds, thirds, fourths);
    List<String> parts = new ArrayList<>();
    int left = BYTES;
    for (int i = 0; i < labels.size(); i++) {
      List<String> fitting = new ArrayList<>();
      for (String each : entries.get(i)) {
        String entry = aliases.hidden(each);
        left -= entry.getBytes(StandardCharsets.UTF_8).length + 1;
        if (left < 0 && i > 0) {
          fitting.add("(more entries do not fit here)");
          break;
        }
        fitting.add(entry);
      }
      if (!fitting.isEmpty()) {
        parts.add(fence.around(labels.get(i), String.join("\n", fitting)));
      }
    }
    return parts;
  }
}

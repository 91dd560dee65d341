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
import dev.conclave.workflows.discussion.Ledger.Point.PointState;
import dev.conclave.workflows.discussion.Ledger.Question;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The ledger as shown in one call's prompt: whole entries, most urgent first, up to a size limit.
 *
 * @param round of the call; statements of this round are new
 * @param decided the user's decisions that another part of the prompt shows, one per line
 */
record PromptLedger(Ledger ledger, int round, Aliases aliases, Fence fence, String decided) {
  /** Maximum bytes of a ledger in a prompt. */
  static final int BYTES = 40 << 10;

  private static final String WOULD_CHANGE = "would change";
  private static final int SAID = LedgerRules.SAID;
  private static final int IN_FULL = LedgerRules.IN_FULL;
  private static final int DESCRIBED = 1_200;

  /** Characters of a member of an agreed point (for a planner) or of a known approach. */
  private static final int ADDED = 300;

  /** Characters of a statement that is neither voted on nor compared. */
  private static final int RECALLED = 200;

  /** Characters of an agreed point for an analyst who has voted on it. */
  private static final int REMINDED = 120;

  /** Characters of a statement whose author compares it with the moderator's wording. */
  private static final int COMPARED = 600;

  /** Lines of at least this many characters are not repeated. */
  private static final int LONG = 80;

  private static final int MOST_FILES = 12;
  private static final String MISSING = " MISSING";
  private static final String BELOW = "\n   ";

  /** Returns the entries an analyst votes on, then approaches, settled and agreed entries. */
  List<String> ballot(String agent) {
    List<String> open = new ArrayList<>(ledger.ballot());
    open.removeAll(ledger.toConfirm().stream().map(Point::id).toList());
    ledger.points().stream()
        .filter(point -> ledger.madeOnlyBy(agent, point))
        .forEach(point -> open.remove(point.id()));
    if (ledger.waiting() > 0) {
      open.add(ledger.waiting() + " more entries wait for the next ballot.");
    }
    List<String> parts = new ArrayList<>();
    add(parts, "to be voted on", open.stream().map(this::open));
    add(
        parts,
        "merged by the moderator; counts as yours unless you vote misread",
        ledger.toConfirm().stream().map(point -> point(point, 0)));
    add(
        parts,
        "taken by the moderator for notes about the analyses",
        ledger.points().stream()
            .filter(point -> point.kind() == Point.PointKind.NOTE)
            .map(point -> Cut.shorten(oneLine(point(point, 0)), RECALLED)));
    add(parts, "approaches", ledger.approaches().stream().map(one -> approach(one, agent)));
    add(parts, "settled", settled());
    int most = hasVoted(agent) ? REMINDED : IN_FULL;
    add(
        parts,
        "agreed",
        noNotes(PointState.AGREED)
            .map(point -> Cut.shorten(line(point), point.reworded().isEmpty() ? most : IN_FULL)));
    return parts;
  }

  List<String> criteria() {
    return ledger.points().stream()
        .filter(point -> point.kind() == Point.PointKind.CRITERION)
        .map(point -> fence.around(point.id(), point.sentence().en()))
        .toList();
  }

  boolean hasVoted(String agent) {
    return !ledger.votedOn(agent).isEmpty();
  }

  /** Returns a ballot entry in full; a line that is not an id is returned unchanged. */
  private String open(String id) {
    List<String> entries = new ArrayList<>();
    ofId(id, ledger.conflicts(), Conflict::id).forEach(one -> entries.add(conflict(one, true)));
    ofId(id, ledger.points(), Point::id).forEach(one -> entries.add(point(one, SAID)));
    return entries.isEmpty() ? id : entries.get(0);
  }

  private static <T> List<T> ofId(String id, List<T> entries, Function<T, String> ids) {
    return entries.stream().filter(one -> ids.apply(one).equals(id)).toList();
  }

  /**
   * Returns the analyst's statements that are not withdrawn, and the pending questions to the user.
   *
   * @param above earlier parts of the prompt; statements found there or agreed are listed by id
   *     only
   * @param whole whether the others are in full too: a reviewer must see what it may withdraw
   */
  List<String> own(String agent, List<String> above, boolean whole) {
    String shown = oneLine(String.join(" ", above));
    Set<String> agreed =
        noNotes(PointState.AGREED)
            .flatMap(point -> point.members().stream())
            .collect(Collectors.toSet());
    // These are compared with the moderator's wording; of the others, the author needs only a short
    // form.
    Set<String> compared =
        ledger.points(PointState.PUT_TOGETHER).stream()
            .flatMap(point -> point.members().stream())
            .collect(Collectors.toSet());
    Map<Boolean, List<Statement>> own =
        ledger.statements().stream()
            .filter(said -> said.agent().equals(agent) && !said.withdrawn())
            .collect(
                Collectors.partitioningBy(
                    said ->
                        agreed.contains(said.id())
                            || shown.contains(start(aliases.hidden(said.text().en())))));
    String named =
        own.getOrDefault(true, List.of()).stream()
            .map(Statement::id)
            .collect(Collectors.joining(", "));
    List<String> parts = new ArrayList<>();
    add(
        parts,
        "your statements: you are " + aliases.letter(agent),
        Stream.concat(
            Stream.of(named).filter(ids -> !ids.isEmpty()).map(ids -> "Above, or agreed: " + ids),
            own.getOrDefault(false, List.of()).stream()
                .map(said -> recalled(said, whole || compared.contains(said.id())))));
    add(
        parts,
        "questions that the user is asked; until the answer comes take the recommended option",
        ledger.questions().stream()
            .filter(question -> question.answer().isEmpty())
            .map(PromptLedger::question));
    return parts;
  }

  private static String recalled(Statement said, boolean compared) {
    String text = Cut.shorten(oneLine(said.text().en()), compared ? COMPARED : LONG);
    return said.id() + ". " + text + (compared ? places(said.places()) : "");
  }

  private static String start(String text) {
    String line = oneLine(text);
    return line.substring(0, Math.min(LONG, line.length()));
  }

  /**
   * Returns the ids of open points or conflicts ({@code P}, {@code C}) that lack the agent's vote.
   */
  String unvoted(String kind, String agent) {
    return ledger.toVote(agent).stream()
        .filter(id -> id.startsWith(kind))
        .collect(Collectors.joining(", "));
  }

  /** Returns the ids of open entries that the agent voted on in an earlier round. */
  String voted(String agent) {
    return ledger.ballot().stream()
        .filter(ledger.votedOn(agent)::contains)
        .collect(Collectors.joining(", "));
  }

  /**
   * Returns the places of the entries an analyst votes on: the first of every entry in ballot
   * order, then the second, and so on, so that each entry gets some space.
   */
  static List<CodeLocation> openPlaces(Ledger ledger, String agent) {
    List<List<CheckedLocation>> entries = new ArrayList<>();
    for (String id : ledger.toVote(agent)) {
      byCode(id, ledger).forEach(one -> entries.addAll(places(ledger, one)));
      for (Point point : ofId(id, ledger.points(), Point::id)) {
        entries.add(places(ledger, point.members()));
        point.votes().forEach(vote -> entries.add(vote.evidence()));
      }
    }
    return inTurn(entries);
  }

  /** Returns the conflict of this id if the code can settle it. */
  private static Stream<Conflict> byCode(String id, Ledger ledger) {
    return ofId(id, ledger.conflicts(), Conflict::id).stream()
        .filter(one -> one.settledBy() == Conflict.SettledBy.CODE);
  }

  /** Returns the places of open conflicts that the code settles; it is shown in full. */
  static List<CodeLocation> disputedPlaces(Ledger ledger, String agent) {
    return inTurn(
        ledger.toVote(agent).stream()
            .flatMap(id -> byCode(id, ledger))
            .flatMap(conflict -> places(ledger, conflict).stream())
            .toList());
  }

  private static List<List<CheckedLocation>> places(Ledger ledger, Conflict conflict) {
    return Stream.concat(
            conflict.sides().stream().map(side -> places(ledger, side.members())),
            conflict.votes().stream().map(Ledger.SideVote::evidence))
        .toList();
  }

  /** Returns the places of points that are agreed or only need confirmation. */
  static List<CodeLocation> agreedPlaces(Ledger ledger) {
    return inTurn(
        ledger.points(PointState.AGREED, PointState.PUT_TOGETHER).stream()
            .map(point -> places(ledger, point.members()))
            .toList());
  }

  private static List<CheckedLocation> places(Ledger ledger, List<String> members) {
    return ledger.statementsOf(members).flatMap(statement -> statement.places().stream()).toList();
  }

  private static List<CodeLocation> inTurn(List<List<CheckedLocation>> entries) {
    int most = entries.stream().mapToInt(List::size).max().orElse(0);
    return IntStream.range(0, most)
        .boxed()
        .flatMap(i -> entries.stream().filter(entry -> i < entry.size()).map(entry -> entry.get(i)))
        .map(place -> new CodeLocation(place.file(), place.line(), ""))
        .toList();
  }

  List<String> known() {
    List<String> parts = new ArrayList<>();
    add(
        parts,
        "conflicts",
        ledger.conflicts().stream().filter(Conflict::open).map(one -> conflict(one, false)));
    add(
        parts,
        "approaches",
        ledger.approaches().stream()
            .filter(entry -> !isNew(entry.members()))
            .map(
                one ->
                    "%s. %s (%s)"
                        .formatted(one.id(), one.name().en(), String.join(", ", one.members()))));
    add(
        parts,
        "questions",
        ledger.questions().stream()
            .filter(one -> !isDecided(one.id()))
            .map(PromptLedger::question));
    parts.addAll(knownPoints());
    return parts;
  }

  List<String> knownPoints() {
    List<String> parts = new ArrayList<>();
    add(
        parts,
        "points, each with its kind and what it changes",
        ledger.points().stream()
            .filter(
                one -> one.members().size() > 1 || !one.votes().isEmpty() || !isNew(one.members()))
            .filter(one -> one.state() != PointState.WITHDRAWN && one.state() != PointState.REFUTED)
            .filter(one -> one.kind() != Point.PointKind.CRITERION && !isUnclear(one))
            .map(
                one ->
                    point(one, 0) + " " + Words.of(one.kind()) + ", " + Words.of(one.changes())));
    return parts;
  }

  /** Whether a round has statements that propose an approach. */
  static boolean hasNewApproaches(Ledger ledger, int round) {
    return ledger.statements().stream()
        .anyMatch(said -> said.round() == round && said.type() == Statement.StatementType.APPROACH);
  }

  @SafeVarargs
  static boolean isAnyMissing(List<String>... parts) {
    return Stream.of(parts).flatMap(List::stream).anyMatch(part -> part.contains(MISSING));
  }

  List<String> fresh() {
    return ledger.statements().stream()
        .filter(said -> said.round() == round && !said.withdrawn())
        .collect(
            Collectors.groupingBy(
                said -> aliases.letter(said.agent()),
                TreeMap::new,
                Collectors.mapping(said -> statement(said, DESCRIBED), Collectors.joining("\n"))))
        .entrySet()
        .stream()
        .map(by -> fence.around("analyst " + by.getKey(), aliases.hidden(by.getValue())))
        .toList();
  }

  /**
   * Returns the points called partly right or misread in the last round, with the voters' notes.
   */
  List<String> unclear() {
    List<String> parts = new ArrayList<>();
    ledger.points().stream()
        .filter(this::isUnclear)
        .forEach(one -> add(parts, one.id(), Stream.of(point(one, SAID))));
    return parts;
  }

  private boolean isUnclear(Point point) {
    return point.votes().stream().anyMatch(v -> v.round() == round && v.choice().unclear());
  }

  /**
   * Returns the entries for the planner: agreed, settled, unsettled, then unconfirmed ones.
   *
   * @param told sentences that the prompt already contains
   */
  List<String> forPlan(Set<String> told) {
    List<String> parts = outcome(new ArrayList<>(), told);
    add(parts, "not settled, find out before a task relies on either side", unsettled());
    return unconfirmed(parts);
  }

  /** Returns the entries for the synthesizer: the unsettled ones first. */
  List<String> forSynthesis() {
    List<String> parts = new ArrayList<>();
    add(parts, "not settled, not to be decided by you", unsettled());
    return unconfirmed(outcome(parts, Set.of()));
  }

  private Stream<String> unsettled() {
    return Stream.concat(
        ledger.conflicts().stream()
            .filter(one -> one.open() && !isDecided(one.id()))
            .map(one -> conflict(one, true)),
        noNotes(PointState.DISPUTED)
            .filter(point -> !isDecided(point.id()))
            .map(point -> point(point, SAID)));
  }

  private List<String> outcome(List<String> parts, Set<String> told) {
    add(
        parts,
        "agreed, with what somebody said of it, which may be more than is agreed",
        noNotes(PointState.AGREED)
            .filter(point -> !told.contains(point.sentence().en()))
            .map(point -> point(point, point.reworded().isEmpty() ? ADDED : 0)));
    add(parts, "settled by the analysts", settled());
    return parts;
  }

  private List<String> unconfirmed(List<String> parts) {
    add(
        parts,
        "not confirmed by all, check it",
        noNotes(PointState.LONE, PointState.PARTIAL, PointState.PUT_TOGETHER)
            .map(point -> point(point, 0)));
    return parts;
  }

  private Stream<Point> noNotes(PointState... states) {
    return ledger.points(states).stream().filter(point -> point.kind() != Point.PointKind.NOTE);
  }

  private boolean isNew(List<String> members) {
    return ledger.statementsOf(members).allMatch(said -> said.round() == round);
  }

  /**
   * Returns a statement in full.
   *
   * @param most maximum characters for the pros and for the cons of an approach
   */
  private static String statement(Statement said, int most) {
    int length = said.type() == Statement.StatementType.APPROACH ? DESCRIBED : IN_FULL;
    return said.id()
        + ". "
        + Cut.shorten(said.text().en(), length)
        + places(said.places())
        + said.approach().map(one -> detail(one, most)).orElse("");
  }

  private static String detail(Approach approach, int most) {
    return " (effort %s; files: %s; pros: %s; cons: %s)"
        .formatted(
            Words.of(approach.effort()),
            approach.affectedFiles().stream()
                .map(CodeLocation::file)
                .distinct()
                .limit(MOST_FILES)
                .collect(Collectors.joining(", ")),
            Cut.shorten(String.join(" | ", approach.pros()), most),
            Cut.shorten(String.join(" | ", approach.cons()), most));
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
                        + (place.verdict() == Evidence.MISSING ? MISSING : ""))
            .distinct()
            .collect(Collectors.joining(", ", " [", "]"));
  }

  /**
   * Returns a point.
   *
   * @param most maximum characters for each member's statement; 0 omits the members and the votes
   */
  private String point(Point point, int most) {
    List<Statement> said = ledger.statementsOf(point.members()).toList();
    boolean lone = point.members().size() == 1 && said.size() == 1;
    boolean reworded = !point.reworded().isEmpty();
    // Voters judge the moderator's sentence; planners and synthesizers do not rely on it.
    LocalizedText worded = brief() ? point.sentence() : point.wording();
    String sentence = worded.en();
    // Sentences are truncated for the workflow state; a lone statement is voted on in full.
    boolean quoted =
        lone && sentence.equals(said.get(0).text().shortened(LedgerRules.SENTENCE).en());
    List<String> lines = new ArrayList<>();
    lines.add(
        (point.id() + ". ")
            + (quoted ? Cut.shorten(said.get(0).text().en(), IN_FULL) : sentence)
            + (lone || brief() ? places(places(ledger, point.members())) : "")
            + (" (" + String.join(", ", point.members()))
            + (point.members().size() == 1 && !reworded ? " alone)" : ")"));
    point.reworded().forEach(vote -> lines.add("reworded, as " + vote(vote)));
    point
        .proposed()
        .filter(any -> reworded && !any.equals(worded))
        .ifPresent(proposed -> lines.add("by the moderator: " + proposed.en()));
    // Earlier wordings may be what the others objected to.
    said(most > 0 && !quoted ? point.members() : List.of(), most)
        .forEach(line -> lines.add(reworded ? "before that, " + line : line));
    point.votes().stream()
        .filter(vote -> !point.reworded().contains(vote))
        .filter(vote -> most > 0 && (vote.choice() != Choice.AGREE || !vote.runs().isEmpty()))
        .filter(vote -> !(vote.note().isBlank() && vote.runs().isEmpty()))
        .map(this::vote)
        .forEach(lines::add);
    return String.join(BELOW, lines);
  }

  private String vote(Ledger.Vote one) {
    String does = "voted " + Words.of(one.choice());
    return by(one.agent(), does, one.note(), one.evidence(), one.runs());
  }

  /** Returns what the members say; for a planner or synthesizer only the longest statement. */
  private List<String> said(List<String> members, int most) {
    return ledger
        .statementsOf(members)
        .sorted(Comparator.comparing(one -> brief() ? -one.text().en().length() : 0))
        .limit(brief() ? 1 : members.size())
        .map(
            one ->
                (one.id() + ": " + Cut.shorten(one.text().en(), most))
                    + (brief() ? "" : places(one.places())))
        .toList();
  }

  /** Returns whether the reader is a planner or synthesizer, to whom authors do not matter. */
  private boolean brief() {
    return aliases.equals(Aliases.NONE);
  }

  private String by(
      String agent, String does, String words, List<CheckedLocation> places, List<String> runs) {
    return aliases.letter(agent)
        + (" " + does + ": " + words + places(places))
        + (runs.isEmpty() ? "" : " (ran: " + String.join("; ", runs) + ")")
        + (places.isEmpty() && runs.isEmpty() && !does.equals(WOULD_CHANGE)
            ? " (without evidence)"
            : "");
  }

  /**
   * Returns a conflict.
   *
   * @param voted whether with its votes
   */
  private String conflict(Conflict conflict, boolean voted) {
    boolean human = conflict.settledBy() == Conflict.SettledBy.HUMAN;
    List<String> lines = new ArrayList<>();
    lines.add(
        (conflict.id() + ". " + conflict.question().en())
            + (human ? " (for the user: which would you choose?)" : " (the code can settle it)"));
    for (Ledger.Side side : conflict.sides()) {
      int number = conflict.sides().indexOf(side) + 1;
      String approaches = approaches(side);
      if (!approaches.isEmpty()) {
        lines.add("side " + number + ": " + approaches);
        continue;
      }
      lines.add("side " + number + ": " + side.position().en());
      String position = oneLine(side.position().en());
      lines.addAll(
          said(
              side.members().stream()
                  .filter(
                      id ->
                          ledger
                              .statementsOf(List.of(id))
                              .noneMatch(one -> position.contains(start(one.text().en()))))
                  .toList(),
              SAID));
    }
    List<Ledger.SideVote> votes = voted ? conflict.votes() : List.of();
    votes.stream()
        .map(
            one ->
                by(one.agent(), "voted " + side(one.side()), one.why(), one.evidence(), one.runs()))
        .forEach(lines::add);
    if (!human && !votes.isEmpty() && votes.stream().allMatch(vote -> vote.runs().isEmpty())) {
      lines.add("nobody has run anything to settle it");
    }
    return String.join(BELOW, lines);
  }

  /** Returns the approaches of a side that has only approaches, described elsewhere; else empty. */
  private String approaches(Ledger.Side side) {
    List<ApproachEntry> all =
        ledger.approaches().stream()
            .filter(one -> side.members().stream().anyMatch(one.members()::contains))
            .toList();
    boolean only =
        side.members().stream()
            .allMatch(id -> all.stream().anyMatch(one -> one.members().contains(id)));
    return only
        ? all.stream()
            .map(one -> one.id() + ", " + one.name().en())
            .collect(Collectors.joining("; or "))
        : "";
  }

  private static String side(int side) {
    return side == Ledger.SideVote.BOTH_HOLD
        ? "both-hold"
        : side == Ledger.SideVote.NEITHER ? "neither" : "side " + side;
  }

  /** Returns an approach, shortened for its author and for analysts who have seen it before. */
  private String approach(ApproachEntry entry, String agent) {
    List<String> lines = new ArrayList<>();
    lines.add(
        (entry.id() + ". " + entry.proposed().orElse(entry.name()).en())
            + (entry.whole() ? "" : " (grouped by the moderator)"));
    ledger
        .statementsOf(entry.members())
        .map(
            one ->
                hasVoted(agent) || one.agent().equals(agent)
                    ? one.id() + ": " + Cut.shorten(one.text().en(), ADDED)
                    : statement(one, ADDED))
        .forEach(lines::add);
    entry.differences().forEach(one -> lines.add("difference: " + one));
    entry
        .objections()
        .forEach(o -> lines.add(by(o.agent(), "objects", o.text(), o.evidence(), o.runs())));
    int newest = entry.revisions().stream().mapToInt(Ledger.Revision::round).max().orElse(0);
    for (Ledger.Revision one : entry.revisions()) {
      // Earlier revisions were shown in full in their round; repeating them would use up the space.
      String changes = one.round() == newest ? one.changes() : Cut.shorten(one.changes(), SAID);
      lines.add(by(one.agent(), WOULD_CHANGE, changes, List.of(), List.of()));
    }
    return String.join(BELOW, lines);
  }

  private static String question(Question question) {
    String options = question.id() + ". " + question.withoutRecommendation();
    String recommended = question.recommended().map(n -> "; recommended: " + n).orElse("");
    return question
        .answer()
        .map(answer -> options + " — decided: " + answer)
        .orElse(options + recommended + " — the answer is pending");
  }

  /** Returns a line for each closed entry that no other part of the prompt shows. */
  private Stream<String> settled() {
    List<String> lines = new ArrayList<>();
    for (Conflict one : ledger.conflicts()) {
      if (!one.open() && !isDecided(one.id())) {
        String winner =
            one.winner()
                .filter(side -> side <= one.sides().size())
                .map(side -> one.sides().get(side - 1).position().en() + " ")
                .orElse("");
        // Shows how many voted this way, not who.
        String how =
            one.how().orElse("").replaceFirst("^(all voters|\\d+ of \\d+ voters): .*", "$1");
        lines.add(line(one.id(), one.question().en(), winner + "(" + how + ")"));
      }
    }
    ledger.points(PointState.DECIDED, PointState.REFUTED, PointState.OUTVOTED).stream()
        .filter(point -> !isDecided(point.id()))
        .map(this::line)
        .forEach(lines::add);
    ledger.questions().stream()
        .filter(one -> one.answer().isPresent() && !isDecided(one.id()))
        .map(one -> line(one.id(), one.question().en(), "decided: " + one.answer().orElse("")))
        .forEach(lines::add);
    return lines.stream();
  }

  private boolean isDecided(String id) {
    return decided.lines().anyMatch(line -> line.startsWith(id + ". "));
  }

  private String line(Point point) {
    String state =
        switch (point.state()) {
          case DECIDED -> "decided: " + point.answer().orElse("");
          case OUTVOTED -> outvoted(point);
          case AGREED -> ""; // the part's label says so
          default -> Words.of(point.state());
        };
    String reworded =
        point.reworded().stream()
            .map(vote -> aliases.letter(vote.agent()))
            .collect(Collectors.joining(" and ", "reworded after the vote of ", ""));
    return line(
        point.id(),
        point.sentence().en(),
        Stream.of(state, point.reworded().isEmpty() ? "" : reworded)
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", ")));
  }

  private static String line(String id, String sentence, String state) {
    return oneLine(id + ". " + sentence + (state.isEmpty() ? "" : " — " + state));
  }

  private static String oneLine(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String outvoted(Point point) {
    long against = point.votes().stream().filter(vote -> vote.choice() == Choice.DISAGREE).count();
    long with = point.votes().stream().filter(vote -> vote.choice() == Choice.AGREE).count();
    return (against > with ? "refuted" : "held") + " by most voters";
  }

  List<String> hidden(List<String> texts) {
    return texts.stream().map(aliases::hidden).toList();
  }

  /** Adds a fenced part with as many whole entries as fit; the first part is never truncated. */
  private void add(List<String> parts, String label, Stream<String> entries) {
    int left = BYTES - PromptContext.length(String.join("", parts));
    List<String> fitting = new ArrayList<>();
    Map<String, String> above = new HashMap<>();
    for (String each : entries.map(aliases::hidden).toList()) {
      String id = each.substring(0, Math.max(0, each.indexOf(". ")));
      String entry =
          each.lines()
              .map(line -> line.length() < LONG ? line : named(line, above.putIfAbsent(line, id)))
              .collect(Collectors.joining("\n"));
      left -= PromptContext.length(entry) + 1;
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

  /** Returns the line, or a reference to the earlier entry that shows it in full. */
  private static String named(String line, @Nullable String entry) {
    return entry == null ? line : line.substring(0, line.indexOf(':') + 1) + " as under " + entry;
  }
}

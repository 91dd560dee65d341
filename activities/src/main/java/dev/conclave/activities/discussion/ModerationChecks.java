package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Statement.StatementType;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.model.LocalizedText;
import dev.conclave.workflows.text.Cut;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks a moderator's reply against the ledger; docs/discussion.md, section 4. Corrects
 * unambiguous mistakes and drops what is wrong.
 */
public final class ModerationChecks {
  static final int QUESTIONS = 4;

  private static final int OPTIONS = 4;

  /** Maximum new conflicts of one moderation: they come first in a ballot and must not fill it. */
  private static final int CONFLICTS = 12;

  private final LedgerDraft draft;
  private final List<String> errors = new ArrayList<>();

  ModerationChecks(LedgerDraft draft) {
    this.draft = draft;
  }

  /** Returns the errors of a moderation, one sentence each, for a repair prompt. */
  public static List<String> errors(Ledger ledger, Moderation moderation, int round) {
    ModerationChecks checks = new ModerationChecks(new LedgerDraft(ledger));
    checks.validPart(moderation);
    String missing =
        ledger.statements().stream()
            .filter(said -> said.type() == StatementType.APPROACH && said.round() == round)
            .map(Ledger.Statement::id)
            .filter(id -> moderation.approaches().stream().noneMatch(a -> a.members().contains(id)))
            .collect(Collectors.joining(", "));
    checks.require(
        missing.isEmpty(), "approaches: each must be in exactly one entry; missing: " + missing);
    return checks.errors();
  }

  /** Returns whether no part of a moderation can be used: it is empty, or its ids are made up. */
  public static boolean isUnusable(Ledger ledger, Moderation moderation) {
    Moderation sound = new ModerationChecks(new LedgerDraft(ledger)).validPart(moderation);
    return Stream.of(
            sound.points(),
            sound.single(),
            sound.conflicts(),
            sound.approaches(),
            sound.questions(),
            sound.against())
        .allMatch(List::isEmpty);
  }

  List<String> errors() {
    return List.copyOf(errors);
  }

  Moderation validPart(Moderation moderation) {
    Set<String> placed = new HashSet<>();
    Moderation meant = meant(moderation);
    return new Moderation(
        meant.points().stream().filter(same -> isValid(same, meant)).toList(),
        meant.single().stream().filter(one -> isSaid("single", one.id())).toList(),
        meant.conflicts().stream().filter(this::isValid).limit(CONFLICTS).toList(),
        meant.approaches().stream().filter(same -> isValid(same, placed)).toList(),
        meant.questions().stream().filter(this::isValid).limit(QUESTIONS).toList(),
        meant.against().stream().filter(one -> isSaid("against", one.statement())).toList());
  }

  /**
   * Corrects unambiguous mistakes: the id of an entry among its members, a point in place of its
   * members on a side, a repeated statement, a recommended option that does not exist.
   */
  private Moderation meant(Moderation said) {
    return new Moderation(
        said.points().stream()
            .map(
                one ->
                    one.withId(id(one.id(), one.members(), draft.points))
                        .withMembers(statements(one.members(), draft.points)))
            .toList(),
        said.single(),
        said.conflicts().stream()
            .map(
                one ->
                    one.withSides(
                        one.sides().stream()
                            .map(side -> new Ledger.Side(side.position(), behind(side.members())))
                            .toList()))
            .toList(),
        said.approaches().stream()
            .map(
                one ->
                    one.withId(id(one.id(), one.members(), draft.approaches))
                        .withMembers(statements(one.members(), draft.approaches)))
            .toList(),
        said.questions().stream().map(one -> one.withRecommended(recommended(one))).toList(),
        said.against());
  }

  private static Optional<String> id(
      Optional<String> id, List<String> members, Map<String, ?> entries) {
    List<String> ids = members.stream().filter(entries::containsKey).distinct().toList();
    return ids.size() == 1 ? id.or(() -> Optional.of(ids.get(0))) : id;
  }

  /** Returns the members without the id of the only entry among them. */
  private static List<String> statements(List<String> members, Map<String, ?> entries) {
    boolean one = members.stream().filter(entries::containsKey).distinct().count() == 1;
    return members.stream().filter(id -> !one || !entries.containsKey(id)).distinct().toList();
  }

  private List<String> behind(List<String> members) {
    return members.stream()
        .flatMap(
            id ->
                draft.points.containsKey(id)
                    ? draft.points.get(id).members.stream()
                    : Stream.of(id))
        .distinct()
        .toList();
  }

  private boolean isValid(Moderation.SamePoint same, Moderation moderation) {
    String where = where("point", same.statement());
    return known(where, same.id().stream(), draft.points)
        && known(where, same.members().stream(), draft.statements)
        && require(!same.statement().en().isBlank(), where + " has no statement")
        && require(
            same.id().isPresent()
                || draft.agentsOf(same.members(), false).size() > 1
                || isClaim(same.members(), moderation),
            where
                + " needs statements from at least two analysts, the id of a point in the ledger,"
                + " or one statement from which another entry takes another claim");
  }

  private static boolean isClaim(List<String> members, Moderation moderation) {
    Stream<List<String>> points = moderation.points().stream().map(Moderation.SamePoint::members);
    Stream<List<String>> sides =
        moderation.conflicts().stream()
            .flatMap(one -> one.sides().stream())
            .map(Ledger.Side::members);
    return members.size() == 1
        && Stream.concat(points, sides).filter(some -> some.containsAll(members)).count() > 1;
  }

  private boolean isValid(Moderation.Clash clash) {
    String where = where("conflict", clash.question());
    List<String> members = clash.sides().stream().flatMap(side -> side.members().stream()).toList();
    return known(where, clash.id().stream(), draft.conflicts)
        && require(clash.sides().size() > 1, where + " needs at least two sides")
        && known(where, members.stream(), draft.statements)
        && require(
            clash.sides().stream()
                .noneMatch(side -> side.members().isEmpty() || side.position().en().isBlank()),
            where + ": each side needs a position and members")
        && require(
            Set.copyOf(members).size() == members.size(),
            where + ": a statement can be on one side only")
        && require(
            draft.agentsOf(members, false).size() > 1,
            where + " needs sides from different analysts");
  }

  private boolean isValid(Moderation.SameApproach same, Set<String> placed) {
    String where = where("approach", same.name());
    return known(where, same.id().stream(), draft.approaches)
        && known(where, same.members().stream(), draft.statements)
        && require(same.id().isPresent() || !same.members().isEmpty(), where + " has no members")
        && require(
            same.members().stream().allMatch(id -> draft.statement(id).approach().isPresent()),
            where + ": not all of its members are approaches")
        && require(
            same.members().stream().allMatch(placed::add),
            where + ": put each approach into exactly one entry");
  }

  boolean isValid(Moderation.Asked asked) {
    String where = where("question", asked.question());
    int options = asked.options().size();
    return known(where, asked.from().stream(), draft.statements)
        && require(!asked.from().isEmpty(), where + ": from must list the statements that ask it")
        && require(
            !asked.question().en().isBlank() && hasOptions(options),
            where + " needs a text and 2 to " + OPTIONS + " options");
  }

  static Optional<Integer> recommended(Moderation.Asked asked) {
    return asked.recommended().filter(number -> number <= asked.options().size());
  }

  private static String where(String entry, LocalizedText text) {
    return entry + " \"" + Cut.shorten(text.en(), 80) + "\"";
  }

  private boolean isSaid(String where, String id) {
    return draft.points.containsKey(id) || known(where, Stream.of(id), draft.statements);
  }

  private boolean known(String where, Stream<String> ids, Map<String, ?> entries) {
    return ids.allMatch(
        id -> require(entries.containsKey(id), where + ": there is no " + Cut.shorten(id, 40)));
  }

  boolean require(boolean holds, String error) {
    if (!holds) {
      errors.add(error);
    }
    return holds;
  }

  static boolean hasOptions(int options) {
    return options >= 2 && options <= OPTIONS;
  }
}

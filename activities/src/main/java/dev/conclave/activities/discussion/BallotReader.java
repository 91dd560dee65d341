package dev.conclave.activities.discussion;

import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads and checks the votes in an analyst's reply; docs/discussion.md, section 2. */
public final class BallotReader {
  private static final Set<String> KNOWN =
      Set.of("votes", "conflicts", "ranking", "objections", "revisions", "withdrawn");

  private BallotReader() {}

  static Optional<Ballot> read(LenientJson reply) {
    if (!reply.hasAny(KNOWN)) {
      return Optional.empty();
    }
    return Optional.of(
        new Ballot(
            reply.objects("id", "votes").stream().map(BallotReader::vote).toList(),
            reply.objects("id", "conflicts").stream().flatMap(one -> side(one).stream()).toList(),
            reply.ids("ranking"),
            reply.objects("text", "objections").stream()
                .map(
                    one ->
                        new Ballot.RaisedObjection(id(one), one.text("text", "why"), evidence(one)))
                .toList(),
            reply.objects("changes", "revisions").stream()
                .map(
                    one ->
                        new Ballot.ProposedRevision(
                            id(one), one.id("member"), one.text("changes", "text")))
                .toList(),
            reply.objects("statement", "withdrawn").stream()
                .map(one -> new Ballot.Withdrawal(one.text("statement", "id"), one.text("why")))
                .toList()));
  }

  static Ballot ofReview(LenientJson reply) {
    Ballot ballot = read(reply).orElse(Ballot.EMPTY);
    List<Ballot.PointVote> votes = new ArrayList<>(ballot.votes());
    for (LenientJson one : reply.objects("id", "criteria")) {
      Choice choice =
          switch (one.text("verdict", "vote").toLowerCase(Locale.ROOT)) {
            case "met" -> Choice.AGREE;
            case "unmet" -> Choice.DISAGREE;
            default -> Choice.UNSURE;
          };
      votes.add(new Ballot.PointVote(id(one), choice, evidence(one), one.text("note", "why")));
    }
    return new Ballot(
        votes,
        ballot.conflicts(),
        ballot.ranking(),
        ballot.objections(),
        ballot.revisions(),
        ballot.withdrawn());
  }

  private static String id(LenientJson one) {
    return one.id("id").orElse("");
  }

  private static List<String> evidence(LenientJson one) {
    return one.texts("evidence");
  }

  private static Ballot.PointVote vote(LenientJson one) {
    String word = one.text("vote");
    Optional<Choice> choice = Words.parse(Choice.class, word);
    if (choice.isEmpty()) {
      one.note("vote on " + id(one) + " is " + LenientJson.quoted(word) + ": unsure assumed");
    }
    String note = one.text("note", "why", "reason");
    return new Ballot.PointVote(id(one), choice.orElse(Choice.UNSURE), evidence(one), note);
  }

  private static Optional<Ballot.ConflictVote> side(LenientJson one) {
    String word = one.text("side", "vote").toLowerCase(Locale.ROOT).replaceAll("[_\\s]", "-");
    String number = word.replaceFirst("^side-*", "");
    if (!number.matches("[1-9]|both(-hold)?|neither")) {
      one.note("side of " + id(one) + " is " + LenientJson.quoted(word) + ": left out");
      return Optional.empty();
    }
    int side =
        number.startsWith("both")
            ? Ledger.SideVote.BOTH_HOLD
            : number.equals("neither") ? Ledger.SideVote.NEITHER : Integer.parseInt(number);
    String why = one.text("why", "note", "reason");
    return Optional.of(new Ballot.ConflictVote(id(one), side, evidence(one), why));
  }

  /** Returns the errors of a ballot, one sentence each, for a repair prompt. */
  public static List<String> errors(Analysis analysis, Ledger ledger) {
    List<String> asked = ledger.toVote(analysis.tool());
    if (analysis.ballot().isEmpty()) {
      return asked.isEmpty()
          ? List.of()
          : List.of("votes is missing: vote on " + String.join(", ", asked));
    }
    Ballot ballot = analysis.ballot().get();
    List<String> voted = ballot.votes().stream().map(Ballot.PointVote::id).toList();
    List<String> sided = ballot.conflicts().stream().map(Ballot.ConflictVote::id).toList();
    List<String> approaches = ledger.approaches().stream().map(Ledger.ApproachEntry::id).toList();
    List<String> errors = new ArrayList<>();
    Stream<String> points = ledger.points().stream().map(Ledger.Point::id);
    unknown("votes", voted, Stream.concat(points, approaches.stream()), errors);
    unknown("conflicts", sided, ledger.conflicts().stream().map(Ledger.Conflict::id), errors);
    unknown("ranking", ballot.ranking(), approaches.stream(), errors);
    List<String> missing =
        asked.stream().filter(id -> !voted.contains(id) && !sided.contains(id)).toList();
    if (!missing.isEmpty()) {
      errors.add("no vote on " + String.join(", ", missing) + ": vote on each");
    }
    if (ballot.ranking().isEmpty() && approaches.size() > 1) {
      errors.add("ranking is empty: rank " + String.join(", ", approaches) + ", best first");
    }
    return List.copyOf(errors);
  }

  private static void unknown(
      String field, Collection<String> given, Stream<String> known, List<String> errors) {
    List<String> ids = known.toList();
    List<String> unknown =
        given.stream().filter(id -> !ids.contains(id)).distinct().map(LenientJson::quoted).toList();
    if (!unknown.isEmpty()) {
      errors.add(field + ": there is no " + String.join(", ", unknown));
    }
  }
}

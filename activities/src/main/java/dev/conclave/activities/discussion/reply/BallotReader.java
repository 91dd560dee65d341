package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Ballot;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Vote.Choice;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads the votes of an analyst's reply and says what is missing of them; docs/discussion.md,
 * section 2.
 */
public final class BallotReader {
  private static final Set<String> KNOWN =
      Set.of("votes", "conflicts", "ranking", "objections", "revisions", "withdrawn", "reworded");

  private final ParseNotes notes;

  BallotReader(ParseNotes notes) {
    this.notes = notes;
  }

  /** The ballot of a reply; empty when it has none of a ballot's fields. */
  Optional<Ballot> read(Fields reply) {
    List<JsonNode> parts = KNOWN.stream().map(reply::get).toList();
    if (parts.stream().allMatch(JsonNode::isMissingNode)) {
      return Optional.empty();
    }
    List<Ballot.PointVote> votes = new ArrayList<>();
    List<Ballot.ConflictVote> conflicts = new ArrayList<>();
    List<Ballot.Objection> objections = new ArrayList<>();
    List<Ballot.Revision> revisions = new ArrayList<>();
    List<Ballot.Withdrawal> withdrawn = new ArrayList<>();
    List<Ballot.Rewording> reworded = new ArrayList<>();
    each(
        reply.get("votes"),
        "votes",
        (id, one) -> {
          String word = one.text("vote");
          Optional<Choice> choice = Words.parse(Choice.class, word);
          if (choice.isEmpty()) {
            notes.add("vote on " + id + " is " + ParseNotes.quoted(word) + ": unsure assumed");
          }
          votes.add(
              new Ballot.PointVote(
                  id,
                  choice.orElse(Choice.UNSURE),
                  texts(one, "evidence"),
                  one.text("note", "why", "reason")));
        });
    each(
        reply.get("conflicts"),
        "conflicts",
        (id, one) ->
            side(one.get("side", "vote"), id)
                .ifPresent(
                    side ->
                        conflicts.add(
                            new Ballot.ConflictVote(
                                id,
                                side,
                                texts(one, "evidence"),
                                one.text("why", "note", "reason")))));
    each(
        reply.get("objections"),
        "objections",
        (id, one) ->
            objections.add(
                new Ballot.Objection(id, one.text("text", "why"), texts(one, "evidence"))));
    each(
        reply.get("revisions"),
        "revisions",
        (id, one) ->
            revisions.add(
                new Ballot.Revision(
                    id,
                    Optional.of(one.text("member")).filter(m -> !m.isBlank()),
                    one.text("changes", "text"))));
    for (JsonNode item : reply.get("reworded")) {
      if (item instanceof ObjectNode object) {
        Fields one = new Fields(object, notes);
        reworded.add(new Ballot.Rewording(one.text("statement", "id"), one.text("text")));
      }
    }
    for (JsonNode item : reply.get("withdrawn")) {
      if (item instanceof ObjectNode object) {
        Fields one = new Fields(object, notes);
        withdrawn.add(new Ballot.Withdrawal(one.text("statement", "id"), one.text("why")));
      } else if (item.isTextual()) {
        withdrawn.add(new Ballot.Withdrawal(item.asText().strip(), ""));
      }
    }
    List<String> ranking =
        new Values(notes)
            .texts(reply.get("ranking"), "ranking").stream().map(BallotReader::id).toList();
    return Optional.of(
        new Ballot(votes, conflicts, ranking, objections, revisions, withdrawn, reworded));
  }

  private void each(JsonNode list, String field, BiConsumer<String, Fields> read) {
    for (JsonNode item : list) {
      if (item instanceof ObjectNode object) {
        Fields one = new Fields(object, notes);
        read.accept(id(one.text("id")), one);
      } else {
        notes.add("an entry of " + field + " is no object: left out");
      }
    }
  }

  private List<String> texts(Fields fields, String name) {
    JsonNode value = fields.get(name);
    return value.isMissingNode() || value.isNull()
        ? List.of()
        : new Values(notes).texts(value, name);
  }

  private Optional<Integer> side(JsonNode value, String id) {
    String word = value.asText("").strip().toLowerCase(Locale.ROOT).replace('_', '-');
    return switch (word) {
      case "both-hold", "both hold", "both" -> Optional.of(SideVote.BOTH_HOLD);
      case "neither" -> Optional.of(SideVote.NEITHER);
      default -> {
        String digits = word.replaceFirst("^side\\s*", "");
        if (digits.matches("[1-9]")) {
          yield Optional.of(Integer.parseInt(digits));
        }
        notes.add("side of " + id + " is " + ParseNotes.quoted(word) + ": left out");
        yield Optional.empty();
      }
    };
  }

  private static String id(String text) {
    return text.contains(".") ? text.strip() : text.strip().toUpperCase(Locale.ROOT);
  }

  /** What is wrong with a ballot, one sentence each, to be quoted back; empty when nothing is. */
  public static List<String> errors(Analysis analysis, Ledger ledger) {
    Set<String> points = ids(ledger.points().stream().map(Ledger.Point::id));
    Set<String> conflicts = ids(ledger.conflicts().stream().map(Ledger.Conflict::id));
    Set<String> approaches = ids(ledger.approaches().stream().map(Ledger.ApproachEntry::id));
    // A vote of an earlier round stands.
    Set<String> standing = ledger.votedOn(analysis.tool());
    List<String> asked = ledger.ballot().stream().filter(id -> !standing.contains(id)).toList();
    if (analysis.ballot().isEmpty()) {
      return asked.isEmpty()
          ? List.of()
          : List.of("votes is missing: vote on " + String.join(", ", asked));
    }
    Ballot ballot = analysis.ballot().get();
    List<String> errors = new ArrayList<>();
    Set<String> voted = ids(ballot.votes().stream().map(Ballot.PointVote::id));
    Set<String> sided = ids(ballot.conflicts().stream().map(Ballot.ConflictVote::id));
    unknown("votes", voted, points, errors);
    unknown("conflicts", sided, conflicts, errors);
    unknown("ranking", ids(ballot.ranking().stream()), approaches, errors);
    List<String> missing =
        asked.stream().filter(id -> !voted.contains(id) && !sided.contains(id)).toList();
    if (!missing.isEmpty()) {
      errors.add("no vote on " + String.join(", ", missing) + ": vote on each of them");
    }
    if (ballot.ranking().isEmpty() && approaches.size() > 1) {
      errors.add("ranking is empty: rank " + String.join(", ", approaches) + ", best first");
    }
    return List.copyOf(errors);
  }

  private static Set<String> ids(Stream<String> ids) {
    return ids.collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static void unknown(
      String field, Set<String> given, Set<String> known, List<String> errors) {
    List<String> unknown =
        given.stream().filter(id -> !known.contains(id)).map(ParseNotes::quoted).toList();
    if (!unknown.isEmpty()) {
      errors.add(field + ": there is no " + String.join(", ", unknown));
    }
  }
}

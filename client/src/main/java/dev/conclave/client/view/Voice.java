package dev.conclave.client.view;

import dev.conclave.workflows.discussion.CheckedLocation;
import dev.conclave.workflows.discussion.Evidence;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.SideVote;
import dev.conclave.workflows.discussion.Ledger.Statement;
import dev.conclave.workflows.discussion.Ledger.Vote;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A statement, vote or note about a ledger entry.
 *
 * @param who an agent, or a mark as in {@link Line}
 * @param choice {@code said}, {@code withdrawn}, the vote, {@code side}, {@code objects} or {@code
 *     revises}; empty for a note
 * @param act the choice as a verb; empty for a quotation or note
 * @param round 0 for a note
 * @param uncited text shown if there is no evidence
 */
public record Voice(
    Tone tone,
    String who,
    String choice,
    String act,
    int round,
    String text,
    List<CheckedLocation> places,
    List<String> runs,
    String uncited) {
  static final String VERBATIM = "verbatim";
  static final String QUOTED = "as quoted at ";
  private static final String NO_CITATION = " [no citation]";
  private static final String SAID = "said";
  private static final String TAKEN_BACK = "withdrawn";

  static Voice note(Tone tone, String mark, String text) {
    return new Voice(tone, mark, "", "", 0, text, List.of(), List.of(), "");
  }

  /** Returns an agent's statement, with its text or a reference to it. */
  static Voice quote(Statement said, String text) {
    return quote(said, text, said.places(), NO_CITATION);
  }

  /** Returns a reference to a statement that is quoted with its citations elsewhere. */
  static Voice quotedBefore(Statement said, String where) {
    return quote(said, where, List.of(), "");
  }

  private static Voice quote(
      Statement said, String text, List<CheckedLocation> places, String uncited) {
    String choice = said.withdrawn() ? TAKEN_BACK : SAID;
    return new Voice(
        Tone.NAME, said.agent(), choice, "", said.round(), text, places, List.of(), uncited);
  }

  static Voice vote(Vote vote) {
    String act =
        switch (vote.choice()) {
          case AGREE -> vote.evidence().isEmpty() && vote.runs().isEmpty() ? "agrees" : "confirms";
          case DISAGREE -> "disagrees";
          case PARTLY -> "agrees in part";
          case UNSURE -> "is unsure";
          case MISREAD -> "says it was misread";
        };
    return cast(
        vote.agent(),
        Words.of(vote.choice()),
        act,
        vote.round(),
        vote.note(),
        vote.evidence(),
        vote.runs());
  }

  static Voice vote(SideVote vote) {
    String act =
        switch (vote.side()) {
          case SideVote.BOTH_HOLD -> "says both hold";
          case SideVote.NEITHER -> "says neither holds";
          default -> "votes for " + vote.side();
        };
    return cast(vote.agent(), "side", act, vote.round(), vote.why(), vote.evidence(), vote.runs());
  }

  static Voice objection(Ledger.Objection one) {
    return cast(
        one.agent(), "objects", "objects", one.round(), one.text(), one.evidence(), one.runs());
  }

  static Voice revision(Ledger.Revision one, String act) {
    return cast(one.agent(), "revises", act, one.round(), one.changes(), List.of(), List.of());
  }

  private static Voice cast(
      String agent,
      String choice,
      String act,
      int round,
      String why,
      List<CheckedLocation> evidence,
      List<String> runs) {
    return new Voice(Tone.NAME, agent, choice, act, round, why, evidence, runs, "");
  }

  public boolean isVote() {
    return !act.isEmpty();
  }

  /** Whether its text is a reference by the program, in place of a quotation. */
  public boolean isReference() {
    return !isVote() && (text.equals(VERBATIM) || text.startsWith(QUOTED));
  }

  /** Returns it in a language; the words of its author stay as they are. */
  public Line line(Language language) {
    if (choice.isEmpty()) {
      return who.isEmpty()
          ? new Line(tone, "", text).in(language)
          : new Line(tone, language.sentence(who), text);
    }
    if (isVote()) {
      String voted = language.sentence(act + ", round " + round + ":");
      return new Line(tone, who, voted + " " + (text + evidence(language)).strip());
    }
    return new Line(
        tone,
        who + (choice.equals(TAKEN_BACK) ? " " + language.sentence("(withdrawn):") : ":"),
        (isReference() ? language.sentence(text) : text) + evidence(language));
  }

  /** Returns citations with their verdicts, and executed commands. */
  String evidence(Language language) {
    List<String> all = new ArrayList<>();
    for (CheckedLocation place : places) {
      all.add(place(place) + (place.verdict() == Evidence.THERE ? " found" : " missing"));
    }
    runs.forEach(run -> all.add("ran: " + run));
    String cited = all.stream().map(language::sentence).collect(Collectors.joining("; "));
    return all.isEmpty() ? language.sentence(uncited) : " [" + cited + "]";
  }

  /** Returns {@code file:line}, or only the file if it has no line. */
  public static String place(CheckedLocation place) {
    return place.file() + (place.line() > 0 ? ":" + place.line() : "");
  }
}

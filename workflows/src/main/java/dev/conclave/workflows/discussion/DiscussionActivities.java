package dev.conclave.workflows.discussion;

import dev.conclave.workflows.api.DocumentRef;
import dev.conclave.workflows.api.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The rules of a round, on the host that has its documents and its tree. */
@ActivityInterface
public interface DiscussionActivities {

  /**
   * Enters the replies of a round into the ledger: statements with their evidence, votes, rankings,
   * withdrawals; docs/discussion.md, sections 1 to 3. In serial mode once after each reply.
   */
  @ActivityMethod(name = "enter")
  Entered enter(EnterRequest request);

  /** Applies the moderation, counts the votes, ranks the options, measures convergence. */
  @ActivityMethod(name = "count")
  Synthesis count(CountRequest request);

  /** Counts the last round's ledger anew after the human has answered questions. */
  @ActivityMethod(name = "recount")
  Synthesis recount(RecountRequest request);

  /**
   * Replies to enter.
   *
   * @param ledger the ledger so far: a document of a {@link Ledger}, or of a round's record whose
   *     field {@code ledger} is one; absent at the beginning of a direction
   * @param next the first numbers of an empty ledger
   * @param analyses documents of {@link Analysis} that are not entered yet, in the order of the
   *     analysts
   * @param runs every attempt of the round so far
   * @param answers what the human has decided in this direction
   */
  record EnterRequest(
      int round,
      Workspace workspace,
      String tree,
      Optional<DocumentRef> ledger,
      Ledger.Next next,
      List<DocumentRef> analyses,
      List<AgentRun> runs,
      List<Ledger.HumanAnswer> answers) {}

  /**
   * What entering came to.
   *
   * @param ledger document of the full {@link Ledger}
   * @param moderate whether a moderator has something to do: new statements of two analysts, or a
   *     vote {@code partly} or {@code misread}
   */
  record Entered(DocumentRef ledger, boolean moderate) {}

  /**
   * A round to count.
   *
   * @param ledger document of the full {@link Ledger} that has the round's replies
   * @param moderation document of the {@link Moderation}; absent when nobody moderated
   * @param moderationNeeded whether there was something to moderate
   * @param analyses documents of the round's {@link Analysis} records
   * @param maxRounds that the session was started with
   * @param roundsLeft after this one
   * @param answers what the human has decided in this direction
   * @param context the context package; absent when there is none
   * @param feedback what a human said before this round
   * @param started when the round began
   */
  record CountRequest(
      String session,
      String task,
      int round,
      Workspace workspace,
      String tree,
      DocumentRef ledger,
      Optional<DocumentRef> moderation,
      boolean moderationNeeded,
      List<DocumentRef> analyses,
      List<AgentRun> runs,
      boolean firstOfDirection,
      int maxRounds,
      int roundsLeft,
      List<Ledger.HumanAnswer> answers,
      Optional<DocumentRef> context,
      Optional<String> feedback,
      List<String> languages,
      Instant started) {}

  /**
   * A round to count again.
   *
   * @param record the round's document, as {@link Synthesis#document} names it
   * @param answers what the human has decided in this direction
   */
  record RecountRequest(DocumentRef record, int roundsLeft, List<Ledger.HumanAnswer> answers) {}
}

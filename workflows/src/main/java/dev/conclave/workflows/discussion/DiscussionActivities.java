package dev.conclave.workflows.discussion;

import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Workspace;
import io.temporal.activity.ActivityInterface;
import io.temporal.activity.ActivityMethod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules of a round, on the host that has its documents and its tree. */
@ActivityInterface
public interface DiscussionActivities {

  /**
   * Enters replies into the ledger; docs/discussion.md, sections 1 to 3. In serial mode after each
   * reply.
   */
  @ActivityMethod(name = "enter")
  Entered enter(EnterRequest request);

  /** Applies the moderation, counts the votes, ranks the options, measures convergence. */
  @ActivityMethod(name = "count")
  Synthesis count(CountRequest request);

  /** Counts the last round's ledger anew after the human has answered questions. */
  @ActivityMethod(name = "recount")
  Synthesis recount(RecountRequest request);

  /** Keeps a text that a session still knows on a host that it has moved to. */
  @ActivityMethod(name = "keepDocument")
  DocumentRef keep(String text);

  /**
   * Replies to enter.
   *
   * @param ledger the ledger so far: a document of a {@link Ledger}, or of a round's record whose
   *     field {@code ledger} is one; absent at the beginning of a direction
   * @param next the first numbers of an empty ledger
   * @param analyses documents of {@link Analysis} that are not entered yet, in the order of the
   *     analysts
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
   * @param statements how many each analyst has in the ledger
   */
  record Entered(DocumentRef ledger, boolean moderate, Map<String, Integer> statements) {}

  /**
   * A round to count.
   *
   * @param ledger document of the full {@link Ledger} that has the round's replies
   * @param moderation document of the {@link Moderation}; absent when nobody moderated
   * @param analyses documents of the round's {@link Analysis} records
   * @param roundsLeft after this one
   * @param review null for a discussion of a task
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
      Instant started,
      @Nullable ReviewTerms review) {}

  /**
   * What makes a discussion a review.
   *
   * @param writers who wrote the change: what they alone disagree with is not refuted
   */
  record ReviewTerms(List<String> writers) {}

  /**
   * A counted round to count again with what the human answered.
   *
   * @param record document of the round's record
   */
  record RecountRequest(
      DocumentRef record, int maxRounds, int roundsLeft, List<Ledger.HumanAnswer> answers) {}
}

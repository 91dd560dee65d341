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

/** Applies the rules of a round, on the host that has its documents and tree. */
@ActivityInterface
public interface DiscussionActivities {

  /**
   * Merges replies into the ledger; docs/discussion.md, sections 1 to 3. Called after each reply in
   * serial mode.
   */
  @ActivityMethod(name = "mergeReplies")
  MergedReplies mergeReplies(MergeRequest request);

  /** Applies the moderation, counts the votes, ranks the options, measures convergence. */
  @ActivityMethod(name = "count")
  Synthesis count(CountRequest request);

  /** Recounts the last round's ledger with the human's answers. */
  @ActivityMethod(name = "recount")
  Synthesis recount(RecountRequest request);

  /** Writes a document again on the host that the session has moved to. */
  @ActivityMethod(name = "storeDocument")
  DocumentRef store(String text);

  /**
   * Replies to merge.
   *
   * @param ledger document of the current {@link Ledger}, or of a round's record with field {@code
   *     ledger}; absent at the start of a direction
   * @param next the first ids of an empty ledger
   * @param analyses documents of the {@link Analysis} records to merge, in the order of the
   *     analysts
   */
  record MergeRequest(
      int round,
      Workspace workspace,
      String tree,
      Optional<DocumentRef> ledger,
      Ledger.Next next,
      List<DocumentRef> analyses,
      List<AgentRun> runs,
      List<Ledger.HumanAnswer> answers) {}

  /**
   * The result of merging replies.
   *
   * @param ledger document of the full {@link Ledger}
   * @param moderate whether a moderator is needed: new statements of two analysts, or a vote {@code
   *     partly} or {@code misread}
   * @param statements number in the ledger per analyst
   */
  record MergedReplies(DocumentRef ledger, boolean moderate, Map<String, Integer> statements) {}

  /**
   * A round to count.
   *
   * @param ledger document of the full {@link Ledger} with the round's replies
   * @param moderation document of the {@link Moderation}; absent without a moderator
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
   * The additional terms of a review.
   *
   * @param writers who wrote the change: their disagreement alone refutes nothing
   */
  record ReviewTerms(List<String> writers) {}

  /**
   * A round to recount with the human's answers.
   *
   * @param record document of the round's record
   */
  record RecountRequest(
      DocumentRef record, int maxRounds, int roundsLeft, List<Ledger.HumanAnswer> answers) {}
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergeRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.MergedReplies;
import dev.conclave.workflows.discussion.DiscussionActivities.RecountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.ReviewTerms;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.discussion.Ledger.HumanAnswer;
import dev.conclave.workflows.discussion.Synthesis;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.temporal.ActivityProfile;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The ledger of a running round. After a move, its replies are merged again on the new host. */
public final class RoundLedger {
  private final SessionState<?> state;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final Supplier<@Nullable DocumentRef> before;
  private final Ledger.Next next;
  private final List<HumanAnswer> answers;

  /** Replies merged together, and all attempts of the round up to then. */
  private final List<List<AskReply>> batches = new ArrayList<>();

  private final List<List<AgentRun>> runs = new ArrayList<>();
  private final List<MergedReplies> merged = new ArrayList<>();
  private String mergedOn = "";

  /**
   * Continues a ledger.
   *
   * @param before the previous round's document on the current host; null to start an empty ledger
   *     at {@code next}
   */
  public RoundLedger(
      SessionState<?> state,
      HostCalls host,
      ReplyDocuments documents,
      Supplier<@Nullable DocumentRef> before,
      Ledger.Next next,
      List<HumanAnswer> answers) {
    this.state = state;
    this.host = host;
    this.documents = documents;
    this.before = before;
    this.next = next;
    this.answers = answers;
  }

  /** Merges replies into the ledger, after earlier ones. */
  public void merge(List<AskReply> replies, List<AgentRun> attempts) {
    batches.add(replies);
    runs.add(attempts);
    merged();
  }

  /**
   * Returns the ledger's document; before the round's first reply, that of the previous round, or
   * null in the first round.
   */
  public @Nullable DocumentRef document() {
    return batches.isEmpty() ? before.get() : merged().ledger();
  }

  public MergedReplies merged() {
    while (isBehind() || merged.size() < batches.size()) {
      if (isBehind()) {
        mergedOn = state.requireWorkspace().host();
        merged.clear();
      }
      MergedReplies result =
          host.<DiscussionActivities, @Nullable MergedReplies>call(
              DiscussionActivities.class,
              ActivityProfile.RULES,
              "merge the replies · round " + state.round(),
              rules -> {
                MergeRequest request = request();
                return isBehind() ? null : rules.mergeReplies(request);
              });
      if (result != null && !isBehind()) {
        merged.add(result);
      }
    }
    return merged.get(merged.size() - 1);
  }

  /** Returns whether the session has moved since its replies were merged. */
  private boolean isBehind() {
    return !mergedOn.equals(state.requireWorkspace().host());
  }

  private MergeRequest request() {
    int batch = merged.size();
    List<DocumentRef> analyses = documents.analyses(batches.get(batch));
    return new MergeRequest(
        state.round(),
        state.requireWorkspace(),
        state.requireTree().id(),
        Optional.ofNullable(batch == 0 ? before.get() : merged.get(batch - 1).ledger()),
        next,
        analyses,
        runs.get(batch),
        answers);
  }

  /**
   * Counts the merged replies, on the current host.
   *
   * @param moderation null without a moderator's reply
   * @param attempts all of the round, including failed ones
   * @param first whether no round of this direction was counted before
   * @param review null for a discussion of a task
   * @param context for the record
   * @param feedback the human's words before this round, for the record
   */
  public Synthesis count(
      @Nullable AskReply moderation,
      List<AgentRun> attempts,
      boolean first,
      int maxRounds,
      int roundsLeft,
      @Nullable DocumentRef context,
      @Nullable String feedback,
      Instant started,
      @Nullable ReviewTerms review) {
    return host.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "count the votes · round " + state.round(),
        rules ->
            rules.count(
                new CountRequest(
                    state.session(),
                    state.request().task(),
                    state.round(),
                    state.requireWorkspace(),
                    state.requireTree().id(),
                    merged().ledger(),
                    documents.analyses(Stream.ofNullable(moderation).toList()).stream().findFirst(),
                    merged().moderate(),
                    documents.analyses(batches.stream().flatMap(List::stream).toList()),
                    attempts,
                    first,
                    maxRounds,
                    roundsLeft,
                    answers,
                    Optional.ofNullable(context),
                    Optional.ofNullable(feedback),
                    state.request().languages(),
                    started,
                    review)));
  }

  /**
   * Recounts the last round with the human's answers since then, without asking agents.
   *
   * @param record the document of that round, on the current host
   */
  public static Synthesis recount(
      SessionState<?> state,
      HostCalls host,
      ReplyDocuments documents,
      Supplier<@Nullable DocumentRef> record,
      int maxRounds,
      int roundsLeft) {
    return host.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "recount the votes · round " + state.round(),
        rules -> {
          RecountRequest request =
              new RecountRequest(
                  Objects.requireNonNull(record.get()),
                  maxRounds,
                  roundsLeft,
                  Clarifications.answers(state.decisions()));
          String there = state.requireWorkspace().host();
          Synthesis again = rules.recount(request);
          documents.recordCopies(there, again.document());
          return again;
        });
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.discussion.AgentRun;
import dev.conclave.workflows.discussion.DiscussionActivities;
import dev.conclave.workflows.discussion.DiscussionActivities.CountRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.EnterRequest;
import dev.conclave.workflows.discussion.DiscussionActivities.Entered;
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

/** The ledger of a running round; after a move its replies are entered again on the new host. */
public final class RoundLedger {
  private final SessionState<?> state;
  private final HostCalls host;
  private final ReplyDocuments documents;
  private final Supplier<@Nullable DocumentRef> before;
  private final Ledger.Next next;
  private final List<HumanAnswer> answers;

  /** Replies that are entered together, and every attempt of the round up to then. */
  private final List<List<AskReply>> batches = new ArrayList<>();

  private final List<List<AgentRun>> runs = new ArrayList<>();
  private final List<Entered> entered = new ArrayList<>();
  private String enteredOn = "";

  /**
   * A ledger that goes on.
   *
   * @param before the document that the round before left, on the current host; empty when an empty
   *     ledger is started, at {@code next}
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

  /** Enters replies; those before them stay as they are. */
  public void enter(List<AskReply> replies, List<AgentRun> attempts) {
    batches.add(replies);
    runs.add(attempts);
    entered();
  }

  /** Before the first reply of the round: what the round before left; empty in the first round. */
  public @Nullable DocumentRef document() {
    return batches.isEmpty() ? before.get() : entered().ledger();
  }

  public Entered entered() {
    while (isBehind() || entered.size() < batches.size()) {
      if (isBehind()) {
        enteredOn = state.requireWorkspace().host();
        entered.clear();
      }
      Entered result =
          host.<DiscussionActivities, @Nullable Entered>call(
              DiscussionActivities.class,
              ActivityProfile.RULES,
              "enter the replies · round " + state.round(),
              rules -> {
                EnterRequest request = request();
                return isBehind() ? null : rules.enter(request);
              });
      if (result != null && !isBehind()) {
        entered.add(result);
      }
    }
    return entered.get(entered.size() - 1);
  }

  /** Whether the session has moved away from where its replies were entered. */
  private boolean isBehind() {
    return !enteredOn.equals(state.requireWorkspace().host());
  }

  private EnterRequest request() {
    int batch = entered.size();
    List<DocumentRef> analyses = documents.analyses(batches.get(batch));
    return new EnterRequest(
        state.round(),
        state.requireWorkspace(),
        state.requireTree().id(),
        Optional.ofNullable(batch == 0 ? before.get() : entered.get(batch - 1).ledger()),
        next,
        analyses,
        runs.get(batch),
        answers);
  }

  /**
   * Counts what was entered, on the current host.
   *
   * @param moderation null when nobody moderated
   * @param attempts all of the round, those included that came to nothing
   * @param first whether nothing was counted before, or of another direction only
   * @param review null for a discussion of a task
   * @param context what the search found, for the record
   * @param feedback what the human said before this round, for the record
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
                    entered().ledger(),
                    documents.analyses(Stream.ofNullable(moderation).toList()).stream().findFirst(),
                    entered().moderate(),
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
   * Counts the last round anew, with what the human has answered since; no agent is asked.
   *
   * @param record the document of that round, on the current host
   */
  public static Synthesis recounted(
      SessionState<?> state,
      HostCalls host,
      ReplyDocuments documents,
      Supplier<@Nullable DocumentRef> record,
      int maxRounds,
      int roundsLeft) {
    return host.call(
        DiscussionActivities.class,
        ActivityProfile.RULES,
        "count the votes anew · round " + state.round(),
        rules -> {
          RecountRequest request =
              new RecountRequest(
                  Objects.requireNonNull(record.get()),
                  maxRounds,
                  roundsLeft,
                  Clarifications.answers(state.decisions()));
          String there = state.requireWorkspace().host();
          Synthesis again = rules.recount(request);
          documents.cameFrom(there, again.document());
          return again;
        });
  }
}

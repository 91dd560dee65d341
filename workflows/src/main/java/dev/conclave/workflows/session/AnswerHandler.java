package dev.conclave.workflows.session;

import static dev.conclave.workflows.gate.AnswerReply.AnswerOutcome.REOPENED;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.Message;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Async;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Handles the answers sent to a session by update or signal. Validation depends only on workflow
 * state, so replay gives the same result: history contains the digest of an open gate and which
 * packed messages were readable.
 */
final class AnswerHandler {
  /** How long a sender waits for an answer's check. */
  private static final Duration CHECK_WAIT = Duration.ofSeconds(10);

  /** Signals beyond these limits are dropped and counted. */
  private static final int MOST_UNREAD = 1_000;

  private static final int MOST_CHARACTERS = 16 << 20;

  private final SessionState<?> state;
  private final StopCondition stop;

  /** Signals not yet validated, oldest first. */
  private final Deque<Message> unread = new ArrayDeque<>();

  private long characters;

  AnswerHandler(SessionState<?> state, StopCondition stop) {
    this.state = state;
    this.stop = stop;
  }

  /**
   * Validates an answer sent by update; a refused update leaves no event in history.
   *
   * @throws ApplicationFailure of type {@link FailureTypes#ANSWER_REFUSED} with a sentence
   */
  void validate(Message message) {
    Optional<String> refusal = refusal(message);
    if (refusal.isPresent()) {
      ApplicationFailure failure =
          ApplicationFailure.newBuilder()
              .setMessage(refusal.get())
              .setType(FailureTypes.ANSWER_REFUSED)
              .setNonRetryable(true)
              .setCategory(ApplicationErrorCategory.BENIGN)
              .build();
      // The sender gets a sentence without a stack trace.
      failure.setStackTrace(new StackTraceElement[0]);
      throw failure;
    }
  }

  /**
   * Takes an answer whose sender waits for the reply. The validator has just accepted it, and
   * nothing runs in between.
   */
  AnswerReply take(Message message) {
    String key = GateAnswer.read(message.content()).key();
    boolean repeated = state.gates().taken(key).isPresent();
    act(message);
    // The main loop checks what needs the workspace; a host that is asleep must not block the
    // caller.
    Waits.atMost(
        CHECK_WAIT,
        state.timer("answer check time-out"),
        () -> !state.gates().pending(key) || state.gates().open().isEmpty());
    if (state.gates().taken(key).filter(one -> one.outcome() == REOPENED).isPresent()) {
      // The gate's new content is written to history before it opens.
      Workflow.await(() -> state.gates().open().isPresent() || state.closed());
    }
    return state.gates().reply(key, repeated);
  }

  /** Queues a signal. A handler that yields would hold a workflow thread per signal of a flood. */
  void enqueue(Message message) {
    if (message.unsealed() || (state.request().trusted().sealed() && message.empty())) {
      refuseUnsealed();
      return;
    }
    int size = message.unreadable().isPresent() ? 0 : message.json().toString().length();
    if (unread.size() < MOST_UNREAD && characters + size <= MOST_CHARACTERS) {
      unread.add(message);
      characters += size;
    } else {
      state.gates().drop(SessionState.now());
    }
  }

  /**
   * Cancels the session. A sealed session requires the id of its first run, because a third party
   * could replay any other message that was sealed for it.
   */
  void cancel(Message by) {
    if (!state.request().trusted().sealed()) {
      stop.cancel(by);
    } else if (by.unsealed() || by.empty()) {
      refuseUnsealed();
    } else if (Workflow.sideEffect(Boolean.class, () -> by.unreadable().isEmpty())
        && by.content().path("run").asText().equals(Workflow.getInfo().getFirstExecutionRunId())) {
      stop.cancel(by);
    } else {
      String why = "not a valid cancellation of this run: use `conclave cancel`";
      state.gates().refuse("", why, SessionState.now());
    }
  }

  /**
   * Counts an unsealed message, of which only the event in history remains; the first one updates
   * the files.
   */
  private void refuseUnsealed() {
    if (state.gates().refuseUnsealed(SessionState.now()) == 1) {
      state.touch();
    }
    state.showDetails();
  }

  boolean allValidated() {
    return unread.isEmpty();
  }

  /** Starts the thread that validates signals; it survives a cancelled phase. */
  void startValidating() {
    Workflow.newDetachedCancellationScope(() -> Async.procedure(this::validateSignals)).run();
  }

  private void validateSignals() {
    while (true) {
      Workflow.await(() -> !unread.isEmpty());
      boolean[] readable = readable(List.copyOf(unread));
      for (boolean one : readable) {
        judge(unread.element(), one);
        unread.remove();
      }
      characters = unread.isEmpty() ? 0 : characters;
      state.touch();
      // A sender in the Temporal UI reads the result there.
      state.showDetails();
    }
  }

  /** Returns which messages are readable, from history where workers may differ. */
  private static boolean[] readable(List<Message> messages) {
    boolean[] now = new boolean[messages.size()];
    for (int i = 0; i < now.length; i++) {
      now[i] = messages.get(i).unreadable().isEmpty();
    }
    return messages.stream().anyMatch(Message::packed)
        ? Workflow.sideEffect(boolean[].class, () -> now)
        : now;
  }

  /**
   * Takes a signalled answer, or records it as refused.
   *
   * @param readable whether it was readable on arrival
   */
  private void judge(Message message, boolean readable) {
    try {
      Message read =
          readable ? Message.of(message.content()) : Message.unreadable(message.unreadable());
      Optional<String> refusal = refusal(read);
      if (refusal.isEmpty()) {
        act(read);
      } else {
        String sent = readable ? read.content().toString() : "";
        state.gates().refuse(sent, refusal.get(), SessionState.now());
      }
    } catch (RuntimeException e) {
      // An exception would end this thread, and with it the handling of signals.
      state.gates().refuse("", "cannot process the answer: " + e, SessionState.now());
    }
  }

  private void act(Message message) {
    GateAnswer answer = GateAnswer.read(message.content());
    if (state.gates().taken(answer.key()).isEmpty()) {
      state.gates().take(answer.key(), state.request().trusted().named(state.session(), answer));
    }
  }

  /** Returns why an answer cannot be taken; empty when it can, or was already taken. */
  private Optional<String> refusal(Message message) {
    if (message.unreadable().isPresent()) {
      return Optional.of("the answer cannot be read: " + message.unreadable().get());
    }
    try {
      // All kinds while no gate is open.
      List<AnswerKind> kinds =
          state.gates().open().map(Gate::kinds).orElseGet(() -> List.of(AnswerKind.values()));
      GateAnswer answer = GateAnswer.read(message.content(), kinds);
      String key = answer.key();
      if (state.gates().taken(key).isPresent()) {
        return Optional.empty();
      }
      return stop.cancelRequested()
          ? Optional.of("the session is being cancelled and accepts no answers")
          : state
              .gates()
              .refusal(key, answer)
              .or(() -> state.request().trusted().refusal(state.session(), answer))
              .or(() -> state.refusal(answer));
    } catch (IllegalArgumentException e) {
      return Optional.of(Optional.ofNullable(e.getMessage()).orElse("the answer cannot be read"));
    }
  }
}

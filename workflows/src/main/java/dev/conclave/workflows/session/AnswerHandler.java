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
 * The answers that reach a session, by update and by signal. Judging depends on workflow state
 * alone, so a replay comes to the same verdict: the digest of an open gate is in history, and so is
 * which packed messages could be read.
 */
final class AnswerHandler {
  /** How long a sender waits for the check of an answer. */
  private static final Duration CHECK_WAIT = Duration.ofSeconds(10);

  /** Signals beyond these, or beyond so many characters of them, are dropped and counted. */
  private static final int MOST_UNREAD = 1_000;

  private static final int MOST_CHARACTERS = 16 << 20;

  private final SessionState<?> state;
  private final StopCondition stop;

  /** Signals that are not judged yet, oldest first. */
  private final Deque<Message> unread = new ArrayDeque<>();

  private long characters;

  AnswerHandler(SessionState<?> state, StopCondition stop) {
    this.state = state;
    this.stop = stop;
  }

  /**
   * Judges an answer by update, which leaves no trace in history when it is refused.
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
   * Takes an answer for a sender who waits for the reply. The validator has just let it through,
   * and history says so: nothing runs in between.
   */
  AnswerReply take(Message message) {
    String key = GateAnswer.read(message.content()).key();
    boolean repeated = state.gates().taken(key).isPresent();
    act(message);
    // What needs the workspace is checked by the main loop; a sleeping host must not hold the
    // caller.
    Waits.atMost(
        CHECK_WAIT,
        "at most so long for the check of the answer",
        () -> !state.gates().pending(key) || state.gates().open().isEmpty());
    if (state.gates().taken(key).filter(one -> one.outcome() == REOPENED).isPresent()) {
      // What the gate shows now is put into history before it opens.
      Workflow.await(() -> state.gates().open().isPresent() || state.closed());
    }
    return state.gates().reply(key, repeated);
  }

  /** Takes a signal in. A handler that yields would hold a workflow thread for each of a flood. */
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
   * Ends the session. A sealed one takes the order only in the form that names its first run: all
   * else that was ever sealed for it, answers and results too, could be sent again by a stranger.
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
      String why = "no order to cancel this run: cancel it with `conclave cancel`";
      state.gates().refuse("", why, SessionState.now());
    }
  }

  /** Counts what leaves no more than its event in history; shows the first. */
  private void refuseUnsealed() {
    if (state.gates().refuseUnsealed(SessionState.now()) == 1) {
      state.touch();
    }
    state.showDetails();
  }

  boolean allJudged() {
    return unread.isEmpty();
  }

  /** Starts the thread that judges signals, which a cancelled phase does not stop. */
  void startJudging() {
    Workflow.newDetachedCancellationScope(() -> Async.procedure(this::judgeSignals)).run();
  }

  private void judgeSignals() {
    while (true) {
      Workflow.await(() -> !unread.isEmpty());
      boolean[] readable = readable(List.copyOf(unread));
      for (boolean one : readable) {
        judge(unread.element(), one);
        unread.remove();
      }
      characters = unread.isEmpty() ? 0 : characters;
      state.touch();
      // Who sent it from the Temporal UI reads there what became of it.
      state.showDetails();
    }
  }

  /** Which of these can be read, as history has it where workers may differ about it. */
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
   * Takes a signalled answer, or keeps it as refused.
   *
   * @param readable whether it could be read when it came
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
      // It would end this thread, and the session would hear no signal again.
      state.gates().refuse("", "the answer cannot be judged: " + e, SessionState.now());
    }
  }

  private void act(Message message) {
    GateAnswer answer = GateAnswer.read(message.content());
    if (state.gates().taken(answer.key()).isEmpty()) {
      state.gates().take(answer.key(), state.request().trusted().named(state.session(), answer));
    }
  }

  /** Why an answer cannot be taken; empty when it can, or was taken before. */
  private Optional<String> refusal(Message message) {
    if (message.unreadable().isPresent()) {
      return Optional.of("the answer cannot be read: " + message.unreadable().get());
    }
    try {
      // All kinds while nothing is asked.
      List<AnswerKind> kinds =
          state.gates().open().map(Gate::kinds).orElseGet(() -> List.of(AnswerKind.values()));
      GateAnswer answer = GateAnswer.read(message.content(), kinds);
      String key = answer.key();
      if (state.gates().taken(key).isPresent()) {
        return Optional.empty();
      }
      return stop.cancelOrdered()
          ? Optional.of("the session is being cancelled and takes no answer")
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

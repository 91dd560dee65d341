package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Gate;
import dev.conclave.workflows.gate.GateAnswer;
import dev.conclave.workflows.temporal.FailureTypes;
import dev.conclave.workflows.temporal.Message;
import io.temporal.failure.ApplicationErrorCategory;
import io.temporal.failure.ApplicationFailure;
import io.temporal.workflow.Workflow;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The answers that reach a session, by update and by signal. */
final class AnswerHandler {
  /** How long a sender waits for the check of an answer. */
  private static final Duration CHECK_WAIT = Duration.ofSeconds(10);

  private final SessionState<?> session;
  private final SessionStop stop;

  AnswerHandler(SessionState<?> session, SessionStop stop) {
    this.session = session;
    this.stop = stop;
  }

  void validate(Message message) {
    refuse(judge(message));
  }

  /**
   * Takes an answer for a sender who waits for the reply.
   *
   * @throws ApplicationFailure of type {@link FailureTypes#ANSWER_REFUSED} with a sentence
   */
  AnswerReply take(Message message) {
    AnswerVerdict verdict = judgeForGood(message);
    refuse(verdict);
    String key = act(verdict, message);
    // What needs the workspace is checked by the main loop; a sleeping host must not hold the
    // caller.
    Waits.atMost(
        CHECK_WAIT,
        "at most so long for the check of the answer",
        () -> !session.gates().pending(key) || session.gates().open().isEmpty());
    return session.gates().reply(key, verdict.repeated());
  }

  /** Takes an answer by signal; what cannot be taken is kept with the reason. */
  void takeSignalled(Message message) {
    AnswerVerdict verdict = judgeForGood(message);
    if (verdict.refusal().isEmpty()) {
      act(verdict, message);
      return;
    }
    String sent = verdict.unreadable() ? "" : message.content().toString();
    session.gates().refuse(sent, verdict.refusal().get(), SessionState.now());
    session.touch();
    // Who sent it from the Temporal UI reads there what became of it.
    session.showDetails();
  }

  private String act(AnswerVerdict verdict, Message message) {
    GateAnswer answer = GateAnswer.read(message.content());
    String key = answer.key();
    if (!verdict.repeated()) {
      session.gates().take(key, answer);
    }
    return key;
  }

  /** The sender gets a sentence without a stack trace. */
  private static void refuse(AnswerVerdict verdict) {
    if (verdict.refusal().isPresent()) {
      ApplicationFailure failure =
          ApplicationFailure.newBuilder()
              .setMessage(verdict.refusal().get())
              .setType(FailureTypes.ANSWER_REFUSED)
              .setNonRetryable(true)
              .setCategory(ApplicationErrorCategory.BENIGN)
              .build();
      failure.setStackTrace(new StackTraceElement[0]);
      throw failure;
    }
  }

  /** Judges an answer for its validator, which leaves no trace in history. */
  private AnswerVerdict judge(Message message) {
    if (message.unreadable().isPresent()) {
      return AnswerVerdict.unreadable(message.unreadable().get());
    }
    try {
      // All kinds while nothing is asked.
      List<AnswerKind> kinds =
          session.gates().open().map(Gate::kinds).orElseGet(() -> List.of(AnswerKind.values()));
      GateAnswer answer = GateAnswer.read(message.content(), kinds);
      String key = answer.key();
      if (session.gates().taken(key).isPresent()) {
        return AnswerVerdict.taken(true);
      }
      return stop.cancelOrdered()
          ? AnswerVerdict.refused("the session is being cancelled and takes no answer")
          : session
              .gates()
              .refusal(key, answer)
              .or(() -> session.refusal(answer))
              .map(AnswerVerdict::refused)
              .orElseGet(() -> AnswerVerdict.taken(false));
    } catch (IllegalArgumentException e) {
      return AnswerVerdict.refused(
          Optional.ofNullable(e.getMessage()).orElse("the answer cannot be read"));
    }
  }

  /**
   * Judges an answer again, as another may have come since the validator, and records the verdict:
   * a replay hears the same. Recording yields, so it repeats when the gates have changed meanwhile.
   */
  private AnswerVerdict judgeForGood(Message message) {
    int changes;
    AnswerVerdict verdict;
    do {
      changes = session.gates().changes();
      verdict = Workflow.sideEffect(AnswerVerdict.class, () -> judge(message));
    } while (verdict.refusal().isEmpty() && changes != session.gates().changes());
    return verdict;
  }

  /**
   * The verdict on an answer, kept in history: a replay must not judge it anew.
   *
   * @param refusal a sentence for the sender; empty when the answer can be taken
   * @param unreadable whether nothing of it could be read by the worker that it came to
   */
  record AnswerVerdict(boolean repeated, Optional<String> refusal, boolean unreadable) {

    static AnswerVerdict taken(boolean repeated) {
      return new AnswerVerdict(repeated, Optional.empty(), false);
    }

    static AnswerVerdict refused(String reason) {
      return new AnswerVerdict(false, Optional.of(reason), false);
    }

    static AnswerVerdict unreadable(String why) {
      return new AnswerVerdict(false, Optional.of("the answer cannot be read: " + why), true);
    }
  }
}

package dev.conclave.workflows.session;

import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.temporal.Message;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import java.util.List;

/** Messages and queries of a session of any kind. */
@WorkflowInterface
public interface SessionWorkflow {
  String ANSWER = "answer";

  /**
   * Answers the open gate. An update, so that the sender gets the result. Accepts any JSON value,
   * so that an invalid answer gets a sentence instead of a stack trace.
   */
  @UpdateMethod(name = ANSWER, description = "Answers the open gate and returns the outcome")
  AnswerReply answer(Message answer);

  @UpdateValidatorMethod(updateName = ANSWER)
  void validateAnswer(Message answer);

  /** Answers without a reply; a refused answer is kept in the state with the reason. */
  @SignalMethod(name = "submitAnswer", description = "Answers the open gate without a response")
  void submitAnswer(Message answer);

  /** Ends the session: kills running agents and saves the results; the argument names the user. */
  @SignalMethod(
      name = "cancelSession",
      description = "Cancels the session; the data names the user")
  void cancelSession(Message by);

  @QueryMethod(name = "state", description = "A summary of the session")
  SessionView state();

  @QueryMethod(name = "decisions", description = "All accepted answers, oldest first")
  List<Decision> decisions();
}

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

/** How a session of any kind is steered. */
@WorkflowInterface
public interface SessionWorkflow {
  String ANSWER = "answer";

  /**
   * Answers the open gate. An update: its sender hears the outcome. Any JSON value is taken, so
   * that an ill-formed answer gets a sentence and no trace.
   */
  @UpdateMethod(name = ANSWER, description = "Answers the open gate, and says what came of it")
  AnswerReply answer(Message answer);

  @UpdateValidatorMethod(updateName = ANSWER)
  void validateAnswer(Message answer);

  /** The same without a reply; what cannot be taken is kept in the state with the reason. */
  @SignalMethod(name = "submitAnswer", description = "Answers the open gate, without a reply")
  void submitAnswer(Message answer);

  /**
   * Ends the session: running agents are killed, what is known is saved; the argument says who
   * cancels.
   */
  @SignalMethod(
      name = "cancelSession",
      description = "Ends the session; the data says who cancels it")
  void cancelSession(Message by);

  @QueryMethod(name = "state", description = "The session in short")
  SessionView state();

  @QueryMethod(name = "decisions", description = "Every accepted answer, oldest first")
  List<Decision> decisions();
}

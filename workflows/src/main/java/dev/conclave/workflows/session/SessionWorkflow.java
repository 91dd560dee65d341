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
  /** Name of the update with which people answer. */
  String ANSWER = "answer";

  /**
   * Answers the open gate. An update, because a person wants to hear at once whether the answer was
   * taken; the argument is any JSON value, so that an ill-formed answer gets a sentence and no
   * trace.
   */
  @UpdateMethod(name = ANSWER, description = "Answers the open gate, and says what came of it")
  AnswerReply answer(Message answer);

  /** Refuses a stale or misplaced answer before it enters history. */
  @UpdateValidatorMethod(updateName = ANSWER)
  void validateAnswer(Message answer);

  /**
   * The same answer for those who cannot wait for a reply. A signal cannot be refused: what cannot
   * be taken is kept in the state with the reason.
   */
  @SignalMethod(name = "submitAnswer", description = "Answers the open gate, without a reply")
  void submitAnswer(Message answer);

  /**
   * Ends the session: running agents are killed, what is known is saved. The signal's name says all
   * of that; its argument says who, and when that cannot be read the session ends all the same.
   */
  @SignalMethod(
      name = "cancelSession",
      description = "Ends the session; the data says who cancels it")
  void cancelSession(Message by);

  /** Every accepted answer, oldest first. */
  @QueryMethod(name = "decisions", description = "Every accepted answer, oldest first")
  List<Decision> decisions();
}

package dev.conclave.workflows.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.gate.AnswerReply;
import dev.conclave.workflows.gate.Decision;
import io.temporal.workflow.QueryMethod;
import io.temporal.workflow.SignalMethod;
import io.temporal.workflow.UpdateMethod;
import io.temporal.workflow.UpdateValidatorMethod;
import io.temporal.workflow.WorkflowInterface;
import io.temporal.workflow.WorkflowMethod;
import java.util.List;

/** A planning session, from a task to a validated plan. */
@WorkflowInterface
public interface PlanWorkflow {
  /** Workflow type. */
  String TYPE = "PlanWorkflow";

  /** Name of the update with which people answer. */
  String ANSWER = "answer";

  /** Runs the session to its end; a cancelled, saved or failed one completes normally, too. */
  @WorkflowMethod(name = TYPE)
  PlanState run(PlanInput input);

  /**
   * Answers the open gate. An update, because a person wants to hear at once whether the answer was
   * taken; the argument is any JSON value, so that an ill-formed answer gets a sentence and no
   * trace.
   */
  @UpdateMethod(name = ANSWER)
  AnswerReply answer(JsonNode answer);

  /** Refuses a stale or misplaced answer before it enters history. */
  @UpdateValidatorMethod(updateName = ANSWER)
  void validateAnswer(JsonNode answer);

  /**
   * The same answer for those who cannot wait for a reply. A signal cannot be refused: what cannot
   * be taken is kept in the state with the reason.
   */
  @SignalMethod(name = "submitAnswer")
  void submitAnswer(JsonNode answer);

  /** Ends the session: running agents are killed, what is known is saved. */
  @SignalMethod(name = "cancelSession")
  void cancelSession(JsonNode by);

  /** The session in short. */
  @QueryMethod(name = "state")
  SessionView state();

  /** One round; the last when the number is 0. */
  @QueryMethod(name = "round")
  RoundView round(int number);

  /** Every accepted answer, oldest first. */
  @QueryMethod(name = "decisions")
  List<Decision> decisions();

  /** Everything: for the session folder's projector and for resume. */
  @QueryMethod(name = "carried")
  PlanState carried();
}
